// npm run load: visitors browse and staff edit, all at once, against the production build. At the end
// every save must be stored. Not part of npm test.
//   --minutes 10    how long
//   --visitors 100  at a time; one that leaves is followed by a new one
//   --staff 10      at a time
// Writes test-results/load.json for the proof.
import { ensureInstalled, root } from './lib/install.mjs';

ensureInstalled();

const { mkdirSync, writeFileSync } = await import('node:fs');
const { cpus, totalmem } = await import('node:os');
const { parseArgs } = await import('node:util');
const { createMeter } = await import('./lib/load-meter.mjs');
const { createEditor, createVisitor } = await import('./lib/load-people.mjs');
const { startPreview } = await import('./lib/load-site.mjs');

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    visitors: { type: 'string', default: '100' },
    staff: { type: 'string', default: '10' },
  },
});
const [minutes = 0, visitors = 0, staff = 0] = [values.minutes, values.visitors, values.staff].map(
  Number,
);
if (!(minutes > 0) || !Number.isInteger(visitors) || !Number.isInteger(staff)) {
  console.error('Usage: npm run load -- [--minutes 10] [--visitors 100] [--staff 10]');
  process.exit(1);
}

/** How often the memory of the servers is read. */
const SAMPLE_MS = 30_000;
/** Of the mean of the last third over that of the second. Caches fill in the first. */
const GROWTH_MAX = 0.15;

console.log('Building and starting the site …');
const site = await startPreview('load');
let isOver = false;
const stop = async () => {
  isOver = true;
  await site.close();
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop());

const meter = createMeter(site);
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
meter.start();
const until = Date.now() + minutes * 60_000;
const isDone = () => isOver || Date.now() > until;
await Promise.all([
  ...Array.from({ length: visitors }, () => createVisitor(site, meter).browseUntil(isDone)),
  ...editors.map((editor) => editor.editUntil(isDone)),
]);
meter.stop();
clearInterval(sampling);
await meter.sampleMemory();

const lost = (await Promise.all(editors.map((editor) => editor.findLost()))).flat();
const saves = editors.reduce((sum, editor) => sum + editor.saves(), 0);
await stop();

const result = {
  minutes,
  visitors,
  staff,
  cores: cpus().length,
  memoryMb: Math.round(totalmem() / 1024 ** 2),
  ...meter.result(),
  saves,
  lost,
};
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
  Saves: ${saves}, not stored: ${lost.length}${lost.map((save) => `\n    ${save}`).join('')}
${result.failures.map((failure) => `    ${failure}`).join('\n')}`);
const hasGrown = result.growth !== null && result.growth > GROWTH_MAX;
process.exit(result.errors + lost.length === 0 && !hasGrown ? 0 : 1);
