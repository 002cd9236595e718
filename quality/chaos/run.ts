// Chaos: staff write and upload, a visitor reads, and random faults hit the backend. At the end every text that was saved
// or kept in the queue must be stored or on screen. Not part of npm test.
//   --minutes 10   how long
import { chromium } from 'playwright';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/lib/browser.ts';
import { root } from '../../scripts/lib/install.mjs';
import { portFrom } from '../../scripts/lib/ports.ts';
import { MINUTES, readMinutes } from '../lib/minutes.ts';
import { startSite } from '../lib/site.ts';
import { saveStudy, signIn } from '../lib/staff.ts';
import { leaveReport } from '../proof/report.ts';
import { createFaultInjector } from './faults.ts';
import { createLedger } from './ledger.ts';
import { createUploader, createVisitor, createWriter, signInOnScreen } from './people.ts';

const minutes = readMinutes();

const site = await startSite('chaos', portFrom('PORT', 5373), { isScheduled: true });
const executablePath = (await findBrowser()) ?? undefined;
const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });

const staff = await signIn(site);
const ledger = createLedger(site, staff);
const faults = createFaultInjector(site);
const openWindow = async () => {
  const context = await browser.newContext({ baseURL: site.url });
  context.setDefaultTimeout(15_000);
  context.on('weberror', (error) => ledger.note('script error', error.error().message));
  return context;
};
const office = await openWindow();
const street = await openWindow();
await signInOnScreen(office);
// What the screens showed and asked, to see how an edit was lost: npx playwright show-trace.
await office.tracing.start({ snapshots: true });
const studies: string[] = [];
for (const number of [1, 2, 3]) {
  studies.push(await saveStudy(staff, { title: `Chaos ${number}` }));
}
await faults.attach(office);
await faults.attach(street);

const until = Date.now() + minutes * 60_000;
const isOver = () => Date.now() > until;
const staffSide = { context: office, ledger };
const people = [
  await createWriter('A', ['Challenge', 'Solution', 'Headline'], studies, staffSide),
  await createWriter('B', ['Results', 'What we loved'], studies, staffSide),
  await createUploader(staffSide),
  await createVisitor({ context: street, ledger }),
];
console.log(`${minutes} minutes at ${site.url}`);
await Promise.all([
  faults.injectUntil(isOver),
  ledger.colleagueWritesUntil(isOver, studies),
  ...people.map(async (person) => {
    while (!isOver()) await person.work().catch(({ message }) => ledger.note('stumbled', message));
  }),
]);
for (const person of people) {
  await person.finish().catch((error) => ledger.stuck.push(String(error)));
}

const shown = await Promise.all(people.flatMap((person) => person.shownText?.() ?? []));
const lost = await ledger.findLost(shown.join('\n'));
const isPassed = lost.length + ledger.stuck.length === 0;
await office.tracing.stop(isPassed ? {} : { path: `${root}test-results/chaos-trace.zip` });
await browser.close();
await site.close();

const counted = Object.entries({ ...ledger.counts, ...faults.counts });
const report = {
  ran: [{ done: minutes, of: MINUTES, unit: 'minutes' }],
  figures: `${lost.length} edits lost, ${ledger.stuck.length} screens that did not recover`,
  details: [
    ...lost.map((edit) => `lost: ${edit}`),
    ...ledger.stuck.map((screen) => `did not recover: ${screen}`),
    ...ledger.notes,
    ...counted.map(([what, count]) => `${what}: ${count}`),
  ]
    .map((line) => `- ${line}`)
    .join('\n'),
};
leaveReport('chaos', report);
console.log(`${report.details}\n${report.figures}`);
process.exit(isPassed ? 0 : 1);
