// npm run reset: deletes the local data; the next start creates it again. `--data <name>` names other data.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FolderInUseError, lockFolder } from './lib/lock.ts';
import { deleteWorkspace, workspaceFolder } from './lib/local/workspace.ts';

try {
  const { values } = parseArgs({ options: { data: { type: 'string', default: 'local' } } });
  const folder = workspaceFolder(values.data);
  if (existsSync(folder)) {
    lockFolder(folder);
    deleteWorkspace(values.data);
    console.log(`The ${values.data} data is deleted. npm start creates it again.`);
  } else {
    console.log(`There is no ${values.data} data. npm start creates it.`);
  }
} catch (error) {
  console.error(
    error instanceof FolderInUseError
      ? `The site is running (process ${error.pid}): stop it with Ctrl-C, then reset.`
      : error instanceof Error && error.message,
  );
  process.exitCode = 1;
}
