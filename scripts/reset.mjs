// npm run reset: deletes the local data; the next start creates it afresh.
import { ensureInstalled } from './lib/install.mjs';

ensureInstalled();
const { existsSync } = await import('node:fs');
const { FolderInUseError, lockFolder } = await import('./lib/lock.mjs');
const { deleteWorkspace, workspaceFolder } = await import('./lib/workspace.mjs');

const folder = workspaceFolder('local');
if (!existsSync(folder)) {
  console.log('There is no local data. npm start creates it.');
} else {
  try {
    lockFolder(folder);
    deleteWorkspace('local');
    console.log('The local data is deleted. npm start creates it afresh.');
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    console.error(`The site is running (process ${error.pid}). Stop it with Ctrl-C, then reset.`);
    process.exitCode = 1;
  }
}
