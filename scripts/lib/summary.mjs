import { existsSync, readFileSync } from 'node:fs';

/**
 * Each runner of `npm test` and its report in test-results.
 *
 * @type {Record<'modules' | 'database' | 'launcher' | 'browser', string>}
 */
export const REPORTS = {
  modules: 'modules.json',
  database: 'database.json',
  launcher: 'launcher.json',
  browser: 'browser.json',
};

/**
 * Adds up what the runners reported about the last `npm test`.
 *
 * @param {string} root
 * @returns {{ line: string, failed: number, names: string[], flaky: string[] }} line: 'N passed, M failed',
 *   with skipped ones if any; names of failed tests, and of those that passed on the second try
 */
export function summarise(root) {
  const read = (/** @type {string} */ name) => {
    const file = `${root}test-results/${name}`;
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  };
  const browser = read(REPORTS.browser);
  const totals = [
    vitestTotals('modules', read(REPORTS.modules)),
    vitestTotals('database', read(REPORTS.database)),
    vitestTotals('launcher', read(REPORTS.launcher)),
    browserTotals(browser),
  ];
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    totals.reduce((total, report) => total + report[key], 0);
  const skipped = sum('skipped');
  return {
    line: `${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`,
    failed: sum('failed'),
    names: totals.flatMap(({ names }) => names),
    flaky: specsThat('flaky', browser?.suites),
  };
}

/** A runner without a report, or a file that failed before its first test, counts as one failure. */
const withoutReport = (/** @type {string} */ runner) => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  names: [`${runner}: the runner left no report`],
});

/**
 * @param {string} runner
 * @param {any} report
 */
function vitestTotals(runner, report) {
  if (!report) return withoutReport(runner);
  const broken = report.testResults.filter(
    (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const failing = report.testResults.flatMap((/** @type {any} */ file) =>
    file.assertionResults
      .filter((/** @type {any} */ test) => test.status === 'failed')
      .map((/** @type {any} */ test) => `${file.name} › ${test.fullName}`),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    names: [...broken.map((/** @type {any} */ file) => file.name), ...failing],
  };
}

function browserTotals(/** @type {any} */ report) {
  if (!report) return withoutReport('browser');
  const { expected, unexpected, flaky, skipped } = report.stats;
  const couldNotBegin = report.errors.length > 0 && unexpected === 0;
  return {
    passed: expected + flaky,
    failed: unexpected + (couldNotBegin ? 1 : 0),
    skipped,
    names: couldNotBegin ? ['browser: the run broke'] : specsThat('unexpected', report.suites),
  };
}

/**
 * @param {'unexpected' | 'flaky'} status
 * @param {any[]} [suites]
 * @returns {string[]}
 */
function specsThat(status, suites = []) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter((/** @type {any} */ spec) =>
        spec.tests.some((/** @type {any} */ test) => test.status === status),
      )
      .map((/** @type {any} */ spec) => `${spec.file} › ${spec.title}`),
    ...specsThat(status, suite.suites),
  ]);
}
