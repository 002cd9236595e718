// npm test: everything. Checks, then vitest (unit, components, functions, database, launcher), then the
// browser journeys. Each runner writes its own report; summary.mjs adds them up.
import { ensureInstalled, root } from './lib/install.mjs';

ensureInstalled();
const { spawnSync } = await import('node:child_process');
const { rmSync } = await import('node:fs');
const { ensureBrowser } = await import('./lib/browser.mjs');
const { runChecks } = await import('./lib/checks.mjs');
const { summarise } = await import('./lib/summary.mjs');

rmSync(`${root}test-results`, { recursive: true, force: true });
const run = (/** @type {string[]} */ args) =>
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0;

const failedChecks = await runChecks(root, ['types', 'lint', 'format']);
const isVitestGreen = run([
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project=!proof',
  '--reporter=default',
  '--reporter=json',
  '--outputFile.json=test-results/vitest.json',
]);
const browser = await ensureBrowser();
if (!browser) {
  console.error(
    '\nNo Chromium was found and none could be installed, so the browser tests did not run. ' +
      'Install one (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.\n',
  );
}
const isBrowserGreen = browser !== null && run(['node_modules/@playwright/test/cli.js', 'test']);

if (failedChecks.length > 0) console.error(`Failed checks: ${failedChecks.join(', ')}`);
const { line } = summarise(root);
console.log(`\n${line}`);
process.exit(failedChecks.length === 0 && isVitestGreen && isBrowserGreen ? 0 : 1);
