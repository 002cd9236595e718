import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('R-01: no order of five steps gives an attacker the rights of a member', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--no-warnings', 'scripts/run.mjs', 'tests/support/account-walk.ts', '5'],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const { findings, ...counts } = JSON.parse(stdout.slice(stdout.lastIndexOf('{"steps"')));
  console.info(counts);
  expect(findings).toEqual([]);
  expect(counts.sequences).toBeGreaterThan(1_000_000);
}, 3_600_000);
