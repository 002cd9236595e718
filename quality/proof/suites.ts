import { existsSync, readFileSync, rmSync } from 'node:fs';
import {
  REPORTS,
  type BrowserReport,
  type BrowserSuite,
  type VitestReport,
} from '../../scripts/lib/summary.ts';
import type { AdoptReport } from '../adopt/run.ts';
import type { LoadReport } from '../load/run.ts';
import { ENGINES, missingPrograms } from '../engines/programs.ts';

export type Verdict = 'passed' | 'failed' | 'not run';

/** details: lines of Markdown */
export type Reading = { verdict: Verdict; figures: string; details?: string[] };

export type Outcome = Reading & { at: string; seconds: number; machine: string };

type End = { root: string; code: number; output: string };

export type Suite = {
  name: string;
  /** What it shows. */
  title: string;
  isQuick?: boolean;
  command: (minutes: number) => readonly string[];
  env?: Record<string, string>;
  read: (end: End) => Reading;
};

type MutationReport = { files: Record<string, { mutants: { status: string }[] }> };

const VITEST_REPORT = 'test-results/proof-vitest.json';
const BROWSER_REPORT = `test-results/${REPORTS.browser}`;
const SLOW = '--config=quality/playwright.config.ts';
const STRYKER = 'node_modules/@stryker-mutator/core/bin/stryker.js';
const MUTATION_REPORT = 'test-results/mutation.json';
/** Percent. */
const MUTATION_SCORE_MIN = 80;

