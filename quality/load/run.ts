// Load: visitors browse and staff edit the production build with thousands of studies; halfway, five hundred enquiries
// arrive at once. At the end every accepted save and enquiry must be stored. Not part of npm test.
//   --minutes 10   how long
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/lib/ports.ts';
import { MINUTES, readMinutes } from '../lib/minutes.ts';
import { startSite } from '../lib/site.ts';
import { signIn } from '../lib/staff.ts';
import { table } from '../lib/table.ts';
import { leaveReport } from '../proof/report.ts';
import { prepareBurst } from './enquiries.ts';
import { createMeter, growthOf, memoryBelow } from './meter.ts';
import { browseUntil, createEditor } from './people.ts';

const minutes = readMinutes();

/** At a time; each that leaves is replaced. */
const VISITORS = 100;
const STAFF = 10;
const STUDIES = 10_000;
const SAMPLE_MS = 30_000;
/** Limit of memory growth from the second to the last third. Caches fill in the first. */
const GROWTH_MAX = 0.15;

console.log('Building and starting the site …');
// The senders of the burst are set in a header.
process.env.TRUSTED_PROXIES = 'cloudflare';
const site = await startSite('load', await freePort(), { isScheduled: true });
await site.fill({ studies: STUDIES });
const meter = createMeter(site.url);
console.log(`${VISITORS} visitors and ${STAFF} staff for ${minutes} minutes at ${site.url}`);
const editors = [];
for (let place = 1; place <= STAFF; place += 1) {
  editors.push(await createEditor(place, site, meter));
}
const burst = await prepareBurst(site, meter);
const memory: number[] = [];
const sampleMemory = async () => memory.push(await memoryBelow(site.pids()));
await sampleMemory();
const sampling = setInterval(() => void sampleMemory(), SAMPLE_MS);
const startedAt = Date.now();
const isDone = () => Date.now() > startedAt + minutes * 60_000;
const [answers] = await Promise.all([
  wait(minutes * 30_000).then(burst.sendAll),
  ...Array.from({ length: VISITORS }, () => browseUntil(isDone, site, meter)),
  ...editors.map((editor) => editor.editUntil(isDone)),
]);
const seconds = (Date.now() - startedAt) / 1000;
clearInterval(sampling);
await sampleMemory();

const lost = (await Promise.all(editors.map((editor) => editor.findLost()))).flat();
const { sent, taken, refused, problems } = await burst.compare(answers, await signIn(site));
const saves = editors.reduce((sum, editor) => sum + editor.saves(), 0);
await site.close();

const { requests, errors, rows, failures } = meter.result();
const growth = growthOf(memory);
lost.push(...problems);
const hasGrown = growth !== null && growth > GROWTH_MAX;
const report = {
  ran: [{ done: minutes, of: MINUTES, unit: 'minutes' }],
  figures:
    `${requests} requests (${(requests / seconds).toFixed(1)} a second), ${errors} failed, ${saves} saves, ` +
    `${sent} enquiries at once of which ${taken} were taken and ${refused} refused, ${lost.length} lost, ` +
    `memory growth ${growth === null ? 'not measured' : `${Math.round(growth * 100)} %`}`,
  details: [
    table(
      ['Kind', 'Requests', 'p50 ms', 'p95 ms', 'p99 ms', 'Failed'],
      rows.map(({ kind, count, p50, p95, p99, errors: failed }) => [
        ...[kind, count, p50 ?? NaN, p95 ?? NaN, p99 ?? NaN, failed],
      ]),
    ),
    '',
    `Memory of the servers every 30 s, in MB: ${memory.join(', ')}.`,
    '',
    ...[...lost, ...failures].map((line) => `- ${line}`),
  ].join('\n'),
};
leaveReport('load', report);
console.log(`${report.details}\n${report.figures}`);
process.exit(errors + lost.length === 0 && !hasGrown ? 0 : 1);
