// npm run proof: runs the slow suites one after the other and writes their results to docs/proof.md. Not
// part of npm test: it takes more than an hour.
//   --only uploads,load   these suites; the others keep their last results
//   --quick               the suites that take minutes
//   --minutes 10          how long chaos and load last
import { ensureInstalled, root } from '../../scripts/lib/install.mjs';

ensureInstalled();

const { spawn } = await import('node:child_process');
const { existsSync, mkdirSync, readFileSync, writeFileSync } = await import('node:fs');
const { parseArgs } = await import('node:util');
const { format, resolveConfig } = await import('prettier');
const { describeMachine, writeReport } = await import('./report.mjs');
const { SUITES } = await import('./suites.mjs');

/** @import { Outcome, Suite } from './suites.mjs' */

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

/** @type {Record<string, Outcome>} */
const outcomes = existsSync(STATE_FILE) ? JSON.parse(readFileSync(STATE_FILE, 'utf8')) : {};
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

/** @param {Suite} suite @returns {Promise<Outcome>} */
async function run(suite) {
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

/** @param {string} file @param {string} text @param {string} parser */
async function write(file, text, parser) {
  const options = await resolveConfig(file, { editorconfig: true });
  writeFileSync(file, await format(text, { ...options, parser }));
}

/**
 * @param {readonly string[]} command
 * @param {Record<string, string>} env
 * @returns {Promise<{ code: number, output: string }>}
 */
function spawned([program = '', ...args], env) {
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
