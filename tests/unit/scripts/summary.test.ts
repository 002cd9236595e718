import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { summarise } from '../../../scripts/lib/summary.mjs';

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
    writeFileSync(`${root}test-results/${name}.json`, JSON.stringify(report));
  }
  return summarise(root);
}

test('both runners add up to one line', () => {
  expect(summaryOf({ vitest: vitestReport, e2e: browserReport })).toEqual({
    line: '50 passed, 0 failed',
    failed: 0,
  });
});

test('failures of either runner count', () => {
  const vitest = { ...vitestReport, numPassedTests: 38, numFailedTests: 2 };
  const e2e = { ...browserReport, stats: { ...browserReport.stats, expected: 9, unexpected: 1 } };
  expect(summaryOf({ vitest, e2e })).toEqual({ line: '47 passed, 3 failed', failed: 3 });
});

test('skipped tests are told, passing at the second try counts as passed', () => {
  const vitest = { ...vitestReport, numPendingTests: 2, numTodoTests: 1 };
  const e2e = { stats: { expected: 9, unexpected: 0, flaky: 1, skipped: 4 }, errors: [] };
  expect(summaryOf({ vitest, e2e }).line).toBe('50 passed, 0 failed, 7 skipped');
});

test('a runner that left no report counts as a failure', () => {
  expect(summaryOf({ vitest: vitestReport }).line).toBe('40 passed, 1 failed');
  expect(summaryOf({ e2e: browserReport }).line).toBe('10 passed, 1 failed');
  expect(summaryOf({}).failed).toBe(2);
});

test('a file that broke before its first test counts as a failure', () => {
  const broken = { status: 'failed', assertionResults: [] };
  const failing = { status: 'failed', assertionResults: [{}] };
  const vitest = { ...vitestReport, numFailedTests: 1, testResults: [broken, failing] };
  expect(summaryOf({ vitest, e2e: browserReport }).failed).toBe(2);
});

test('a browser run that could not begin counts as a failure', () => {
  const e2e = { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, errors: [{}] };
  expect(summaryOf({ vitest: vitestReport, e2e }).line).toBe('40 passed, 1 failed');
});
