// npm run adopt [-- answers.json]: makes this the website of another agency. Asks for what it needs or reads it from
// a JSON file, replaces brand/, writes what follows from it, and empties the demo content.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { answersSchema } from './lib/adopt/answers.ts';
import { askAnswers } from './lib/adopt/ask.ts';
import { leftToDo } from './lib/adopt/modules.ts';
import { adopt } from './lib/adopt/write.ts';
import { root } from './lib/install.mjs';

const changed = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
if (changed.stdout.trim() !== '') {
  console.error('Nothing was changed: commit or stash first, so that git can undo this command.');
  process.exit(1);
}
const [file] = process.argv.slice(2);
const given = file ? JSON.parse(readFileSync(file, 'utf8')) : await askAnswers();
const { data: answers, error } = answersSchema.safeParse(given);
if (error) {
  console.error(`Nothing was changed:\n${z.prettifyError(error)}`);
  process.exit(1);
}

const notes = await adopt(answers);
for (const note of notes) console.log(`  ${note}`);
const { status } = spawnSync(
  process.execPath,
  [`${root}scripts/run.mjs`, 'scripts/brand.ts', '--force'],
  { cwd: root, stdio: 'inherit' },
);
if (status !== 0) process.exit(status ?? 1);
console.log(`
This is the website of ${answers.name} now: npm start. Left to do, as on the health page:
${leftToDo(answers)
  .map(({ name, message, advice }) => `  - ${name}: ${message}. ${advice}`)
  .join('\n')}
  - Legal texts: have src/content/legal-*.ts reviewed by a lawyer
  - Database, mail, domain, first owner: docs/your-own-site.md`);
