import { existsSync, readFileSync, rmSync } from 'node:fs';
import { REPORTS } from '../../scripts/lib/summary.mjs';
import { ENGINES, missingPrograms } from '../engines/programs.mjs';

/**
 * @typedef {'passed' | 'failed' | 'not run'} Verdict
 * @typedef {{ verdict: Verdict, figures: string, details?: string[] }} Reading details: lines of Markdown
 * @typedef {Reading & { at: string, seconds: number, machine: string }} Outcome
 *
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} title what it shows
 * @property {boolean} [isQuick]
 * @property {(minutes: number) => readonly string[]} command
 * @property {Record<string, string>} [env]
 * @property {(end: { root: string, code: number, output: string }) => Reading} read
 */

const VITEST_REPORT = 'test-results/proof-vitest.json';
const BROWSER_REPORT = `test-results/${REPORTS.browser}`;
const SLOW = '--config=quality/playwright.config.ts';
const STRYKER = 'node_modules/@stryker-mutator/core/bin/stryker.js';
const MUTATION_REPORT = 'test-results/mutation.json';
/** Percent. */
const MUTATION_SCORE_MIN = 80;

/** @param {...string} files */
const vitest = (...files) => {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`];
  return () => ['node', 'node_modules/vitest/vitest.mjs', 'run', ...reporters, ...files];
};

/** @param {...string} args */
const playwright = (...args) => {
  return () => ['node', 'node_modules/@playwright/test/cli.js', 'test', ...args];
};

/** @type {readonly Suite[]} */
export const SUITES = [
  {
    name: 'access',
    title: 'Who may do what: every table, function and bucket for every kind of caller',
    isQuick: true,
    command: vitest('tests/database/access-matrix.test.ts', 'tests/database/attacks-'),
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
    title: 'Rules that hold for any input: validators, names, addresses, times, HTML',
    isQuick: true,
    command: vitest('tests/unit/properties'),
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
    command: (minutes) => ['node', 'quality/chaos/run.mjs', '--minutes', String(minutes)],
    read: readChaos,
  },
  {
    name: 'load',
    title:
      '100 visitors, 10 staff and a burst of enquiries among 10,000 studies, on the production build',
    command: (minutes) => ['node', 'quality/load/run.mjs', '--minutes', String(minutes)],
    read: readLoad,
  },
  {
    name: 'mutation',
    title: 'The tests notice when lib and contracts are changed',
    command: () => ['node', STRYKER, 'run', 'quality/mutation/stryker.config.mjs'],
    read: readMutation,
  },
];

/** Reads a report and deletes it, so that a later run without a report cannot use it. @param {string} file */
function take(file) {
  if (!existsSync(file)) return null;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return report;
}

/** @type {Suite['read']} */
function readVitest({ root, code }) {
  const report = take(root + VITEST_REPORT);
  if (!report) return broken();
  const { numPassedTests: passed, numFailedTests: failed, testResults } = report;
  if (code === 0 && passed === 0) {
    return { verdict: 'not run', figures: 'not possible: PostgreSQL is not installed' };
  }
  const names = testResults.flatMap((/** @type {any} */ file) =>
    file.assertionResults
      .filter((/** @type {any} */ one) => one.status === 'failed')
      .map((/** @type {any} */ one) => `- ${one.title}`),
  );
  return {
    verdict: code === 0 ? 'passed' : 'failed',
    figures: `${passed} tests passed, ${failed} failed`,
    ...(names.length > 0 && { details: names }),
  };
}

/** @type {Suite['read']} */
function readBrowser({ root, code }) {
  const report = take(root + BROWSER_REPORT);
  if (!report) return broken();
  const { expected, unexpected, flaky, skipped } = report.stats;
  const files = report.suites.map((/** @type {any} */ suite) => {
    const specs = specsOf(suite);
    // Several projects may have the spec: `ok` is that of one.
    const failed = specs.filter((/** @type {any} */ spec) =>
      spec.tests.some((/** @type {any} */ test) => test.status === 'unexpected'),
    );
    const lost = failed.map((/** @type {any} */ spec) => `\n  - ${spec.title}`).join('');
    return `- ${suite.file}: ${specs.length - failed.length} of ${specs.length}${lost}`;
  });
  return {
    verdict: code === 0 ? 'passed' : 'failed',
    figures: `${expected + flaky} tests passed (${flaky} at the second try), ${unexpected} failed, ${skipped} skipped`,
    details: files,
  };
}

/** An engine that is not installed is reported, and the suite counts as not run. @type {Suite['read']} */
function readEngines(end) {
  const reading = readBrowser(end);
  const missing = ENGINES.flatMap(missingPrograms);
  if (missing.length === 0 || reading.verdict === 'failed') return reading;
  return {
    ...reading,
    verdict: 'not run',
    figures: `no ${missing.join(', ')}; ${reading.figures}`,
  };
}

/** @param {any} suite @returns {any[]} */
function specsOf(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

/** An unreachable registry is reported, and the suite counts as not run. @type {Suite['read']} */
function readAudit({ output }) {
  /** @type {any} */
  let report = null;
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
    details: Object.keys(report.vulnerabilities ?? {}).map((name) => `- ${name}`),
  };
}

/** @type {Suite['read']} */
function readChaos({ code, output }) {
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

/** @type {Suite['read']} */
function readLoad({ root, code }) {
  const report = take(`${root}test-results/load.json`);
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
        (/** @type {any} */ { kind, count, p50, p95, p99, errors: failed }) =>
          `| ${kind} | ${count} | ${p50} | ${p95} | ${p99} | ${failed} |`,
      ),
      '',
      `Memory of the servers every 30 s, in MB: ${memory.map((/** @type {any} */ { megabytes }) => megabytes).join(', ')}.`,
    ],
  };
}

/** @type {Suite['read']} */
function readMutation({ root }) {
  const report = take(root + MUTATION_REPORT);
  if (!report) return broken();
  const rows = Object.entries(report.files).map(([file, { mutants }]) => ({
    file,
    ...scoreOf(mutants),
  }));
  const all = scoreOf(
    Object.values(report.files).flatMap((/** @type {any} */ { mutants }) => mutants),
  );
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

/** Mutants that no test runs count as survived. @param {{ status: string }[]} mutants */
function scoreOf(mutants) {
  const noticed = mutants.filter(({ status }) => ['Killed', 'Timeout'].includes(status)).length;
  const survived = mutants.filter(({ status }) =>
    ['Survived', 'NoCoverage'].includes(status),
  ).length;
  const count = noticed + survived;
  return { count, survived, score: count === 0 ? 100 : Math.round((noticed / count) * 100) };
}

/** @returns {Reading} */
const broken = () => ({ verdict: 'failed', figures: 'it ended without a report' });
