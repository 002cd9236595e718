import { expect, test, vi } from 'vitest';
import setup from '../../support/database-workspaces.ts';

vi.mock('../../../scripts/lib/install.mjs', () => ({ root: '/nowhere/' }));

test('a run that made no workspace, in a fresh checkout, ends well', async () => {
  const end = setup({ provide: () => {} });
  await expect(end()).resolves.toBeUndefined();
});
