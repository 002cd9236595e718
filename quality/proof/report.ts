import { cpus, platform, release, totalmem } from 'node:os';
import type { Outcome, Suite } from './suites.ts';

/** @returns the machine, for figures of speed */
export function describeMachine(): string {
  const [{ model } = { model: 'unknown processor' }] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} × ${model.trim()}, ${memory} GB, ${platform()} ${release()}, Node ${process.versions.node}`;
}

/**
 * The report as Markdown.
 *
 * @param outcomes by name of the suite
 */
export function writeReport(suites: readonly Suite[], outcomes: Readonly<Record<string, Outcome>>) {
  const rows = suites.map((suite) => ({ suite, outcome: outcomes[suite.name] }));
  const machines = new Set(rows.flatMap(({ outcome }) => (outcome ? [outcome.machine] : [])));
  return [
    '# Proof',
    '',
    'Written by `npm run proof`; do not edit. Each row can be repeated by itself with the command beside it.',
    '',
    ...[...machines].map((machine) => `Machine: ${machine}.`),
    '',
    '| Suite | Verdict | Figures | When (UTC) | Took | Repeat |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(({ suite, outcome }) => rowOf(suite, outcome)),
    '',
    ...rows.flatMap(({ suite, outcome }) => detailsOf(suite, outcome)),
  ].join('\n');
}

function rowOf({ name, title }: Suite, outcome: Outcome | undefined) {
  const repeat = `\`npm run proof -- --only ${name}\``;
  if (!outcome) return `| ${title} | not run | | | | ${repeat} |`;
  const { verdict, figures, at, seconds } = outcome;
  const when = at.slice(0, 16).replace('T', ' ');
  return `| ${title} | ${verdict} | ${figures} | ${when} | ${duration(seconds)} | ${repeat} |`;
}

function detailsOf({ name }: Suite, outcome: Outcome | undefined) {
  if (!outcome?.details?.length) return [];
  return [`## ${name}`, '', ...outcome.details, ''];
}

function duration(seconds: number) {
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
