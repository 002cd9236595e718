import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('database.types.ts matches the migrations: run npm run types:database', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--no-warnings',
    'scripts/run.mjs',
    'scripts/database-types.ts',
    '--print',
  ]);
  expect(stdout).toContain('export type Database');
  expect(stdout.slice(stdout.indexOf('// Generated'))).toBe(
    await readFile('src/lib/database.types.ts', 'utf8'),
  );
}, 60_000);
