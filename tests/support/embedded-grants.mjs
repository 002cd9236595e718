// Prints the grants and policies of the embedded backend (grants.sql) as JSON. A separate process, because
// the embedded database requires its folder as the current one.
import { readFileSync } from 'node:fs';
import { openEmbeddedApp, setEmbeddedEnvironment } from '../../scripts/lib/embedded-database.mjs';
import { deleteWorkspace, openWorkspace } from '../../scripts/lib/workspace.mjs';

const query = readFileSync(new URL('grants.sql', import.meta.url), 'utf8');
const name = `embedded-grants-${process.pid}`;
const { folder, keys } = openWorkspace(name);
process.chdir(folder);
setEmbeddedEnvironment(keys, 'http://localhost:5173');
try {
  const { sql, close } = await openEmbeddedApp();
  const { rows } = await sql.query(query);
  await close();
  process.stdout.write(`\n${JSON.stringify(rows.map(({ line }) => line))}`);
} finally {
  deleteWorkspace(name);
}
