import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { readlinkSync } from 'node:fs';

/** Two Postgres on one data folder destroy it, so a folder belongs to one process at a time. */
export class FolderInUseError extends Error {
  /** @param {string} folder @param {number} pid */
  constructor(folder, pid) {
    super(`The data folder ${folder} is in use by process ${pid}.`);
    this.pid = pid;
  }
}

/**
 * Takes the folder for this process, or throws FolderInUseError. A lock left by a process that is
 * gone is taken over.
 *
 * @param {string} folder
 * @returns {() => void} gives it back
 */
export function lockFolder(folder) {
  const file = `${folder}/lock`;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const handle = openSync(file, 'wx');
      writeSync(handle, String(process.pid));
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST' || attempt > 2) throw error;
      const pid = Number(readFileSync(file, 'utf8'));
      if (isOurs(pid)) throw new FolderInUseError(folder, pid);
      rmSync(file, { force: true });
    }
  }
}

/**
 * After a reboot an unrelated process may carry the old number: on Linux its program tells.
 *
 * @param {number} pid
 */
function isOurs(pid) {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
  try {
    return /node/.test(readlinkSync(`/proc/${pid}/exe`));
  } catch {
    return true;
  }
}
