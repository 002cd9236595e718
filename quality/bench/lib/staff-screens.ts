// Staff screens: typing into a long form, and opening a long list.
import type { Locator, Page } from 'playwright';
import { saveStudy, signIn } from '../../lib/staff.ts';
import { table } from '../../lib/table.ts';
import type { Bench } from './bench.ts';
import { BUDGETS } from './budgets.ts';
import { median, ms, summary } from './numbers.ts';
import { openBrowser } from './phone.ts';
import { verdict } from './results.ts';

const KEYS = 200;
const GALLERY_ROWS = 50;
const STUDIES = 1_000;
const LISTS_OPENED = 7;
const SENTENCE = 'The crates were counted twice and the bicycle left before the rain. ';
// SESSION_STORAGE_KEY of src/lib/supabase.ts.
const SESSION_STORAGE_KEY = 'agency-session';

export async function measureStaffScreens(bench: Bench): Promise<string> {
  const { site } = await bench.openSite();
  const staff = await signIn(site);
  const study = await saveStudy(staff, {
    title: 'A study with many pictures',
    challenge: SENTENCE.repeat(20),
    gallery: Array.from({ length: GALLERY_ROWS }, (_, place) => ({
      image_url: '/storage/v1/object/public/images/seed/larder-lane-cover.webp',
      caption: `Picture ${place + 1}`,
      alt_text: 'A shop window in the morning',
    })),
  });
  const { data } = await staff.auth.getSession();
  const item = { name: SESSION_STORAGE_KEY, value: JSON.stringify(data.session) };
  const origins = [{ origin: site.url, localStorage: [item] }];
  const browser = await openBrowser(bench);
  const context = await browser.newContext({
    ...{ baseURL: site.url, storageState: { cookies: [], origins } },
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.goto(`/admin/case-studies/edit/${study}`);
  // Two distant fields: one of the study, one of a row in the middle of the gallery.
  const text = await measureTyping(page, page.getByLabel('Challenge', { exact: true }));
  const row = await measureTyping(page, page.getByLabel('Caption').nth(GALLERY_ROWS / 2));
  await page.close();
  await site.fill({ studies: STUDIES, posts: 10 });
  const list = await measureList(await context.newPage());
  await browser.close();
  const isTypingWithin = [text, row].every(({ work }) => work.p95 <= BUDGETS.typingMs);
  const figures = ({ script, work, toFrame }: Typing) =>
    [script, work, toFrame].flatMap((figure) => [ms(figure.median), ms(figure.p95)]);
  return [
    `${KEYS} keys into the form of a study with ${GALLERY_ROWS} pictures, milliseconds per key, median and 95th percentile. ` +
      'Work is all that the main thread did for it: script, style, layout, paint. Key to frame includes waiting for the ' +
      `screen’s next refresh. Work within ${BUDGETS.typingMs} ms at the 95th percentile: ${verdict(isTypingWithin)}.`,
    table(
      ['field', 'script', 'p95', 'work', 'p95', 'key to frame', 'p95'],
      [
        ['a long text', ...figures(text)],
        ['a caption in the gallery', ...figures(row)],
      ],
    ),
    `First page of 1,000 studies: ${ms(list.pressed)} ms after the press in the menu (budget ${BUDGETS.staffListMs}, ` +
      `${verdict(list.pressed <= BUDGETS.staffListMs)}), ${ms(list.opened)} ms after opening the address in a tab, app and ` +
      'session included.',
  ].join('\n\n');
}

type Typing = Record<'script' | 'work' | 'toFrame', { median: number; p95: number }>;
type List = { pressed: number; opened: number };

/** Types keys one after the other, and waits each time until the frame is painted. */
async function measureTyping(page: Page, field: Locator): Promise<Typing> {
  await field.click();
  await field.press('End');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const read = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? NaN;
    return { script: of('ScriptDuration') * 1000, work: of('TaskDuration') * 1000 };
  };
  await page.evaluate(watchKeys);
  const script = [];
  const work = [];
  for (let turn = 0; turn < KEYS; turn += 1) {
    const before = await read();
    const key = SENTENCE.charAt(turn % SENTENCE.length);
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    await page.evaluate(untilPainted);
    const after = await read();
    script.push(after.script - before.script);
    work.push(after.work - before.work);
  }
  const toFrame = await page.evaluate(() => Reflect.get(window, 'paintedKeys') as number[]);
  await devtools.detach();
  return { script: summary(script), work: summary(work), toFrame: summary(toFrame) };
}

/** Runs in the page. */
function untilPainted() {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Runs in the page: records for every key the time until its frame is painted. */
function watchKeys() {
  const painted: number[] = [];
  Reflect.set(window, 'paintedKeys', painted);
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        // A message event arrives after the paint that follows this callback.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => painted.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    },
    { capture: true },
  );
}

/** The time from the click on the rail, and from opening the address, until the cards are shown. */
async function measureList(page: Page): Promise<List> {
  const pressed = [];
  const opened = [];
  for (let turn = 0; turn < LISTS_OPENED; turn += 1) {
    await page.goto('/admin/case-studies');
    opened.push(await page.evaluate(untilCards, { press: false }));
    await page.goto('/admin/account');
    await page.getByRole('link', { name: 'Case studies', exact: true }).first().hover();
    pressed.push(await page.evaluate(untilCards, { press: true }));
  }
  return { pressed: median(pressed), opened: median(opened) };
}

/**
 * Runs in the page.
 *
 * @returns since the press, or since the address was opened
 */
function untilCards({ press }: { press: boolean }): Promise<number> {
  const begin = press ? performance.now() : 0;
  if (press)
    document
      .querySelector('a[href="/admin/case-studies"]')
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  return new Promise((resolve) => {
    const look = () => {
      const cards = document.querySelectorAll('a[href^="/admin/case-studies/edit/"]').length;
      if (cards < 24) requestAnimationFrame(look);
      else resolve(performance.now() - begin);
    };
    look();
  });
}
