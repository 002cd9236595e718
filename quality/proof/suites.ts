import {
  audit,
  mutation,
  ownReport,
  playwright,
  vitest,
  VITEST_REPORT,
  type Report,
} from './report.ts';

export type Suite = {
  name: string;
  /** What it shows. */
  title: string;
  isQuick?: boolean;
  command: (minutes: number) => readonly string[];
  env?: Record<string, string>;
  /** Null without a report. */
  read: (output: string) => Report | null;
};

const runVitest = (...files: string[]) => ({
  command: () => [
    ...['node', 'node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json'],
    ...[`--outputFile.json=${VITEST_REPORT}`, ...files],
  ],
  read: vitest,
});

const runPlaywright = (folder: string, ...args: string[]) => ({
  command: () => ['node', 'node_modules/@playwright/test/cli.js', 'test', ...args],
  read: playwright(folder),
});

/** @param project of quality/playwright.config.ts */
const runSlow = (name: string, project = name) =>
  runPlaywright(`quality/${name}`, '--config=quality/playwright.config.ts', `--project=${project}`);

const runScript = (name: string) => ({
  command: (minutes: number) => [
    ...['node', 'scripts/run.mjs', `quality/${name}/run.ts`, '--minutes', String(minutes)],
  ],
  read: ownReport(name),
});

export const SUITES: readonly Suite[] = [
  {
    name: 'expressions',
    title: 'No text holds a regular expression up, each one proven anew',
    isQuick: true,
    ...runVitest('tests/unit/security/'),
    env: { PROVE_ALL: '1' },
  },
  {
    name: 'dependencies',
    title: 'Known weaknesses of what the site ships (npm audit)',
    isQuick: true,
    command: () => ['npm', 'audit', '--omit=dev', '--json'],
    read: audit,
  },
  {
    name: 'browser',
    title: 'All journeys, on every page, theme, width and device that they name',
    ...runPlaywright('e2e/journeys'),
    env: { EVERY_SCREEN: '1' },
  },
  {
    name: 'walks',
    title:
      'Every page by keyboard alone, zoomed and in forced colors; what a screen reader is given',
    ...runSlow('walks'),
  },
  {
    name: 'attacks',
    title: 'The policy in a browser, scripts smuggled into every field',
    ...runSlow('attacks'),
  },
  {
    name: 'adopt',
    title:
      'Another agency adopts the site in a clean clone: checks, tests, and no trace of the first',
    ...runScript('adopt'),
  },
  {
    name: 'demo',
    title: 'The demo: sample content, and no request to a backend',
    ...runSlow('demo'),
  },
  {
    name: 'faults',
    title: 'Journeys while the backend fails, stalls, dies and comes back',
    ...runSlow('faults'),
  },
  {
    name: 'engines',
    title: 'The main journeys in Firefox and WebKitGTK, and five pages in both themes and widths',
    ...runSlow('engines', 'engines-*'),
  },
  {
    name: 'accounts',
    title:
      'Every order of five steps in the life of an account: no attacker gains the standing of a member',
    ...runVitest('--project=proof', 'account-life'),
  },
  {
    name: 'hosted',
    title:
      'The guards of accounts on PostgreSQL, written to as the Auth service of a hosted project writes',
    isQuick: true,
    ...runVitest('--project=proof', 'hosted-project'),
  },
  {
    name: 'backups',
    title: 'Everything exported as one zip and restored elsewhere, row by row and byte by byte',
    ...runVitest('--project=proof', 'backup'),
  },
  {
    name: 'content',
    title: 'Every text an editor stores, filled with what breaks builds, through one real build',
    ...runVitest('--project=proof', 'content'),
  },
  {
    name: 'chaos',
    title: 'People at work while everything breaks at random: nothing written is lost',
    ...runScript('chaos'),
  },
  {
    name: 'load',
    title:
      '100 visitors, 10 staff and a burst of enquiries among 10,000 studies, on the production build',
    ...runScript('load'),
  },
  {
    name: 'mutation',
    title: 'The tests notice when lib, contracts and documents are changed',
    command: () => [
      ...['node', 'node_modules/@stryker-mutator/core/bin/stryker.js'],
      ...['run', 'quality/mutation/stryker.config.mjs'],
    ],
    read: mutation,
  },
];
