// Load: visitors browse and staff edit the production build with thousands of studies; halfway,
// five hundred enquiries arrive at once. At the end every accepted save and enquiry must be stored. Not
// part of npm test.
//   --minutes 10    how long
//   --visitors 100  at a time; each that leaves is replaced
//   --staff 10      at a time
//   --studies 10000 published
// Writes test-results/load.json for the proof.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/lib/install.mjs';
import { prepareBurst } from './enquiries.ts';
import { createMeter } from './meter.ts';
import { createEditor, createVisitor, signIn } from './people.ts';
import { startPreview } from './site.ts';
import { publishStudies } from './studies.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    visitors: { type: 'string', default: '100' },
    staff: { type: 'string', default: '10' },
    studies: { type: 'string', default: '10000' },
  },
});

const minutes = Number(values.minutes);
const counts = [values.visitors, values.staff, values.studies].map(Number);
const [visitors = 0, staff = 0, studies = 0] = counts;
if (!(minutes > 0) || !counts.every(Number.isInteger)) {
  console.error(
    'Usage: node scripts/run.mjs quality/load/run.ts [--minutes 10] [--visitors 100] [--staff 10] [--studies 10000]',
  );
  process.exit(1);
}

/** Interval of the memory samples. */
const SAMPLE_MS = 30_000;
/** Limit of memory growth from the second to the last third. Caches fill in the first. */
const GROWTH_MAX = 0.15;

console.log('Building and starting the site …');
const site = await startPreview('load');
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => void site.close().then(() => process.exit(1)));
}

const meter = createMeter(site);
console.log(`Publishing ${studies} studies …`);
await publishStudies(site, await signIn(site), studies);
console.log(`${visitors} visitors and ${staff} staff for ${minutes} minutes at ${site.url}`);
const editors = [];
for (let place = 0; place < staff; place += 1) {
  editors.push(await createEditor(site, meter, place + 1));
}
await meter.sampleMemory();
const sampling = setInterval(() => {
  void meter.sampleMemory();
  console.log(`  ${meter.progress()}`);
}, SAMPLE_MS);
const burst = await prepareBurst(site, meter);
meter.start();
const until = Date.now() + minutes * 60_000;
const isDone = () => Date.now() > until;
const [sent] = await Promise.all([
  wait(minutes * 30_000).then(burst.send),
  ...Array.from({ length: visitors }, () => createVisitor(site, meter).browseUntil(isDone)),
  ...editors.map((editor) => editor.editUntil(isDone)),
]);
meter.stop();
clearInterval(sampling);
await meter.sampleMemory();

const lost = (await Promise.all(editors.map((editor) => editor.findLost()))).flat();
const enquiries = await burst.compare(sent, await signIn(site));
const saves = editors.reduce((sum, editor) => sum + editor.saves(), 0);
await site.close();

const result = {
  minutes,
  visitors,
  staff,
  studies,
  cores: cpus().length,
  memoryMb: Math.round(totalmem() / 1024 ** 2),
  ...meter.result(),
  saves,
  lost: [...lost, ...enquiries.problems],
  enquiries,
};
export type LoadReport = typeof result;
mkdirSync(`${root}test-results`, { recursive: true });
writeFileSync(`${root}test-results/load.json`, JSON.stringify(result, null, 2));

console.log(`
  ${result.requests} requests, ${result.perSecond} a second, ${result.errors} failed, ${result.repeated} repeated over a new connection
${result.kinds
  .map(
    ({ kind, count, errors, p50, p95, p99 }) =>
      `    ${kind.padEnd(14)} ${String(count).padStart(7)}   p50 ${p50} ms   p95 ${p95} ms   p99 ${p99} ms   ${errors} failed`,
  )
  .join('\n')}
  Memory of the servers in MB: ${result.memory.map(({ megabytes }) => megabytes).join(' ') || 'not known here'}
  Growth of the last third over the second: ${result.growth === null ? 'too few samples' : `${Math.round(result.growth * 100)} %`}
  Saves: ${saves}
  Enquiries at once: ${enquiries.sent}, ${enquiries.taken} taken, ${enquiries.refused} refused, ${enquiries.stored} stored
  Lost: ${result.lost.length}${result.lost.map((what) => `\n    ${what}`).join('')}
${result.failures.map((failure) => `    ${failure}`).join('\n')}`);
const hasGrown = result.growth !== null && result.growth > GROWTH_MAX;
process.exit(result.errors + result.lost.length === 0 && !hasGrown ? 0 : 1);
