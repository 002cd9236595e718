import { existsSync, readFileSync } from 'node:fs';

/** The parts of Vitest's JSON report that are read. */
export type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; title: string; fullName: string }[];
  }[];
};

type BrowserSpec = { file: string; title: string; tests: { status: string }[] };
export type BrowserSuite = { file: string; specs?: BrowserSpec[]; suites?: BrowserSuite[] };
/** The parts of Playwright's JSON report that are read. */
export type BrowserReport = {
  stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
  errors: { message?: string }[];
  suites: BrowserSuite[];
};

/** Each runner of `npm test` and its report in test-results. */
export const REPORTS = {
  modules: 'modules.json',
  screens1: 'screens-1.json',
  screens2: 'screens-2.json',
  database: 'database.json',
  launcher: 'launcher.json',
  built: 'built.json',
  browser: 'browser.json',
} as const;

/** In test-results: the names of the checks and runners of the last `npm test` that ended with an error. */
export const BROKEN = 'broken.json';

/**
 * Adds up what the runners reported about the last `npm test`.
 *
 * @returns line: 'N passed, M failed', with those skipped and on the second try if any; names of failed tests, and of those
 *   that passed on the second try
 */
export function summarise(root: string): {
  line: string;
  failed: number;
  names: string[];
  flaky: string[];
} {
  const read = <Report>(name: string): Report | null => {
    const file = `${root}test-results/${name}`;
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  };
  const browser = read<BrowserReport>(REPORTS.browser);
  const runs = Object.entries(REPORTS).filter(([runner]) => runner !== 'browser');
  const reported = [
    ...runs.map(([runner, report]) => ({ runner, ...vitestTotals(runner, read(report)) })),
    { runner: 'browser', ...browserTotals(browser) },
  ];
  // A check has no report, and a runner fails without a failed test by an error that no test awaited.
  const untold = (read<string[]>(BROKEN) ?? [])
    .filter((name) => !reported.some(({ runner, failed }) => runner === name && failed > 0))
    .map((name) => ({ passed: 0, failed: 1, skipped: 0, names: [`${name}: ended with an error`] }));
  const totals = [...reported, ...untold];
  const sum = (key: 'passed' | 'failed' | 'skipped') =>
    totals.reduce((total, report) => total + report[key], 0);
  const skipped = sum('skipped');
  const flaky = specsThat('flaky', browser?.suites);
  return {
    line: [
      `${sum('passed')} passed`,
      `${sum('failed')} failed`,
      ...(skipped > 0 ? [`${skipped} skipped`] : []),
      ...(flaky.length > 0 ? [`${flaky.length} on the second try`] : []),
    ].join(', '),
    failed: sum('failed'),
    names: totals.flatMap(({ names }) => names),
    flaky,
  };
}

/** Counts as one failure, like a file that failed outside of its tests: in a hook or before the first. */
const withoutReport = (runner: string) => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  names: [`${runner}: the runner left no report`],
});

function vitestTotals(runner: string, report: VitestReport | null) {
  if (!report) return withoutReport(runner);
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const failing = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${file.name} › ${test.fullName}`),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    names: [...broken.map((file) => file.name), ...failing],
  };
}

function browserTotals(report: BrowserReport | null) {
  if (!report) return withoutReport('browser');
  const { expected, unexpected, flaky, skipped } = report.stats;
  const couldNotBegin = report.errors.length > 0 && unexpected === 0;
  return {
    passed: expected + flaky,
    failed: unexpected + (couldNotBegin ? 1 : 0),
    skipped,
    names: couldNotBegin
      ? report.errors.map(({ message }) => `browser: ${message ?? 'the run broke'}`)
      : specsThat('unexpected', report.suites),
  };
}

function specsThat(status: 'unexpected' | 'flaky', suites: BrowserSuite[] = []): string[] {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter((spec) => spec.tests.some((test) => test.status === status))
      .map((spec) => `${spec.file} › ${spec.title}`),
    ...specsThat(status, suite.suites),
  ]);
}
