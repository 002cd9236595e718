// npm run proof: runs the slow suites one after the other, prints a table of their results and writes it to
// test-results/proof.md. Not part of npm test: it takes more than an hour.
//   --only uploads,load   these suites
//   --minutes 10          how long chaos and load last
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/lib/install.mjs';
import { MINUTES } from '../lib/minutes.ts';
import { describeMachine, describeTime } from '../lib/machine.ts';
import { table } from '../lib/table.ts';
import type { Report } from './report.ts';
import { SUITES, type Suite } from './suites.ts';

const REPORT_FILE = 'test-results/proof.md';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    minutes: { type: 'string', default: String(MINUTES) },
  },
});

const minutes = Number(values.minutes);
const wanted = values.only?.split(',').map((name) => name.trim());
const unknownSuites = wanted?.filter((name) => !SUITES.some((suite) => suite.name === name)) ?? [];
if (!(minutes > 0) || unknownSuites.length > 0) {
  console.error(
    `Usage: npm run proof -- [--only a,b] [--minutes 10]\n` +
      `Suites: ${SUITES.map(({ name }) => name).join(', ')}`,
  );
  process.exit(1);
}

const NO_REPORT: Report = { ran: [], figures: 'it ended without a report', hasFailed: true };

type Outcome = { suite: Suite; verdict: string; report: Report; seconds: number };

const startedAt = new Date();
const outcomes: Outcome[] = [];
for (const suite of SUITES) {
  if (wanted && !wanted.includes(suite.name)) continue;
  console.log(`\n── ${suite.name}: ${suite.title}`);
  outcomes.push(run(suite));
  // After each suite, so that an interrupted run keeps its results.
  mkdirSync(`${root}test-results`, { recursive: true });
  writeFileSync(root + REPORT_FILE, writeReport());
}
console.log(`\n${writeReport()}\nWritten to ${REPORT_FILE}.`);
process.exit(outcomes.some(({ verdict }) => verdict === 'failed') ? 1 : 0);

function run(suite: Suite): Outcome {
  const begin = Date.now();
  const [program = '', ...args] = suite.command(minutes);
  const { status, stdout } = spawnSync(program === 'node' ? process.execPath : program, args, {
    cwd: root,
    env: { ...process.env, ...suite.env },
    stdio: ['ignore', suite.isPrinted ? 'pipe' : 'inherit', 'inherit'],
    encoding: 'utf8',
    shell: program !== 'node' && process.platform === 'win32',
  });
  const report = suite.read(stdout) ?? NO_REPORT;
  const seconds = Math.round((Date.now() - begin) / 1000);
  return { suite, verdict: verdictOf(status, report), report, seconds };
}

function verdictOf(code: number | null, { ran, hasFailed = code !== 0 }: Report) {
  if (hasFailed) return 'failed';
  if (ran.every(({ done }) => done === 0)) return 'not run';
  return ran.every(({ done, of }) => done >= of) ? 'passed' : '**ran only partly**, passed';
}

function writeReport() {
  const notRun = SUITES.filter(({ name }) => !outcomes.some(({ suite }) => suite.name === name));
  return [
    '# Proof',
    `${describeTime(startedAt)}, ${describeMachine()}.`,
    table(
      ['Suite', 'What it shows', 'Verdict', 'Ran', 'Figures', 'Took'],
      outcomes.map(({ suite: { name, title }, verdict, report: { ran, figures }, seconds }) => [
        name,
        title,
        verdict,
        ran.map(({ done, of, unit }) => `${done} of ${of} ${unit}`).join(', '),
        figures,
        seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`,
      ]),
      6,
    ),
    ...(notRun.length > 0
      ? [`Not in this run: ${notRun.map(({ name }) => name).join(', ')}.`]
      : []),
    ...outcomes.flatMap(({ suite, report: { details } }) =>
      details ? [`## ${suite.name}`, details] : [],
    ),
    '',
  ].join('\n\n');
}
