// Part of npm run check: numbers that tests cite exist, sentences are cited, their quoted words stand in the tests, and
// where the customer's documents lie beside the project the copies in docs equal them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { findAcceptanceProblems, findCopyProblems } from './lib/checks/acceptance.ts';
import { root } from './lib/install.mjs';

const paths = ['tests', 'e2e', 'quality']
  .flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name}`,
    ),
  )
  .filter((path) => /\.(?:test|spec|setup)\.tsx?$/.test(path) && !/node_modules/.test(path));
const tests = Object.fromEntries(paths.map((path) => [path, readFileSync(root + path, 'utf8')]));
const read = (path: string) => readFileSync(path, 'utf8');
const copies = {
  acceptance: read(`${root}docs/acceptance.md`),
  rulings: read(`${root}docs/rulings.md`),
};
const problems = findAcceptanceProblems(copies.acceptance, copies.rulings, tests);
const originals = `${root}../shared/spec/`;
if (existsSync(originals)) {
  const acceptance = read(`${originals}acceptance.md`);
  problems.push(
    ...findCopyProblems(copies, { acceptance, rulings: read(`${originals}decisions.md`) }),
  );
}
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
