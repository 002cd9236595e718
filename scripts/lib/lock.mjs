import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { StackError } from './stack-error.mjs';

/** Two Postgres processes on one data folder destroy it, so a folder is locked by one process. */
export class FolderInUseError extends StackError {
  /** @param {string} folder @param {number} pid */
  constructor(folder, pid) {
    super(
      `The data folder ${folder} is in use by process ${pid}: stop that one first (Ctrl-C in its ` +
        'terminal), or give this one data and ports of its own ' +
        '(PORT=5174 MAILBOX_PORT=54325 npm start -- --data other).',
      'in-use',
    );
    this.pid = pid;
  }
}

/**
 * Locks the folder for this process and creates it if needed. A lock of an ended process is taken over.
 *
 * @param {string} folder
 * @returns {() => void} gives it back
 * @throws {FolderInUseError}
 */
export function lockFolder(folder) {
  const file = `${folder}/lock`;
  const own = `${file}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(own, `${process.pid} ${startOf(process.pid)}`);
  try {
    for (let attempt = 0; ; attempt += 1) {
      try {
        // A link appears atomically with its content, so a half-written lock is never read.
        linkSync(own, file);
        return () => rmSync(file, { force: true });
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST' || attempt > 2)
          throw error;
      }
      const pid = lockHolder(folder);
      if (pid !== null) throw new FolderInUseError(folder, pid);
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * @param {string} folder
 * @returns {number | null} the living process that holds the folder
 */
export function lockHolder(folder) {
  let text;
  try {
    text = readFileSync(`${folder}/lock`, 'utf8');
  } catch {
    return null;
  }
  const [pid, start = ''] = text.split(' ');
  const holder = Number(pid);
  if (!Number.isInteger(holder) || holder <= 0) return null;
  try {
    process.kill(holder, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return null;
  }
  return start === startOf(holder) ? holder : null;
}

/**
 * The start time of a process, from /proc: after a container restarts, process ids are reused. Empty on other
 * systems.
 *
 * @param {number} pid
 */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 22, counted from the end of the program's name, which may contain blanks.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
