import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** The parts of Vitest's JSON report that are read. */
export type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    /** Why the file itself failed: before its first test, or in a hook. */
    message?: string;
    assertionResults: {
      status: string;
      title: string;
      fullName: string;
      failureMessages?: string[];
    }[];
  }[];
};

type BrowserSpec = {
  file: string;
  title: string;
  tests: { status: string; results?: { error?: { message?: string } }[] }[];
};
export type BrowserSuite = { file: string; specs?: BrowserSpec[]; suites?: BrowserSuite[] };
/** The parts of Playwright's JSON report that are read. */
export type BrowserReport = {
  stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
  errors: { message?: string }[];
  suites: BrowserSuite[];
};

/** Each runner of `npm test` and its report in test-results. */
export const REPORTS = {
  unit: 'unit.json',
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

/** The lines of a reason that are kept: the whole of it is further up in the output. */
const REASON_LINES_MAX = 15;

/** reason: the first lines of the error; '' where the runner reported none. */
export type Failure = { name: string; reason: string };

/**
 * Adds up what the runners reported about the last `npm test`.
 *
 * @returns line: 'N passed, M failed', with those skipped and on the second try if any; the failed tests, and those that
 *   passed on the second try with the reason of the first
 */
export function summarise(root: string): {
  line: string;
  failed: number;
  failures: Failure[];
  flaky: Failure[];
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
    .map((name) => ({
      ...{ passed: 0, failed: 1, skipped: 0 },
      failures: [failure(`${name}: ended with an error`)],
    }));
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
    failures: totals.flatMap(({ failures }) => failures),
    flaky,
  };
}

/** Counts as one failure, like a file that failed outside of its tests: in a hook or before the first. */
const withoutReport = (runner: string) => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: [failure(`${runner}: the runner left no report`)],
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
      .map((test) => failure(`${file.name} › ${test.fullName}`, test.failureMessages?.[0])),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [...broken.map((file) => failure(file.name, file.message)), ...failing],
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
    failures: couldNotBegin
      ? report.errors.map(({ message }) => failure('browser: the run broke', message))
      : specsThat('unexpected', report.suites),
  };
}

function specsThat(status: 'unexpected' | 'flaky', suites: BrowserSuite[] = []): Failure[] {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter((spec) => spec.tests.some((test) => test.status === status))
      .map((spec) => failure(`${spec.file} › ${spec.title}`, firstError(spec))),
    ...specsThat(status, suite.suites),
  ]);
}

function firstError({ tests }: BrowserSpec): string | undefined {
  return tests
    .flatMap(({ results = [] }) => results)
    .map(({ error }) => error?.message)
    .find((message) => message !== undefined);
}

function failure(name: string, message: string = ''): Failure {
  const lines = stripVTControlCharacters(message).trim().split('\n');
  return { name, reason: lines.slice(0, REASON_LINES_MAX).join('\n') };
}
