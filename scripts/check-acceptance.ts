// Part of npm run check: every number that a test cites must be in docs/acceptance.md, and every sentence
// that holds must be cited.
import { readdirSync, readFileSync } from 'node:fs';
import { findAcceptanceProblems } from './lib/acceptance.ts';
import { root } from './lib/install.mjs';

const paths = ['tests', 'e2e', 'quality']
  .flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name}`,
    ),
  )
  .filter((path) => /\.(?:test|spec|setup)\.tsx?$/.test(path) && !/node_modules/.test(path));
const tests = Object.fromEntries(paths.map((path) => [path, readFileSync(root + path, 'utf8')]));
const problems = findAcceptanceProblems(readFileSync(`${root}docs/acceptance.md`, 'utf8'), tests);
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