const vitest = (...files: string[]) => {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`];
  return () => ['node', 'node_modules/vitest/vitest.mjs', 'run', ...reporters, ...files];
};

const playwright = (...args: string[]) => {
  return () => ['node', 'node_modules/@playwright/test/cli.js', 'test', ...args];
};

export const SUITES: readonly Suite[] = [
  {
    name: 'access',
    title: 'Who may do what: every table, function and bucket for every kind of caller',
    isQuick: true,
    command: vitest(
      ...['access-matrix', 'attacks-', 'bucket', 'content-texts'].map(
        (file) => `tests/database/${file}`,
      ),
    ),
    env: { PROVE_ALL: '1' },
    read: readVitest,
  },
  {
    name: 'uploads',
    title: 'Hostile files against the upload function, by itself and for real',
    isQuick: true,
    command: vitest('tests/functions/secure-file-upload', 'tests/launcher/secure-file-upload'),
    read: readVitest,
  },
  {
    name: 'properties',
    title:
      'Rules that hold for any input: validators, names, addresses, times, HTML, documents edited in any order',
    isQuick: true,
    command: vitest('tests/unit/properties', 'tests/unit/documents/document-model'),
    env: { PROVE_ALL: '1' },
    read: readVitest,
  },
  {
    name: 'expressions',
    title: 'No text holds a regular expression up, each one proven anew',
    isQuick: true,
    command: vitest('tests/unit/security/'),
    env: { PROVE_ALL: '1' },
    read: readVitest,
  },
  {
    name: 'functions',
    title: 'The functions against forged, broken and flooding requests',
    isQuick: true,
    command: vitest('tests/functions'),
    read: readVitest,
  },
  {
    name: 'dependencies',
    title: 'Known weaknesses of what the site ships (npm audit)',
    isQuick: true,
    command: () => ['npm', 'audit', '--omit=dev', '--json'],
    read: readAudit,
  },
  {
    name: 'browser',
    title:
      'All journeys on every page and device, with axe in both themes at three widths and layout shift on every page',
    command: playwright(),
    env: { EVERY_SCREEN: '1' },
    read: readBrowser,
  },
  {
    name: 'walks',
    title:
      'Every page by keyboard alone, zoomed and in forced colors; what a screen reader is given',
    command: playwright(SLOW, '--project=walks'),
    read: readBrowser,
  },
  {
    name: 'attacks',
    title: 'Headers and policy in a browser, scripts smuggled into every field',
    command: playwright(SLOW, '--project=attacks'),
    read: readBrowser,
  },
  {
    name: 'adopt',
    title:
      'Another agency adopts the site in a clean clone: checks, tests, and no trace of the first',
    command: () => ['node', 'scripts/run.mjs', 'quality/adopt/run.ts'],
    read: readAdopt,
  },
  {
    name: 'demo',
    title: 'The demo: sample content, and no request to a backend',
    command: playwright(SLOW, '--project=demo'),
    read: readBrowser,
  },
  {
    name: 'faults',
    title: 'Journeys while the backend fails, stalls, dies and comes back',
    command: playwright(SLOW, '--project=faults'),
    read: readBrowser,
  },
  {
    name: 'engines',
    title: 'The main journeys in Firefox and WebKitGTK, and five pages in both themes and widths',
    command: playwright(SLOW, '--project=engines-*'),
    read: readEngines,
  },
  {
    name: 'accounts',
    title:
      'Every order of five steps in the life of an account: no attacker gains the standing of a member',
    command: vitest('--project=proof', 'account-life'),
    read: readVitest,
  },
  {
    name: 'hosted',
    title:
      'The guards of accounts on PostgreSQL, written to as the Auth service of a hosted project writes',
    isQuick: true,
    command: vitest('--project=proof', 'hosted-project'),
    read: readVitest,
  },
  {
    name: 'backups',
    title: 'Everything exported as one zip and restored elsewhere, row by row and byte by byte',
    command: vitest('--project=proof', 'backup'),
    read: readVitest,
  },
  {
    name: 'content',
    title: 'Every text an editor stores, filled with what breaks builds, through one real build',
    command: vitest('--project=proof', 'content'),
    read: readVitest,
  },
  {
    name: 'chaos',
    title: 'People at work while everything breaks at random: nothing written is lost',
    command: (minutes) => [
      'node',
      'scripts/run.mjs',
      'quality/chaos/run.ts',
      '--minutes',
      String(minutes),
    ],
    read: readChaos,
  },
  {
    name: 'load',
    title:
      '100 visitors, 10 staff and a burst of enquiries among 10,000 studies, on the production build',
    command: (minutes) => [
      'node',
      'scripts/run.mjs',
      'quality/load/run.ts',
      '--minutes',
      String(minutes),
    ],
    read: readLoad,
  },
  {
    name: 'mutation',
    title: 'The tests notice when lib and contracts are changed',
    command: () => ['node', STRYKER, 'run', 'quality/mutation/stryker.config.mjs'],
    read: readMutation,
  },
];

/** Reads a report and deletes it, so that a later run without a report cannot use it. */
function take<Report>(file: string): Report | null {
  if (!existsSync(file)) return null;
  const report: Report = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return report;
}

function readVitest({ root, code }: End): Reading {
  const report = take<VitestReport>(root + VITEST_REPORT);
  if (!report) return broken();
  const { numPassedTests: passed, numFailedTests: failed, testResults } = report;
  if (code === 0 && passed === 0) {
    return { verdict: 'not run', figures: 'not possible: PostgreSQL is not installed' };
  }
  const names = testResults.flatMap((file) =>
    file.assertionResults.filter((one) => one.status === 'failed').map((one) => `- ${one.title}`),
  );
  return {
    verdict: code === 0 ? 'passed' : 'failed',
    figures: `${passed} tests passed, ${failed} failed`,
    ...(names.length > 0 && { details: names }),
  };
}

function readBrowser({ root, code }: End): Reading {
  const report = take<BrowserReport>(root + BROWSER_REPORT);
  if (!report) return broken();
  const { expected, unexpected, flaky, skipped } = report.stats;
  const files = report.suites.map((suite) => {
    const specs = specsOf(suite);
    // Several projects may have the spec: `ok` is that of one.
    const failed = specs.filter((spec) => spec.tests.some((test) => test.status === 'unexpected'));
    const lost = failed.map((spec) => `\n  - ${spec.title}`).join('');
    return `- ${suite.file}: ${specs.length - failed.length} of ${specs.length}${lost}`;
  });
  return {
    verdict: code === 0 ? 'passed' : 'failed',
    figures: `${expected + flaky} tests passed (${flaky} at the second try), ${unexpected} failed, ${skipped} skipped`,
    details: files,
  };
}

/** An engine that is not installed is reported, and the suite counts as not run. */
function readEngines(end: End): Reading {
  const reading = readBrowser(end);
  const missing = ENGINES.flatMap(missingPrograms);
  if (missing.length === 0 || reading.verdict === 'failed') return reading;
  return {
    ...reading,
    verdict: 'not run',
    figures: `no ${missing.join(', ')}; ${reading.figures}`,
  };
}

function specsOf(suite: BrowserSuite): NonNullable<BrowserSuite['specs']> {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

/** An unreachable registry is reported, and the suite counts as not run. */
function readAudit({ output }: End): Reading {
  let report: {
    metadata?: { vulnerabilities?: Record<string, number> };
    vulnerabilities?: object;
  } | null = null;
  try {
    report = JSON.parse(output);
  } catch {
    // No report: below.
  }
  const counts = report?.metadata?.vulnerabilities;
  if (!counts) {
    return {
      verdict: 'not run',
      figures: 'not reachable: no registry answered the audit from this machine',
    };
  }
  const { total, critical, high, moderate, low } = counts;
  return {
    verdict: total === 0 ? 'passed' : 'failed',
    figures: `${total} known weaknesses (${critical} critical, ${high} high, ${moderate} moderate, ${low} low)`,
    details: Object.keys(report?.vulnerabilities ?? {}).map((name) => `- ${name}`),
  };
}

function readChaos({ code, output }: End): Reading {
  const lost = /Lost edits: (\d+)/.exec(output)?.[1];
  const stuck = /Screens that did not recover: (\d+)/.exec(output)?.[1];
  if (lost === undefined || stuck === undefined) return broken();
  const counts = [...output.matchAll(/^ {4}(\S+(?: \S+)*) {2,}(\d+)$/gm)].map(
    ([, what, count]) => `- ${what}: ${count}`,
  );
  return {
    verdict: code === 0 ? 'passed' : 'failed',
    figures: `${lost} edits lost, ${stuck} screens that did not recover`,
    details: counts,
  };
}

function readAdopt({ root, code }: End): Reading {
  const report = take<AdoptReport>(`${root}test-results/adopt.json`);
  if (!report) return broken();
  const { minutes, failed, named, pages } = report;
  return {
    verdict: code === 0 ? 'passed' : 'failed',
    figures: `adopted in ${minutes.toFixed(1)} minutes with the install, ${failed.length} steps failed, the first agency is named ${named.length} times in ${pages} pages and their files`,
    details: [...failed, ...named].map((line) => `- ${line}`),
  };
}

function readLoad({ root, code }: End): Reading {
  const report = take<LoadReport>(`${root}test-results/load.json`);
  if (!report) return broken();
  const { requests, perSecond, errors, saves, lost, growth, memory, enquiries } = report;
  const growthText = growth === null ? 'not measured' : `${Math.round(growth * 100)} %`;
  return {
    verdict: code === 0 ? 'passed' : 'failed',
    figures:
      `${report.minutes} minutes, ${requests} requests (${perSecond} a second), ${errors} failed, ` +
      `${saves} saves, ${enquiries.sent} enquiries at once of which ${enquiries.taken} were taken and ` +
      `${enquiries.refused} refused, ${lost.length} lost, memory growth ${growthText}`,
    details: [
      '| Kind | Requests | p50 ms | p95 ms | p99 ms | Failed |',
      '| --- | --: | --: | --: | --: | --: |',
      ...report.kinds.map(
        ({ kind, count, p50, p95, p99, errors: failed }) =>
          `| ${kind} | ${count} | ${p50} | ${p95} | ${p99} | ${failed} |`,
      ),
      '',
      `Memory of the servers every 30 s, in MB: ${memory.map(({ megabytes }) => megabytes).join(', ')}.`,
    ],
  };
}

function readMutation({ root }: End): Reading {
  const report = take<MutationReport>(root + MUTATION_REPORT);
  if (!report) return broken();
  const rows = Object.entries(report.files).map(([file, { mutants }]) => ({
    file,
    ...scoreOf(mutants),
  }));
  const all = scoreOf(Object.values(report.files).flatMap(({ mutants }) => mutants));
  return {
    verdict: all.score >= MUTATION_SCORE_MIN ? 'passed' : 'failed',
    figures: `${all.score} % of ${all.count} changes noticed (${MUTATION_SCORE_MIN} % wanted), ${all.survived} not`,
    details: [
      '| File | Noticed | Changes | Not noticed |',
      '| --- | --: | --: | --: |',
      ...rows
        .toSorted((a, b) => a.score - b.score)
        .map(
          ({ file, score, count, survived }) => `| ${file} | ${score} % | ${count} | ${survived} |`,
        ),
    ],
  };
}

/** Mutants that no test runs count as survived. */
function scoreOf(mutants: { status: string }[]) {
  const noticed = mutants.filter(({ status }) => ['Killed', 'Timeout'].includes(status)).length;
  const survived = mutants.filter(({ status }) =>
    ['Survived', 'NoCoverage'].includes(status),
  ).length;
  const count = noticed + survived;
  return { count, survived, score: count === 0 ? 100 : Math.round((noticed / count) * 100) };
}

const broken = (): Reading => ({ verdict: 'failed', figures: 'it ended without a report' });
