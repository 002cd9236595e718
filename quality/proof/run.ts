// npm run proof: runs the slow suites one after the other and writes their results to docs/proof.md. Not
// part of npm test: it takes more than an hour.
//   --only uploads,load   these suites; the others keep their last results
//   --quick               the suites that take minutes
//   --minutes 10          how long chaos and load last
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { root } from '../../scripts/lib/install.mjs';
import { describeMachine, writeReport } from './report.ts';
import type { Outcome, Suite } from './suites.ts';
import { SUITES } from './suites.ts';

/** The data of the report. In docs, because npm test empties test-results. */
const STATE_FILE = `${root}docs/proof.json`;
const REPORT_FILE = `${root}docs/proof.md`;

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

const chosen = SUITES.filter(({ name, isQuick }) =>
  wanted ? wanted.includes(name) : isQuick || !values.quick,
);

const outcomes: Record<string, Outcome> = existsSync(STATE_FILE)
  ? JSON.parse(readFileSync(STATE_FILE, 'utf8'))
  : {};
let hasFailed = false;
for (const suite of chosen) {
  console.log(`\n── ${suite.name}: ${suite.title}`);
  const outcome = await run(suite);
  outcomes[suite.name] = outcome;
  hasFailed ||= outcome.verdict === 'failed';
  console.log(`   ${outcome.verdict}: ${outcome.figures}`);
  await save();
}
console.log(`\nThe report is docs/proof.md.`);
process.exit(hasFailed ? 1 : 0);

async function run(suite: Suite): Promise<Outcome> {
  const startedAt = Date.now();
  mkdirSync(`${root}test-results`, { recursive: true });
  const { code, output } = await spawned(suite.command(minutes), suite.env ?? {});
  const result = suite.read({ root, code, output });
  return {
    ...result,
    at: new Date(startedAt).toISOString(),
    seconds: Math.round((Date.now() - startedAt) / 1000),
    machine: describeMachine(),
  };
}

/** After each suite, so that an interrupted run keeps its results. */
async function save() {
  await write(STATE_FILE, JSON.stringify(outcomes), 'json');
  await write(REPORT_FILE, writeReport(SUITES, outcomes), 'markdown');
}

async function write(file: string, text: string, parser: string) {
  const options = await resolveConfig(file, { editorconfig: true });
  writeFileSync(file, await format(text, { ...options, parser }));
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
