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
  command: (minutes: number) => readonly string[];
  env?: Record<string, string>;
  /** The report is what the command prints. */
  isPrinted?: boolean;
  /** Null without a report. */
  read: (output: string) => Report | null;
};

const VITEST = ['node', 'node_modules/vitest/vitest.mjs', 'run', '--reporter=default'];
const PLAYWRIGHT = ['node', 'node_modules/@playwright/test/cli.js', 'test'];
const STRYKER = ['node', 'node_modules/@stryker-mutator/core/bin/stryker.js', 'run'];

const withVitest = (name: string, title: string, ...files: string[]): Suite => ({
  ...{ name, title, read: vitest },
  command: () => [...VITEST, '--reporter=json', `--outputFile.json=${VITEST_REPORT}`, ...files],
});

/** @param project of quality/playwright.config.ts */
const withPlaywright = (name: string, title: string, project = name): Suite => ({
  ...{ name, title, read: playwright(`quality/${name}`) },
  command: () => [
    ...[...PLAYWRIGHT, '--config=quality/playwright.config.ts', `--project=${project}`],
  ],
});

const withScript = (name: string, title: string): Suite => ({
  ...{ name, title, read: ownReport(name) },
  command: (minutes) => [
    ...['node', 'scripts/run.mjs', `quality/${name}/run.ts`, '--minutes', String(minutes)],
  ],
});

export const SUITES: readonly Suite[] = [
  {
    ...withVitest('expressions', 'No text holds a regular expression up', 'tests/unit/security/'),
    env: { PROVE_ALL: '1' },
  },
  {
    ...withVitest(
      'access',
      'Who may do what: every table, function, bucket and text for every kind of caller',
      ...['access-matrix', 'bucket', 'content-texts'].map((file) => `tests/database/${file}`),
    ),
    env: { PROVE_ALL: '1' },
  },
  {
    ...withVitest(
      'orders',
      'Documents edited in 20,000 random orders: no typed text is lost',
      'tests/unit/documents/document-model',
    ),
    env: { PROVE_ALL: '1' },
  },
  {
    ...withVitest(
      'writing',
      'Changing one block of 10,000 texts keeps the source of every other',
      'tests/unit/writing/fidelity',
    ),
    env: { PROVE_ALL: '1' },
  },
  {
    name: 'dependencies',
    title: 'Known weaknesses of what the site ships (npm audit)',
    command: () => ['npm', 'audit', '--omit=dev', '--json'],
    isPrinted: true,
    read: audit,
  },
  {
    name: 'browser',
    title: 'All journeys, on every page, theme, width and device that they name',
    command: () => PLAYWRIGHT,
    env: { EVERY_SCREEN: '1' },
    read: playwright('e2e/journeys'),
  },
  withPlaywright('walks', 'Every page by keyboard alone, zoomed and in forced colors'),
  withPlaywright(
    'attacks',
    'The policy in a browser, scripts smuggled into every field, an editor against approvals, enquiries and builds',
  ),
  withScript('adopt', 'Another agency adopts the site: checks, tests, no trace of the first'),
  withPlaywright('demo', 'The demo: sample content, and no request to a backend'),
  withPlaywright('faults', 'Journeys while the backend fails, stalls, dies and comes back'),
  withPlaywright('engines', 'The main journeys and pages in Firefox and WebKitGTK', 'engines-*'),
  withVitest(
    'accounts',
    'Every order of five steps in the life of an account: no attacker gains the standing of a member',
    ...['--project=proof', 'account-life'],
  ),
  withVitest(
    'hosted',
    'The guards of accounts on PostgreSQL, written to as the Auth service of a hosted project writes',
    ...['--project=proof', 'hosted-project'],
  ),
  withVitest(
    'outbox',
    'Mails claimed, sent and refused on PostgreSQL while clients comment: no comment is left out',
    ...['--project=proof', 'outbox'],
  ),
  withVitest(
    'live',
    'A running Supabase (LIVE_URL), or the embedded backend: accounts, storage, functions, mails, documents, backup',
    '--project=live',
  ),
  withVitest(
    'backups',
    'Everything exported as one zip and restored elsewhere, row by row and byte by byte',
    ...['--project=proof', 'backup'],
  ),
  withVitest(
    'operations',
    'Random operations of every feature: the next build equals one from nothing, a restored backup the exported',
    ...['--project=proof', 'operations'],
  ),
  withVitest(
    'content',
    'Every text an editor stores, filled with what breaks builds, through one real build',
    ...['--project=proof', 'content'],
  ),
  withScript('chaos', 'People at work while everything breaks at random: nothing written is lost'),
  withScript('load', '100 visitors, 10 staff and a burst of enquiries among 10,000 studies'),
  {
    name: 'mutation',
    title: 'The tests notice when lib, contracts and documents are changed',
    command: () => [...STRYKER, 'quality/mutation/stryker.config.mjs'],
    read: mutation,
  },
];
