import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { StackError } from './local/stack-error.ts';

/** Two Postgres processes on one data folder destroy it, so a folder is locked by one process. */
export class FolderInUseError extends StackError {
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}: stop that one first (Ctrl-C in its ` +
        'terminal), or give this one data and ports of its own ' +
        '(PORT=5174 MAILBOX_PORT=54325 npm start -- --data other).',
    );
    this.pid = pid;
  }
}

/**
 * Locks the folder for this process and creates it if needed. A lock of an ended process is taken over.
 *
 * @returns gives it back
 * @throws FolderInUseError
 */
export function lockFolder(folder: string): () => void {
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
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 2) throw error;
      }
      const pid = lockHolder(folder);
      if (pid !== null) throw new FolderInUseError(folder, pid);
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/** @returns the living process that holds the folder */
export function lockHolder(folder: string): number | null {
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
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return null;
  }
  return start === startOf(holder) ? holder : null;
}

/**
 * The start time of a process, from /proc: after a container restarts, process ids are reused. Empty on other
 * systems.
 */
function startOf(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 22, counted from the end of the program's name, which may contain blanks.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
