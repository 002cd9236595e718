// npm test: all tests in two parallel lanes, for two cores. One begins with the browser journeys; then each takes the
// next of PARTS. Each run writes its own report; summary.ts adds them up.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { ensureBrowser } from './lib/browser.ts';
import { CHECKS, runChecks } from './lib/checks/checks.ts';
import { root } from './lib/install.mjs';
import { BROKEN, REPORTS, summarise, type Failure } from './lib/checks/summary.ts';

rmSync(`${root}test-results`, { recursive: true, force: true });
mkdirSync(`${root}test-results`);

/** Each taken by the lane that has nothing left of its own: the longest first. */
const PARTS: (() => Promise<void>)[] = [
  () => runSuite('database', ['--project=database']),
  () => runSuite('launcher', ['--project=launcher']),
  () => runSuite('screens1', ['--project=components', '--shard=1/2']),
  () => runSuite('screens2', ['--project=components', '--shard=2/2']),
  () => runSuite('unit', ['--project=unit']),
  () => runSuite('modules', ['--project=dom', '--project=functions']),
  runTheChecks,
];

/** Checks and runners that ended with an error. */
const broken: string[] = [];
await Promise.all([runJourneysFirst(), runParts()]);
writeFileSync(`${root}test-results/${BROKEN}`, JSON.stringify(broken));

const { line, failures, flaky } = summarise(root);
for (const failure of failures) console.error(`\nFailed: ${told(failure)}`);
for (const failure of flaky) console.log(`\nPassed on the second try: ${told(failure)}`);
console.log(`\n${line}`);
process.exit(broken.length === 0 ? 0 : 1);

/** With the reason, so that the end of the output is enough to begin with. */
function told({ name, reason }: Failure) {
  return `${name}\n${reason}`.replaceAll(root, '').trim().replaceAll('\n', '\n  ');
}

async function runJourneysFirst() {
  await runJourneys();
  // Reads the site that the journeys have built.
  await runSuite('built', ['--project=built']);
  await runParts();
}

async function runJourneys() {
  if (await ensureBrowser()) {
    await run('browser', ['node_modules/@playwright/test/cli.js', 'test']);
    return;
  }
  broken.push('browser');
  console.error(
    '\nNo Chromium was found and none could be installed, so the browser tests did not run. ' +
      'Install one (Debian: apt-get install chromium-headless-shell) or name it in CHROMIUM_PATH.\n',
  );
}

async function runTheChecks() {
  // Unit tests are one of PARTS.
  const names = CHECKS.filter((name) => name !== 'unit');
  broken.push(...(await runChecks(names, 1)));
}

async function runParts() {
  for (let part = PARTS.shift(); part; part = PARTS.shift()) await part();
}

/** Its output is printed at its end, because two runners at once would be unreadable. */
async function runSuite(runner: keyof typeof REPORTS, options: string[]) {
  const reports = ['--reporter=default', '--reporter=json'];
  const file = `--outputFile.json=test-results/${REPORTS[runner]}`;
  await run(runner, ['node_modules/vitest/vitest.mjs', 'run', ...options, ...reports, file], true);
}

function run(name: string, args: string[], isToldAtEnd: boolean = false): Promise<void> {
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
      if (code !== 0) broken.push(name);
      resolve();
    });
  });
}
