import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Every order of two steps, starting in ten states. Five steps take minutes: tests/proof/account-life.test.ts. */
async function walk(openGap: string[] = []) {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--no-warnings', 'scripts/run.mjs', 'tests/support/account-walk.ts', '2'],
    ...openGap,
  ]);
  return JSON.parse(stdout.slice(stdout.lastIndexOf('{"steps"')));
}

test('R-01: no order of steps gives an attacker the rights of a member', async () => {
  const { findings, sequences } = await walk();
  expect(findings).toEqual([]);
  expect(sequences).toBeGreaterThan(3000);
}, 300_000);

test('the walk detects missing guards of accounts', async () => {
  const { findings } = await walk(['drop trigger guard_account on auth.users']);
  const standings = findings.map(({ standing }: { standing: string }) => standing);
  expect(standings).toContain('editor');
}, 300_000);

test('the walk detects a link for a client that a former member keeps', async () => {
  const { findings } = await walk([
    'drop trigger staff_members_withdraw_sign_offs on public.staff_members',
  ]);
  const standings = findings.map(({ standing }: { standing: string }) => standing);
  expect(standings).toContain('link');
}, 300_000);
