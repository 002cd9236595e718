import { expect, test } from 'vitest';
import {
  createSecretCheck,
  deriveKeys,
  isKeyedHash,
  keyedHash,
  readSigningSecrets,
} from '../../../supabase/functions/_shared/keyed-hash';

const OLD = 'o'.repeat(32);
const NEW = 'n'.repeat(32);
const secretsOf = (setting?: string) => readSigningSecrets(() => setting);

test.for([undefined, '', 'short', `${NEW},short`, `,${NEW}`])(
  'SIGNING_SECRETS %j are refused',
  (setting) => {
    expect(() => secretsOf(setting)).toThrow(/SIGNING_SECRETS.*openssl/);
  },
);

test('what an older secret has signed stays valid while it stands behind the newest', async () => {
  const before = await deriveKeys(secretsOf(OLD), 'link');
  const during = await deriveKeys(secretsOf(`${NEW}, ${OLD}`), 'link');
  const after = await deriveKeys(secretsOf(NEW), 'link');
  const hash = await keyedHash(before, 'text');
  expect(await isKeyedHash(during, hash, 'text')).toBe(true);
  expect(await isKeyedHash(during, hash, 'other')).toBe(false);
  expect(await isKeyedHash(after, hash, 'text')).toBe(false);
  expect(await keyedHash(during, 'text')).toBe(await keyedHash(after, 'text'));
  expect(await isKeyedHash(await deriveKeys([OLD], 'ticket'), hash, 'text')).toBe(false);
});

test('any of several secrets is accepted', async () => {
  const isSecret = await createSecretCheck('first', 'second');
  expect([await isSecret('second'), await isSecret('third')]).toEqual([true, false]);
});

test('a secret check accepts the same text only', async () => {
  const isSecret = await createSecretCheck('service key');
  expect(await isSecret('service key')).toBe(true);
  for (const other of ['', 'service', 'service keys', 'SERVICE KEY']) {
    expect(await isSecret(other)).toBe(false);
  }
});
