// Adopts the agency of harbor-and-pine.json in a clean clone, runs the checks, unit, component and function tests
// there, sends an enquiry for each of its services, runs journeys in a browser, and looks for the old name, cities and
// people in the built pages.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { team } from '../../brand/people.ts';
import { brandWords, namedIn } from '../../scripts/lib/brand/brand-words.ts';
import { root } from '../../scripts/lib/install.mjs';
import { leaveReport } from '../proof/report.ts';

const clone = `${root}test-results/adopt/`;
const failed: string[] = [];
let steps = 0;

function run(step: string, ...args: string[]) {
  console.log(`── ${step}`);
  steps += 1;
  const { status } = spawnSync(process.execPath, args, { cwd: clone, stdio: 'inherit' });
  if (status !== 0) failed.push(step);
}

rmSync(clone, { recursive: true, force: true });
mkdirSync(`${root}test-results`, { recursive: true });
execFileSync('git', ['clone', '--quiet', root, clone]);
const words = brandWords(team);

const startedAt = Date.now();
run('adopt', 'scripts/run.mjs', 'scripts/adopt.ts', 'quality/adopt/harbor-and-pine.json');
const minutes = (Date.now() - startedAt) / 60_000;
run('check', 'scripts/run.mjs', 'scripts/check.ts');
// By default Vitest leaves one core free.
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=100%'];
run('component and function tests', ...vitest, '--project=components', '--project=functions');
const forms = ['--project=launcher', 'send-contact-email', '-t', 'FN-4'];
run('an enquiry for each service', ...vitest, ...forms);
run(
  'the journeys through pages, of enquiries and of the site’s texts',
  'node_modules/@playwright/test/cli.js',
  'test',
  ...['pages', 'enquiries', 'site-texts'].map((name) => `e2e/journeys/${name}.spec.ts`),
  // What these tests look at is the demo content, which the adopted site does not have.
  '--grep-invert=@seeded',
);
run('build', 'scripts/run.mjs', 'scripts/build.ts', '--demo');

const files = readdirSync(`${clone}dist-demo`, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.(?:html|js|css|xml|json|txt|svg|webmanifest)$/.test(file),
);
const named = files.flatMap((file) =>
  namedIn(readFileSync(`${clone}dist-demo/${file}`, 'utf8'), words).map((hit) => `${file}:${hit}`),
);
for (const hit of named) console.error(hit);
const pages = files.filter((file) => file.endsWith('.html')).length;
leaveReport('adopt', {
  ran: [{ done: steps, of: steps, unit: 'steps' }],
  figures:
    `adopted in ${minutes.toFixed(1)} minutes with the install, ${failed.length} steps failed, the first ` +
    `agency is named ${named.length} times in ${pages} pages and their files`,
  details: [...failed, ...named].map((line) => `- ${line}`).join('\n'),
});
if (failed.length + named.length > 0) process.exit(1);
rmSync(clone, { recursive: true, force: true });
