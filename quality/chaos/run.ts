// Chaos: staff write and upload, a visitor reads, and random faults hit the backend. At the end
// every text that was saved or kept in the queue must be stored or on screen. Not part of npm test.
//   --minutes 10   how long
//   --seed 1       of the random numbers; the same seed gives the same sequence of faults
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/lib/browser.ts';
import { portFrom } from '../../scripts/lib/ports.ts';
import { deleteWorkspace } from '../../scripts/lib/workspace.ts';
import { leaveReport } from '../proof/report.ts';
import { startBreakableSite } from '../breakable-site.ts';
import { createRandom, createFaultInjector } from './faults.ts';
import { createLedger } from './ledger.ts';
import { signIn, createWriter, createUploader, createVisitor } from './people.ts';

const NAME = 'chaos';
/** A shorter run is told as a part. */
const MINUTES = 10;
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: String(MINUTES) },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});

const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error('Usage: node scripts/run.mjs quality/chaos/run.ts [--minutes 10] [--seed 1]');
  process.exit(1);
}

deleteWorkspace(NAME);
const site = await startBreakableSite({ name: NAME, port: portFrom('PORT', 5373) });
const browser = await chromium.launch({
  executablePath: (await findBrowser()) ?? undefined,
  args: BROWSER_FLAGS,
});

const random = createRandom(seed);
const ledger = createLedger(site);
const faultInjector = createFaultInjector(site, random);
const [office, street] = await Promise.all(
  [1, 2].map(() => browser.newContext({ baseURL: site.url })),
);
if (!office || !street) throw new Error('The browser opened no windows.');
for (const context of [office, street]) {
  context.setDefaultTimeout(15_000);
  context.on('weberror', (error) => ledger.note('script error', error.error().message));
}
await signIn(office);
const studies = await ledger.createStudies(3);
await faultInjector.attach(office);
await faultInjector.attach(street);

const until = Date.now() + minutes * 60_000;
const isOver = () => Date.now() > until;
const open = () => office.newPage();
const people = [
  createWriter({
    name: 'A',
    fields: ['Challenge', 'Solution', 'Headline'],
    open,
    ledger,
    random,
    studies,
  }),
  createWriter({ name: 'B', fields: ['Results', 'What we loved'], open, ledger, random, studies }),
  createUploader({ open, ledger, random }),
  createVisitor({ open: () => street.newPage(), ledger, random }),
];
console.log(`Seed ${seed}, ${minutes} minutes at ${site.url}`);
const progress = setInterval(() => {
  const left = Math.ceil((until - Date.now()) / 60_000);
  const { 'edits typed': edits = 0, 'pages read': pages = 0 } = ledger.counts;
  console.log(`  ${edits} edits, ${pages} pages read, ${left} minutes left`);
}, 60_000);
await Promise.all([
  faultInjector.injectFaultsUntil(isOver),
  ledger.colleagueWritesUntil(isOver, studies, random),
  ...people.map((person) => person.workUntil(isOver)),
]);
clearInterval(progress);
for (const person of people) {
  await person.finish().catch((error) => ledger.stuck.push(String(error)));
}

const lost = await ledger.findLost(await Promise.all(people.map((person) => person.shownText())));
await browser.close();
await site.close();

const counted = Object.entries({ ...ledger.counts, ...faultInjector.counts });
const report = {
  ran: [{ done: minutes, of: MINUTES, unit: 'minutes' }],
  figures: `${lost.length} edits lost, ${ledger.stuck.length} screens that did not recover`,
  details: [
    ...lost.map((edit) => `- lost: ${edit}`),
    ...ledger.stuck.map((screen) => `- did not recover: ${screen}`),
    ...ledger.notes.map((note) => `- ${note}`),
    `- seed: ${seed}`,
    ...counted.map(([what, count]) => `- ${what}: ${count}`),
  ].join('\n'),
};
leaveReport(NAME, report);
console.log(`${report.details}\n${report.figures}`);
process.exit(lost.length + ledger.stuck.length === 0 ? 0 : 1);
