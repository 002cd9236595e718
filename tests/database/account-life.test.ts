import { beforeAll, expect, test } from 'vitest';
import { walkAccounts, type Walk, type Walks } from '../support/account-walk';

/** Each step in ten states. Every order of five steps takes minutes: tests/proof/account-life.test.ts. */
let walks: Walks;
beforeAll(async () => {
  walks = await walkAccounts({
    steps: 1,
    guards: [
      { table: 'auth.users', trigger: 'guard_account' },
      { table: 'public.staff_members', trigger: 'staff_members_withdraw_sign_offs' },
    ],
  });
}, 300_000);

const standingsOf = (walk?: Walk) => walk?.findings.map(({ standing }) => standing);

test('R-01: no step gives an attacker the rights of a member', () => {
  expect(walks.findings).toEqual([]);
  expect(walks.sequences).toBeGreaterThan(300);
  expect(walks.hasMoved).toBe(true);
});

test('the walk detects missing guards of accounts', () => {
  expect(standingsOf(walks.unguarded.guard_account)).toContain('editor');
});

test('the walk detects a link for a client that a former member keeps', () => {
  expect(standingsOf(walks.unguarded.staff_members_withdraw_sign_offs)).toContain('link');
});
