// npm test: all tests in two parallel lanes of about the same length, for two cores: browser journeys and
// launcher; checks, modules and database. Each runner writes its own report; summary.ts adds them up.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { ensureBrowser } from './lib/browser.ts';
import { runChecks } from './lib/checks.ts';
import { root } from './lib/install.mjs';
import { REPORTS, summarise } from './lib/summary.ts';

rmSync(`${root}test-results`, { recursive: true, force: true });
mkdirSync(`${root}test-results`);

const [isWholeGreen, { failedChecks, arePartsGreen }] = await Promise.all([
  runWhole(),
  runChecksAndParts(),
]);

const { line, names, flaky } = summarise(root);
for (const check of failedChecks) console.error(`Failed check: ${check}`);
for (const name of names) console.error(`Failed: ${name.replace(root, '')}`);
for (const name of flaky) console.log(`Passed on the second try: ${name}`);
console.log(`\n${line}`);
process.exit(failedChecks.length === 0 && arePartsGreen && isWholeGreen ? 0 : 1);

/** The lane of browser journeys, then the launcher tests. */
async function runWhole() {
  const areJourneysGreen = await runJourneys();
  return (await run(vitest(['launcher'], REPORTS.launcher), true)) && areJourneysGreen;
}

async function runJourneys() {
  if (await ensureBrowser()) return run(['node_modules/@playwright/test/cli.js', 'test']);
  console.error(
    '\nNo Chromium was found and none could be installed, so the browser tests did not run. ' +
      'Install one (Debian: apt-get install chromium-headless-shell) or name it in CHROMIUM_PATH.\n',
  );
  return false;
}

/** The output of each part is printed at its end, because two runners at once would be unreadable. */
async function runChecksAndParts() {
  const failedChecks = await runChecks(root, [
    'types',
    'functions',
    'lint',
    'format',
    'unused',
    'packages',
    'acceptance',
    'brand',
  ]);
  const modules = vitest(['unit', 'dom', 'components', 'functions'], REPORTS.modules);
  const database = vitest(['database'], REPORTS.database);
  const arePartsGreen = [await run(modules, true), await run(database, true)].every(Boolean);
  return { failedChecks, arePartsGreen };
}

function vitest(projects: string[], report: string) {
  return [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=test-results/${report}`,
  ];
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
