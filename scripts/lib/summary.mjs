import { existsSync, readFileSync } from 'node:fs';

/**
 * Adds up what the runners reported about the last `npm test`.
 *
 * @param {string} root
 * @returns {{ line: string, failed: number }} line: 'N passed, M failed', with skipped ones if any
 */
export function summarise(root) {
  const totals = [
    vitestTotals(read(`${root}test-results/vitest.json`)),
    browserTotals(read(`${root}test-results/e2e.json`)),
  ];
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    totals.reduce((total, report) => total + report[key], 0);
  const skipped = sum('skipped');
  return {
    line: `${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`,
    failed: sum('failed'),
  };
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** A runner that left no report, or a file that broke before its first test, counts as one failure. */
function vitestTotals(/** @type {any} */ report) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const broken = report.testResults.filter(
    (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function browserTotals(/** @type {any} */ report) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return {
    passed: expected + flaky,
    failed: unexpected + (report.errors.length > 0 && unexpected === 0 ? 1 : 0),
    skipped,
  };
}
