// npm test: all tests in two parallel lanes, for two cores. One begins with the browser journeys, the other with the
// checks; then each takes the next of PARTS. Each run writes its own report; summary.ts adds them up.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { ensureBrowser } from './lib/browser.ts';
import { CHECKS, runChecks } from './lib/checks.ts';
import { root } from './lib/install.mjs';
import { REPORTS, summarise } from './lib/summary.ts';

rmSync(`${root}test-results`, { recursive: true, force: true });
mkdirSync(`${root}test-results`);

/** Each taken by the lane that has nothing left of its own: the longest first. */
const PARTS: { projects: string[]; report: string; shard?: string }[] = [
  { projects: ['database'], report: REPORTS.database },
  { projects: ['launcher'], report: REPORTS.launcher },
  { projects: ['components'], report: REPORTS.screens1, shard: '1/2' },
  { projects: ['components'], report: REPORTS.screens2, shard: '2/2' },
  { projects: ['unit', 'dom', 'functions'], report: REPORTS.modules },
];

let failedChecks: string[] = [];
const isGreen = (await Promise.all([runJourneysFirst(), runChecksFirst()])).every(Boolean);

const { line, names, flaky } = summarise(root);
for (const check of failedChecks) console.error(`Failed check: ${check}`);
for (const name of names) console.error(`Failed: ${name.replace(root, '')}`);
for (const name of flaky) console.log(`Passed on the second try: ${name}`);
console.log(`\n${line}`);
process.exit(isGreen ? 0 : 1);

async function runJourneysFirst() {
  const areJourneysGreen = await runJourneys();
  // Reads the site that the journeys have built.
  const isBuiltGreen = await runPart({ projects: ['built'], report: REPORTS.built });
  return (await runParts()) && areJourneysGreen && isBuiltGreen;
}

async function runJourneys() {
  if (await ensureBrowser()) return run(['node_modules/@playwright/test/cli.js', 'test']);
  console.error(
    '\nNo Chromium was found and none could be installed, so the browser tests did not run. ' +
      'Install one (Debian: apt-get install chromium-headless-shell) or name it in CHROMIUM_PATH.\n',
  );
  return false;
}

async function runChecksFirst() {
  // Unit tests are one of PARTS.
  const names = CHECKS.filter((name) => name !== 'unit');
  // One at a time: all at once would leave the site of the journeys a ninth of the machine to start on.
  failedChecks = await runChecks(names, 1);
  return (await runParts()) && failedChecks.length === 0;
}

async function runParts() {
  let isGreen = true;
  for (let part = PARTS.shift(); part; part = PARTS.shift()) {
    isGreen = (await runPart(part)) && isGreen;
  }
  return isGreen;
}

/** Its output is printed at its end, because two runners at once would be unreadable. */
function runPart({ projects, report, shard }: (typeof PARTS)[number]) {
  const args = [
    ...projects.map((project) => `--project=${project}`),
    ...(shard === undefined ? [] : [`--shard=${shard}`]),
    ...['--reporter=default', '--reporter=json', `--outputFile.json=test-results/${report}`],
  ];
  return run(['node_modules/vitest/vitest.mjs', 'run', ...args], true);
}

/** @returns whether it succeeded */
function run(args: string[], isToldAtEnd: boolean = false): Promise<boolean> {
  const stdio = isToldAtEnd ? 'pipe' : 'inherit';
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', stdio, stdio],
      // Otherwise a query that waits prints the document at every try. A file that is run alone does.
      env: { ...process.env, DEBUG_PRINT_LIMIT: '0' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => (output += chunk));
    }
    child.once('close', (code) => {
      if (output) console.log(`\n${output}`);
      resolve(code === 0);
    });
  });
}
