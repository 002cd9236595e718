// npm run export -- --out backup.zip: every row and every picture as one zip, of the local data or, with
// SUPABASE_URL and SUPABASE_SECRET_KEY, of a hosted project. npm run restore restores it.
import { parseArgs } from 'node:util';
import { openProject } from './lib/backup/backup-project.ts';
import { exportProject } from './lib/backup/backup.ts';
import { StackError } from './lib/local/stack-error.ts';

const { out, data } = readArguments();
try {
  const project = await openProject(data);
  try {
    const { rows, pictures, bytes, sha256 } = await exportProject(project, out, console.log);
    console.log(`
${out}: ${rows} rows and ${pictures} pictures of ${project.label}, ${(bytes / 1e6).toFixed(1)} MB.
SHA-256 ${sha256}

It holds personal data. It holds no accounts and no passwords; READ-ME.txt in it says how staff get in again.`);
  } finally {
    await project.close();
  }
} catch (error) {
  console.error(error instanceof StackError ? error.message : error);
  process.exitCode = 1;
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: { out: { type: 'string' }, data: { type: 'string', default: 'local' } },
    });
    if (values.out?.endsWith('.zip')) return { out: values.out, data: values.data };
  } catch {
    // An unknown option: the usage below lists the valid ones.
  }
  console.error('Usage: npm run export -- --out backup.zip [--data <name of other local data>]');
  process.exit(1);
}
