// Asks a freshly migrated database when office hours end. Reads {"start", "hours"}[] from standard input and
// prints the times as JSON: no API role may call functions of the schema private.
import { text } from 'node:stream/consumers';
import { openEmbeddedApp, setEmbeddedEnvironment } from '../../scripts/lib/embedded-database.mjs';
import { root } from '../../scripts/lib/install.mjs';
import { deleteWorkspace, openWorkspace } from '../../scripts/lib/workspace.mjs';

/** @type {{ start: string, hours: number }[]} */
const questions = JSON.parse(await text(process.stdin));
const name = `enquiry-questions-${process.pid}`;
const { folder, keys } = openWorkspace(name);
process.chdir(folder);
setEmbeddedEnvironment(keys, 'http://localhost:5173');
try {
  const { sql, close } = await openEmbeddedApp();
  const answers = [];
  for (const { start, hours } of questions) {
    const { rows } = await sql.query(
      `select private.after_office_hours($1, interval '1 hour' * $2::integer) as at`,
      [start, hours],
    );
    answers.push(new Date(rows[0]?.at).toISOString());
  }
  await close();
  process.stdout.write(`\n${JSON.stringify({ answers })}`);
} finally {
  process.chdir(root);
  deleteWorkspace(name);
}
