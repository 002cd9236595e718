// npm run types:database: writes src/lib/database.types.ts from freshly applied migrations;
// with --print it writes to standard output, for the test that compares.
import { ensureInstalled, root } from './lib/install.mjs';

ensureInstalled();
const { writeFileSync } = await import('node:fs');
const { generateDatabaseTypes } = await import('./lib/database-types.mjs');
const { openEmbeddedApp, setEmbeddedEnvironment } = await import('./lib/embedded-database.mjs');
const { deleteWorkspace, openWorkspace } = await import('./lib/workspace.mjs');

const name = `types-${process.pid}`;
const { folder, keys } = openWorkspace(name);
process.chdir(folder);
setEmbeddedEnvironment(keys, 'http://localhost:5173');
try {
  const { sql, close } = await openEmbeddedApp();
  const types = await generateDatabaseTypes(async (text) => (await sql.query(text)).rows);
  if (process.argv.includes('--print')) {
    process.stdout.write(types);
  } else {
    writeFileSync(`${root}src/lib/database.types.ts`, types);
    console.log('src/lib/database.types.ts matches the migrations.');
  }
  await close();
} finally {
  process.chdir(root);
  deleteWorkspace(name);
}
