// Staff screens: typing into a long form, and opening a long list.
import { chromium, type Locator, type Page } from 'playwright';
import { BROWSER_FLAGS } from '../../../scripts/lib/browser.ts';
import { saveStudy, signIn } from './backend-calls.ts';
import { BUDGETS } from './budgets.ts';
import { median, summary } from './numbers.ts';
import type { Site } from './site.ts';

const KEYS = 200;
const GALLERY_ROWS = 50;
const STUDIES = 1_000;
const LISTS_OPENED = 7;
const PICTURE = '/storage/v1/object/public/images/seed/';
const SENTENCE = 'The crates were counted twice and the bicycle left before the rain. ';
// SESSION_STORAGE_KEY of src/lib/supabase.ts.
const SESSION_STORAGE_KEY = 'agency-session';
/** Two distant fields: one of the study, one of a row in the middle of the gallery. */
const FIELDS = { text: 'Challenge', row: 'Caption' };

export async function measureStaffScreens(
  site: Site,
  browserPath: string,
  onOpen: (close: () => unknown) => void,
) {
  const browser = await chromium.launch({ executablePath: browserPath, args: BROWSER_FLAGS });
  onOpen(() => browser.close());
  try {
    const session = await signIn(site);
    const study = await createStudy(site, session.access_token);
    const context = await browser.newContext({
      baseURL: site.url,
      storageState: {
        cookies: [],
        origins: [
          {
            origin: site.url,
            localStorage: [{ name: SESSION_STORAGE_KEY, value: JSON.stringify(session) }],
          },
        ],
      },
    });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    await page.goto(`/admin/case-studies/edit/${study}`);
    const typing = {
      text: await measureTyping(page, page.getByLabel(FIELDS.text, { exact: true })),
      row: await measureTyping(page, page.getByLabel(FIELDS.row).nth(GALLERY_ROWS / 2)),
    };
    await page.close();
    await site.fill({ studies: STUDIES, posts: 10 });
    const list = await measureList(await context.newPage());
    return {
      typing,
      isTypingWithin: Object.values(typing).every(({ work }) => work.p95 <= BUDGETS.typingMs),
      list,
      isListWithin: list.pressed <= BUDGETS.staffListMs,
    };
  } finally {
    await browser.close();
  }
}

/** Types keys one after the other, and waits each time until the frame is painted. */
async function measureTyping(page: Page, field: Locator) {
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
    await page.keyboard.press(keyAt(turn));
    await page.evaluate(untilPainted);
    const after = await read();
    script.push(after.script - before.script);
    work.push(after.work - before.work);
  }
  const toFrame = await page.evaluate(() => Reflect.get(window, 'paintedKeys') as number[]);
  await devtools.detach();
  return { script: summary(script), work: summary(work), toFrame: summary(toFrame) };
}

function keyAt(turn: number) {
  const sign = SENTENCE[turn % SENTENCE.length] ?? ' ';
  return sign === ' ' ? 'Space' : sign;
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
async function measureList(page: Page) {
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

/** @returns its id */
function createStudy(site: Site, token: string): Promise<string> {
  const gallery = Array.from({ length: GALLERY_ROWS }, (_, place) => ({
    image_url: `${PICTURE}larder-lane-cover.webp`,
    caption: `Picture ${place + 1}`,
    alt_text: 'A shop window in the morning',
  }));
  const title = 'A study with many pictures';
  return saveStudy(site, token, { title, challenge: SENTENCE.repeat(20), gallery });
}
