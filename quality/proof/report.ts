// Reads what a suite left in test-results.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/reporters';
import { root } from '../../scripts/lib/install.mjs';
import { REPORTS } from '../../scripts/lib/checks/summary.ts';
import { table } from '../lib/table.ts';

export type Report = {
  /** How much of the suite ran: less than all of it is told in the table. */
  ran: { done: number; of: number; unit: string }[];
  figures: string;
  /** Markdown. */
  details?: string;
  /** Where the exit code does not say so. */
  hasFailed?: boolean;
};

export const VITEST_REPORT = 'test-results/proof-vitest.json';

/** For suites that are scripts of their own: what `ownReport` reads. */
export function leaveReport(suite: string, report: Report) {
  mkdirSync(`${root}test-results`, { recursive: true });
  writeFileSync(`${root}test-results/${suite}.json`, JSON.stringify(report));
}

export const ownReport = (suite: string) => () => take<Report>(`test-results/${suite}.json`);

/** Reads a report and deletes it, so that a later run without a report cannot use it. */
function take<Content>(file: string): Content | null {
  if (!existsSync(root + file)) return null;
  const report: Content = JSON.parse(readFileSync(root + file, 'utf8'));
  rmSync(root + file);
  return report;
}

type Test = { file: string; title: string; status: string; reason?: string };

export function vitest(): Report | null {
  const report = take<JsonTestResults>(VITEST_REPORT);
  if (!report) return null;
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status, meta }) => {
      const reason = meta && 'reason' in meta ? String(meta.reason) : undefined;
      return { file: name, title, status, reason };
    }),
  );
  return reportOf(tests, [...new Set(report.testResults.map(({ name }) => name))]);
}

/** @param folder of the spec files, all of which should have run */
export const playwright = (folder: string) => (): Report | null => {
  const report = take<JSONReport>(`test-results/${REPORTS.browser}`);
  if (!report) return null;
  const specs = readdirSync(root + folder).filter((file) => file.endsWith('.spec.ts'));
  return reportOf(report.suites.flatMap(testsIn), specs);
};

function testsIn(suite: JSONReportSuite): Test[] {
  const direct = suite.specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, annotations: [note] }) => {
      return { file: basename(file), title, status, reason: note?.description };
    }),
  );
  return [...direct, ...(suite.suites ?? []).flatMap(testsIn)];
}

/** @param files of the suite; tests of others, such as the one that signs in, do not count */
function reportOf(all: readonly Test[], files: readonly string[]): Report {
  const tests = all.filter(({ file }) => files.includes(file));
  const having = (...statuses: string[]) => tests.filter(({ status }) => statuses.includes(status));
  const ran = having('passed', 'failed', 'expected', 'unexpected', 'flaky');
  const failed = having('failed', 'unexpected');
  const flaky = having('flaky');
  const complete = files.filter((name) => ran.some(({ file }) => file === name));
  const list = (what: string, some: readonly Test[]) =>
    some.map(({ file, title, reason }) =>
      [`- ${what}: ${basename(file)}`, title, ...(reason ? [reason] : [])].join(', '),
    );
  const details = [
    ...list('failed', failed),
    ...list('passed at the second try', flaky),
    ...list('not run', having('skipped', 'pending', 'todo', 'disabled')),
    ...files.filter((file) => !complete.includes(file)).map((file) => `- not run: all of ${file}`),
  ];
  return {
    ran: [
      { done: complete.length, of: files.length, unit: 'files' },
      { done: ran.length, of: tests.length, unit: 'tests' },
    ],
    figures: `${failed.length} failed, ${flaky.length} passed at the second try`,
    ...(details.length > 0 && { details: details.join('\n') }),
  };
}

/** An unreachable registry is reported, and the suite counts as not run. */
export function audit(output: string): Report {
  const { metadata, vulnerabilities = {} } = JSON.parse(output || '{}');
  if (!metadata) return { ran: [], figures: 'no registry answered', hasFailed: false };
  const packages: number = metadata.dependencies.prod;
  const counts = Object.entries(metadata.vulnerabilities);
  return {
    ran: [{ done: packages, of: packages, unit: 'packages' }],
    figures: `known weaknesses: ${counts.map(([level, count]) => `${count} ${level}`).join(', ')}`,
    details: Object.keys(vulnerabilities)
      .map((name) => `- ${name}`)
      .join('\n'),
  };
}

/** Percent of changes that must be noticed, by folder. */
const MUTATION_SCORES = {
  'src/lib': 93,
  'supabase/functions/_shared/contracts': 93,
  'src/documents': 85,
};

type Mutants = { mutants: { status: string }[] };

export function mutation(): Report | null {
  const report = take<{ files: Record<string, Mutants> }>('test-results/mutation.json');
  if (!report) return null;
  const all = Object.entries(report.files);
  const folders = Object.entries(MUTATION_SCORES).map(([folder, wanted]) => {
    const inside = all.filter(([file]) => file.startsWith(`${folder}/`));
    return scoreOf(folder, inside, wanted);
  });
  const files = all.map((one) => scoreOf(one[0], [one])).toSorted((a, b) => a.score - b.score);
  const ran = folders.filter(({ count }) => count > 0);
  return {
    ran: [{ done: ran.length, of: folders.length, unit: 'folders' }],
    figures: ran
      .map(({ name, score, wanted }) => `${name} ${score} % (${wanted} wanted)`)
      .join(', '),
    hasFailed: ran.some(({ score, wanted }) => score < wanted),
    details: table(
      ['Folder or file', 'Noticed, %', 'Wanted', 'Changes', 'Not noticed'],
      [...folders, ...files].map(({ name, score, wanted, count, survived }) => [
        ...[name, score, wanted || '', count, survived],
      ]),
    ),
  };
}

/** Mutants that no test runs count as survived. */
function scoreOf(name: string, files: readonly (readonly [string, Mutants])[], wanted = 0) {
  const statuses = files.flatMap(([, { mutants }]) => mutants.map(({ status }) => status));
  const noticed = statuses.filter((status) => /^(?:Killed|Timeout)$/.test(status)).length;
  const survived = statuses.filter((status) => /^(?:Survived|NoCoverage)$/.test(status)).length;
  const count = noticed + survived;
  const score = count === 0 ? 100 : Math.round((noticed / count) * 100);
  return { name, wanted, count, survived, score };
}
