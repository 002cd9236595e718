import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FolderInUseError, lockFolder, lockHolder } from '../../../scripts/lib/lock.ts';

function createFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Another process that holds the lock. */
async function holdElsewhere(folder: string) {
  const lock = path.resolve('scripts/lib/lock.ts');
  const code = `
    const { lockFolder } = await import(${JSON.stringify(lock)});
    lockFolder(${JSON.stringify(folder)});
    console.log('held');
    setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ['--import=tsx', '--input-type=module', '--eval', code]);
  onTestFinished(() => void other.kill('SIGKILL'));
  await once(other.stdout, 'data');
  return other;
}

test('a lock is acquired and released', () => {
  const folder = path.join(createFolder(), 'created/on/the/way');
  expect(lockHolder(folder)).toBeNull();
  const release = lockFolder(folder);
  expect(lockHolder(folder)).toBe(process.pid);
  expect(readdirSync(folder)).toEqual(['lock']);
  release();
  expect(lockHolder(folder)).toBeNull();
  lockFolder(folder)();
});

test('a folder is not locked twice, also by the same process', () => {
  const folder = createFolder();
  lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(FolderInUseError);
  expect(readdirSync(folder)).toEqual(['lock']);
});

test('the refusal names folder, process and what to do', async () => {
  const folder = createFolder();
  const { pid } = await holdElsewhere(folder);
  expect(() => lockFolder(folder)).toThrow(
    `The data folder ${folder} is in use by process ${pid}: stop that one first`,
  );
});

test('a lock of a killed process is taken over', async () => {
  const folder = createFolder();
  const other = await holdElsewhere(folder);
  other.kill('SIGKILL');
  await once(other, 'exit');
  expect(existsSync(path.join(folder, 'lock'))).toBe(true);
  expect(lockHolder(folder)).toBeNull();
  lockFolder(folder);
  expect(lockHolder(folder)).toBe(process.pid);
});

test.runIf(existsSync('/proc/self/stat'))(
  'a process id that was reused does not hold the lock',
  async () => {
    const folder = createFolder();
    const other = await holdElsewhere(folder);
    const lock = path.join(folder, 'lock');
    const [pid, start] = readFileSync(lock, 'utf8').split(' ');
    expect(Number(pid)).toBe(other.pid);
    writeFileSync(lock, `${pid} ${Number(start) - 1}`);
    expect(lockHolder(folder)).toBeNull();
  },
);

test.for(['', 'junk', '-1', '0', 'NaN 5'])('a lock file with %j holds no lock', (text) => {
  const folder = createFolder();
  writeFileSync(path.join(folder, 'lock'), text);
  expect(lockHolder(folder)).toBeNull();
  lockFolder(folder);
  expect(lockHolder(folder)).toBe(process.pid);
});
