import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { summarise } from '../../../scripts/lib/checks/summary.ts';

const vitestReport = {
  numPassedTests: 40,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ status: 'passed', assertionResults: [{}] }],
};
const browserReport = { stats: { expected: 10, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] };

function summaryOf(reports: Record<string, unknown>) {
  const root = `${mkdtempSync(path.join(tmpdir(), 'summary-'))}/`;
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(`${root}test-results`);
  for (const [name, report] of Object.entries(reports)) {
    if (!report) continue;
    writeFileSync(`${root}test-results/${name}.json`, JSON.stringify(report));
  }
  return summarise(root);
}

const spec = (title: string, status: string) => ({
  file: 'blog.spec.ts',
  title,
  tests: [{ status, results: status === 'expected' ? [] : [{ error: { message: 'Timed out' } }] }],
});

const green = {
  unit: vitestReport,
  modules: vitestReport,
  'screens-1': vitestReport,
  'screens-2': vitestReport,
  database: vitestReport,
  launcher: vitestReport,
  built: vitestReport,
  browser: browserReport,
};

test('all runners add up to one line', () => {
  expect(summaryOf(green)).toEqual({
    line: '290 passed, 0 failed',
    failed: 0,
    failures: [],
    flaky: [],
  });
});

test('failures of any runner count and are named with their reason', () => {
  const database = {
    ...vitestReport,
    numPassedTests: 39,
    numFailedTests: 1,
    testResults: [
      {
        name: 'tests/database/access.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'anonymous reads' },
          {
            ...{ status: 'failed', fullName: 'anonymous writes nothing' },
            failureMessages: ['Error: 42501'],
          },
        ],
      },
    ],
  };
  const browser = {
    ...browserReport,
    stats: { ...browserReport.stats, expected: 9, unexpected: 1 },
    suites: [
      {
        specs: [spec('reads', 'expected')],
        suites: [{ specs: [spec('subscribes', 'unexpected')] }],
      },
    ],
  };
  expect(summaryOf({ ...green, database, browser })).toEqual({
    line: '288 passed, 2 failed',
    failed: 2,
    failures: [
      {
        name: 'tests/database/access.test.ts › anonymous writes nothing',
        reason: 'Error: 42501',
      },
      { name: 'blog.spec.ts › subscribes', reason: 'Timed out' },
    ],
    flaky: [],
  });
});

test('skipped tests are reported; a test that passes on the second try counts as passed, is counted beside and is named', () => {
  const modules = { ...vitestReport, numPendingTests: 2, numTodoTests: 1 };
  const browser = {
    stats: { expected: 9, unexpected: 0, flaky: 1, skipped: 4 },
    errors: [],
    suites: [{ specs: [spec('reads', 'expected'), spec('subscribes', 'flaky')] }],
  };
  expect(summaryOf({ ...green, modules, browser })).toMatchObject({
    line: '290 passed, 0 failed, 7 skipped, 1 on the second try',
    flaky: [{ name: 'blog.spec.ts › subscribes', reason: 'Timed out' }],
  });
});

test.for(['unit', 'modules', 'database', 'launcher', 'browser'] as const)(
  'the %s runner without a report counts as a failure',
  (runner) => {
    expect(summaryOf({ ...green, [runner]: undefined })).toMatchObject({
      failed: 1,
      failures: [{ name: `${runner}: the runner left no report` }],
    });
  },
);

test('a file that fails before its first test, or in a hook, counts as a failure', () => {
  const broken = {
    ...{ name: 'broken.test.ts', status: 'failed', assertionResults: [] },
    message: '\u001B[31mError: no such module\u001B[39m\n',
  };
  const hook = {
    ...{ name: 'hook.test.ts', status: 'failed' },
    assertionResults: [{ status: 'passed' }, { status: 'skipped' }],
  };
  const failing = {
    name: 'failing.test.ts',
    status: 'failed',
    assertionResults: [{ status: 'failed', fullName: 'fails' }],
  };
  const database = { ...vitestReport, numFailedTests: 1, testResults: [broken, hook, failing] };
  expect(summaryOf({ ...green, database })).toMatchObject({
    failed: 3,
    failures: [
      { name: 'broken.test.ts', reason: 'Error: no such module' },
      { name: 'hook.test.ts', reason: '' },
      { name: 'failing.test.ts › fails', reason: '' },
    ],
  });
});

test('a browser run that could not start counts as a failure, with its reason', () => {
  const browser = {
    stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
    errors: [{ message: 'Error: Timed out waiting 600000ms from config.webServer.' }],
    suites: [],
  };
  expect(summaryOf({ ...green, browser })).toMatchObject({
    line: '280 passed, 1 failed',
    failures: [
      {
        name: 'browser: the run broke',
        reason: 'Error: Timed out waiting 600000ms from config.webServer.',
      },
    ],
  });
});

test('a check or a runner that ended with an error, though no test failed, counts as a failure', () => {
  const database = {
    ...vitestReport,
    numFailedTests: 1,
    testResults: [
      {
        ...{ name: 'a.test.ts', status: 'failed' },
        assertionResults: [{ status: 'failed', fullName: 'fails' }],
      },
    ],
  };
  expect(summaryOf({ ...green, database, broken: ['types', 'modules', 'database'] })).toMatchObject(
    {
      failed: 3,
      failures: [
        { name: 'a.test.ts › fails' },
        { name: 'types: ended with an error' },
        { name: 'modules: ended with an error' },
      ],
    },
  );
});
