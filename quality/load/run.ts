// Load: visitors browse and staff edit the production build with thousands of studies; halfway,
// five hundred enquiries arrive at once. At the end every accepted save and enquiry must be stored. Not
// part of npm test.
//   --minutes 10    how long
//   --visitors 100  at a time; each that leaves is replaced
//   --staff 10      at a time
//   --studies 10000 published
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { table } from '../lib/table.ts';
import { leaveReport } from '../proof/report.ts';
import { prepareBurst } from './enquiries.ts';
import { createMeter } from './meter.ts';
import { createEditor, createVisitor, signIn } from './people.ts';
import { startPreview } from './site.ts';
import { publishStudies } from './studies.ts';

/** Less than this is told as a part. */
const WHOLE = { minutes: 10, visitors: 100, staff: 10, studies: 10_000 };

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: String(WHOLE.minutes) },
    visitors: { type: 'string', default: String(WHOLE.visitors) },
    staff: { type: 'string', default: String(WHOLE.staff) },
    studies: { type: 'string', default: String(WHOLE.studies) },
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

const result = meter.result();
const problems = [...lost, ...enquiries.problems];
const hasGrown = result.growth !== null && result.growth > GROWTH_MAX;
const growth = result.growth === null ? 'not measured' : `${Math.round(result.growth * 100)} %`;
const report = {
  ran: [
    { done: minutes, of: WHOLE.minutes, unit: 'minutes' },
    { done: visitors, of: WHOLE.visitors, unit: 'visitors' },
    { done: staff, of: WHOLE.staff, unit: 'staff' },
    { done: studies, of: WHOLE.studies, unit: 'studies' },
  ],
  figures:
    `${result.requests} requests (${result.perSecond} a second), ${result.errors} failed, ${saves} saves, ` +
    `${enquiries.sent} enquiries at once of which ${enquiries.taken} were taken and ${enquiries.refused} refused, ` +
    `${problems.length} lost, memory growth ${growth}`,
  details: [
    table(
      ['Kind', 'Requests', 'p50 ms', 'p95 ms', 'p99 ms', 'Failed'],
      result.kinds.map(({ kind, count, p50, p95, p99, errors }) => [
        ...[kind, count, p50, p95, p99, errors],
      ]),
    ),
    '',
    `Memory of the servers every 30 s, in MB: ${result.memory.join(', ')}.`,
    ...[...problems, ...result.failures].map((line) => `- ${line}`),
  ].join('\n'),
};
leaveReport('load', report);
console.log(`${report.details}\n${report.figures}`);
process.exit(result.errors + problems.length === 0 && !hasGrown ? 0 : 1);
