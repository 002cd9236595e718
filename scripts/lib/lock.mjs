import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { StackError } from './stack-error.mjs';

/** Two Postgres on one data folder destroy it, so a folder belongs to one process at a time. */
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
 * Takes the folder for this process and creates it if need be. A lock left by a process that is gone
 * is taken over.
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
        // A link appears with its content or not at all: nobody reads a lock half written.
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
 * When a process began, where /proc tells: in a container that starts over, the old number soon
 * belongs to somebody else. Empty elsewhere.
 *
 * @param {number} pid
 */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Counted from behind the program's name, which may hold blanks: the 22nd field of all.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
