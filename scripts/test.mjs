// npm test: everything. Checks and vitest in two lanes that keep two cores busy (what needs no backend;
// database and launcher), then the browser journeys. Each runner writes its own report; summary.mjs adds
// them up.
import { ensureInstalled, root } from './lib/install.mjs';

ensureInstalled();
const { spawn } = await import('node:child_process');
const { mkdirSync, rmSync } = await import('node:fs');
const { ensureBrowser } = await import('./lib/browser.mjs');
const { runChecks } = await import('./lib/checks.mjs');
const { REPORTS, summarise } = await import('./lib/summary.mjs');

rmSync(`${root}test-results`, { recursive: true, force: true });
mkdirSync(`${root}test-results`);

const backend = run(vitest(['database', 'launcher'], REPORTS.backend), 'pipe');
const failedChecks = await runChecks(root, ['types', 'lint', 'format']);
const modules = await run(vitest(['unit', 'components', 'functions'], REPORTS.modules), 'inherit');
// Two runners that write at once cannot be read: this one is told at its end.
console.log('\nDatabase and launcher:');
const { isGreen: isBackendGreen, output } = await backend;
console.log(output);

const browser = await ensureBrowser();
if (!browser) {
  console.error(
    '\nNo Chromium was found and none could be installed, so the browser tests did not run. ' +
      'Install one (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.\n',
  );
}
const journeys =
  browser === null ? null : await run(['node_modules/@playwright/test/cli.js', 'test'], 'inherit');

const { line, names } = summarise(root);
for (const check of failedChecks) console.error(`Failed check: ${check}`);
for (const name of names) console.error(`Failed: ${name.replace(root, '')}`);
console.log(`\n${line}`);
const isGreen =
  failedChecks.length === 0 && modules.isGreen && isBackendGreen && journeys?.isGreen === true;
process.exit(isGreen ? 0 : 1);

/**
 * @param {string[]} projects
 * @param {string} report
 */
function vitest(projects, report) {
  return [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=test-results/${report}`,
  ];
}

/**
 * @param {string[]} args
 * @param {'inherit' | 'pipe'} stdio
 * @returns {Promise<{ isGreen: boolean, output: string }>}
 */
function run(args, stdio) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', stdio, stdio] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => (output += chunk));
    }
    child.once('close', (code) => resolve({ isGreen: code === 0, output }));
  });
}
