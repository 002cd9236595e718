import { expect, test } from 'vitest';
import { createSecretCheck } from '../../../supabase/functions/_shared/keyed-hash';

test('a secret check accepts the same text only', async () => {
  const isSecret = await createSecretCheck('service key');
  expect(await isSecret('service key')).toBe(true);
  for (const other of ['', 'service', 'service keys', 'SERVICE KEY']) {
    expect(await isSecret(other)).toBe(false);
  }
});
