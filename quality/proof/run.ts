// npm run proof: runs the slow suites one after the other, prints a table of their results and writes it to
// test-results/proof.md. Not part of npm test: it takes more than an hour.
//   --only uploads,load   these suites
//   --quick               the suites that take minutes
//   --minutes 10          how long chaos and load last
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/lib/install.mjs';
import { describeMachine, describeTime } from '../lib/machine.ts';
import { table } from '../lib/table.ts';
import type { Report } from './report.ts';
import { SUITES, type Suite } from './suites.ts';

const REPORT_FILE = 'test-results/proof.md';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
  },
});

const minutes = Number(values.minutes);
const wanted = values.only?.split(',').map((name) => name.trim());
const unknownSuites = wanted?.filter((name) => !SUITES.some((suite) => suite.name === name)) ?? [];
if (!(minutes > 0) || unknownSuites.length > 0) {
  console.error(
    `Usage: npm run proof -- [--only a,b] [--quick] [--minutes 10]\n` +
      `Suites: ${SUITES.map(({ name }) => name).join(', ')}`,
  );
  process.exit(1);
}

const NO_REPORT: Report = { ran: [], figures: 'it ended without a report', hasFailed: true };

type Outcome = { suite: Suite; verdict: string; report: Report; seconds: number };

const startedAt = new Date();
const outcomes: Outcome[] = [];
for (const suite of SUITES) {
  if (wanted ? !wanted.includes(suite.name) : values.quick && !suite.isQuick) continue;
  console.log(`\n── ${suite.name}: ${suite.title}`);
  outcomes.push(await run(suite));
  // After each suite, so that an interrupted run keeps its results.
  mkdirSync(`${root}test-results`, { recursive: true });
  writeFileSync(root + REPORT_FILE, writeReport());
}
console.log(`\n${writeReport()}\nWritten to ${REPORT_FILE}.`);
process.exit(outcomes.some(({ verdict }) => verdict === 'failed') ? 1 : 0);

async function run(suite: Suite): Promise<Outcome> {
  const begin = Date.now();
  const { code, output } = await spawned(suite.command(minutes), suite.env ?? {});
  const report = suite.read(output) ?? NO_REPORT;
  const seconds = Math.round((Date.now() - begin) / 1000);
  return { suite, verdict: verdictOf(code, report), report, seconds };
}

function verdictOf(code: number, { ran, hasFailed = code !== 0 }: Report) {
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

function spawned(
  [program = '', ...args]: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program === 'node' ? process.execPath : program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: program !== 'node' && process.platform === 'win32',
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
    });
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
