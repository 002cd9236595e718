// npm run types:database: writes src/lib/database.types.ts from freshly applied migrations.
import { writeFileSync } from 'node:fs';
import { generateDatabaseTypes } from './lib/checks/database-types.ts';
import { openEmbeddedApp, setEmbeddedEnvironment } from './lib/local/embedded-database.ts';
import { root } from './lib/install.mjs';
import { deleteWorkspace, openWorkspace } from './lib/local/workspace.ts';

const name = `types-${process.pid}`;
const { folder, keys } = openWorkspace(name);
process.chdir(folder);
setEmbeddedEnvironment(keys, 'http://localhost:5173');
try {
  const { sql, close } = await openEmbeddedApp();
  const types = await generateDatabaseTypes(async (text) => (await sql.query(text)).rows);
  writeFileSync(`${root}src/lib/database.types.ts`, types);
  console.log('src/lib/database.types.ts matches the migrations.');
  await close();
} finally {
  process.chdir(root);
  deleteWorkspace(name);
}
