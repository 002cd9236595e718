import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Locator, Page } from 'playwright';
import { STAFF } from '../../scripts/lib/local/seed.ts';
import { drawPicture } from '../lib/picture.ts';
import { pick } from './faults.ts';
import { tokensIn, type Edit, type Ledger } from './ledger.ts';

type Person = {
  /** One piece of work, repeated while there are faults. */
  work: () => Promise<void>;
  /** Without faults: completes all open work. */
  finish: () => Promise<void>;
  /** What was typed and is not stored yet. */
  shownText?: () => Promise<string>;
};

type Setup = { context: BrowserContext; ledger: Ledger };

/** A save is answered or fails within this time. */
const ANSWER_MS = 100_000;
/** A save without any reaction is pressed again after this time. */
const AGAIN_MS = 10_000;
/** Without faults every screen is loaded within this time. */
const RECOVERY_MS = 60_000;

export async function signInOnScreen(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto('/admin');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(STAFF.email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(STAFF.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  // Writers compare what is in a field with what was saved.
  await page.evaluate(() => localStorage.setItem('writing-mode', 'markdown'));
  await page.close();
}

const waitUpTo = (milliseconds: number) => wait(Math.random() * milliseconds);
const isShown = (locator: Locator) => locator.first().isVisible();

async function clickIfShown(locator: Locator) {
  if (!(await isShown(locator))) return false;
  const clicked = locator.first().click({ timeout: 2000 });
  return clicked.then(() => true).catch(() => false);
}

/** Presses the retry buttons of a screen until it shows its content. */
async function reach(page: Page, goal: Locator) {
  const retry = page.getByRole('button', { name: /^(Try again|Retry|Check again)$/i });
  const end = Date.now() + RECOVERY_MS;
  while (Date.now() < end) {
    if (await isShown(goal)) return true;
    await wait(1000);
    if (!(await isShown(goal))) await clickIfShown(retry);
  }
  return isShown(goal);
}

/** Writes studies in a tab. */
export async function createWriter(
  name: string,
  fields: readonly string[],
  studies: readonly string[],
  { context, ledger }: Setup,
): Promise<Person> {
  let page = await context.newPage();
  let study = '';
  /** typed in this form since the last complete save */
  let edits: Edit[] = [];
  const who = `tab ${name}`;

  const save = () => page.getByRole('button', { name: 'Save Case Study' });
  const leftText = () => page.getByRole('button', { name: 'Restore', exact: true });
  const comparison = () => page.getByRole('dialog', { name: /saved this case study/ });
  // The comparison hides the form behind it from role locators.
  const opened = () => page.getByRole('form', { name: 'Case study' }).or(comparison());
  const stored = () => page.getByText(/^Saved( |$)/);
  const kept = () => page.getByText(/kept on this device, and saved when/);
  const outcomes = {
    'save compared': comparison,
    'save stored': stored,
    'save kept': kept,
    'save refused, text kept in form': () => page.getByText('What you typed is still here.'),
  };

  async function openStudy() {
    study = pick(studies);
    // Offline the page itself cannot load.
    await page.goto(`/admin/case-studies/edit/${study}`).catch(() => wait(2000));
    const isThere = await reach(page, opened());
    ledger.count(isThere ? 'forms opened' : 'forms that did not open during faults');
  }

  async function write() {
    const name = pick(fields);
    const field = page.getByRole('textbox', { name, exact: true });
    const before = await field.inputValue({ timeout: 2000 });
    const edit = ledger.write(study, who);
    const text = `${before} ${edit.token}`.trim();
    const fitting = name === 'Headline' ? text.slice(-100) : text;
    ledger.decide(fitting, before);
    await field.fill(fitting);
    edits.push(edit);
  }

  async function outcome() {
    const end = Date.now() + ANSWER_MS;
    let again = Date.now() + AGAIN_MS;
    while (Date.now() < end) {
      await wait(200);
      if (await isShown(page.getByText('Saving…'))) continue;
      for (const [what, locator] of Object.entries(outcomes)) {
        if (await isShown(locator())) return what;
      }
      // Pressed while the form sent a save that waited: it shows 'Unsaved changes'.
      if (Date.now() < again || !(await isShown(page.getByText('Unsaved changes')))) continue;
      again = Date.now() + AGAIN_MS;
      if (await clickIfShown(save())) ledger.count('saves pressed again');
    }
    const screen = await page.locator('main').innerText();
    ledger.stuck.push(`${who}: a save of ${study} without a word: ${screen.slice(-300)}`);
    return 'save without a word';
  }

  async function compare() {
    for (const group of await comparison().getByRole('group').all()) {
      const [theirs = '', mine = ''] = await group.locator(':scope > div > div').allInnerTexts();
      const keepsMine = tokensIn(mine).length >= tokensIn(theirs).length;
      ledger.decide(keepsMine ? mine : theirs, keepsMine ? theirs : mine);
      await group.getByRole('button', { name: keepsMine ? 'Keep mine' : 'Use theirs' }).click();
    }
    await comparison().getByRole('button', { name: 'Save merged version' }).click();
  }

  async function resolve() {
    let seen = await outcome();
    for (let tries = 0; seen === 'save compared' && tries < 5; tries += 1) {
      ledger.count(seen);
      await compare().catch(() => undefined);
      await wait(1500);
      seen = await outcome();
    }
    ledger.count(seen);
    for (const edit of edits) edit.state = seen;
    return seen;
  }

  /** Leaves with saved or kept text; sometimes like a crash, with text only in the journal. */
  async function leave() {
    const isPromised = (await isShown(stored())) || (await isShown(kept()));
    for (const edit of edits) if (!isPromised) edit.state = 'left in the journal';
    edits = [];
    if (!isPromised || Math.random() < 0.4) {
      await page.close();
      page = await context.newPage();
    } else await page.getByRole('link', { name: 'Back to case studies' }).click();
    ledger.count(isPromised ? 'forms left' : 'tabs crashed');
    await openStudy();
  }

  async function work() {
    if (!(await isShown(opened()))) return openStudy();
    if (await isShown(comparison())) await resolve();
    if (await clickIfShown(leftText())) ledger.count('texts restored');
    for (let times = 0; times < 1 + Math.floor(Math.random() * 3); times += 1) {
      // A comparison may open at any time.
      if (!(await isShown(comparison()))) await write();
    }
    if (!(await isShown(comparison()))) await save().click();
    const seen = await resolve();
    await waitUpTo(4000);
    const isDone = seen === 'save stored' || seen === 'save kept';
    if (!isDone && Math.random() < 0.5) {
      await clickIfShown(page.getByRole('button', { name: 'Try again' }));
    } else if (Math.random() < (isDone ? 0.5 : 0.3)) await leave();
  }

  /** Saves until the form has no unsaved text. */
  async function settle() {
    const end = Date.now() + RECOVERY_MS;
    while (Date.now() < end) {
      if (await isShown(comparison())) await compare().catch(() => undefined);
      else if (await isShown(stored())) {
        if (!(await clickIfShown(leftText()))) return true;
        ledger.count('texts restored');
      } else await clickIfShown(save());
      await wait(2000);
    }
    return false;
  }

  return {
    work,
    async finish() {
      if (await isShown(opened())) await settle();
      // Opens every study once more, so that its unsaved texts are sent.
      for (study of studies) {
        await page.goto(`/admin/case-studies/edit/${study}`);
        const isOpen = await reach(page, opened());
        await wait(1000);
        if (isOpen && (await settle())) continue;
        ledger.stuck.push(`${who}: ${study} ${isOpen ? 'could not be saved' : 'did not open'}`);
      }
    },
    async shownText() {
      const fields = await page.locator('input, textarea').all();
      return (await Promise.all(fields.map((field) => field.inputValue()))).join('\n');
    },
  };
}

/** Uploads pictures one after the other. */
export async function createUploader({ context, ledger }: Setup): Promise<Person> {
  const page = await context.newPage();
  const input = page.getByLabel('Upload a picture');
  let answer: { success?: boolean; url?: string } = {};
  page.on('response', async (response) => {
    if (!response.url().endsWith('/secure-file-upload')) return;
    const read = await response.json().catch(() => ({}));
    if (read.success) answer = read;
  });

  async function openLibrary() {
    await page.goto('/admin/images');
    return reach(page, input);
  }

  return {
    async work() {
      if (!(await isShown(input))) await openLibrary();
      const name = `${randomUUID()}.png`;
      const buffer = await drawPicture(320, 240);
      await input.setInputFiles({ name, mimeType: 'image/png', buffer });
      const failed = page.getByRole('alert').filter({ hasText: name });
      const toast = page.locator('li[data-state="open"]').filter({ hasText: name });
      const done = toast.filter({ hasText: 'Upload Successful' });
      const end = Date.now() + 3 * ANSWER_MS;
      while (Date.now() < end && !(await isShown(done))) {
        await wait(500);
        const isRepeated = await clickIfShown(failed.getByRole('button', { name: 'Retry' }));
        if (isRepeated) ledger.count('uploads tried again');
      }
      const isStored = Date.now() < end;
      if (isStored && answer.url) ledger.pictures.push(answer.url);
      ledger.count(isStored ? 'uploads stored' : 'uploads given up');
      await waitUpTo(10_000);
    },
    async finish() {
      if (!(await openLibrary())) ledger.stuck.push('the image library did not open');
    },
  };
}

/** Reads the public site by its links. */
export async function createVisitor({ context, ledger }: Setup): Promise<Person> {
  const page = await context.newPage();

  return {
    async work() {
      try {
        const links = page.locator('main a[href^="/projects"], main a[href^="/blog"], header a');
        await pick(await links.all()).click({ timeout: 3000 });
        await page.getByRole('heading', { level: 1 }).waitFor();
        ledger.count('pages read');
        if (await isShown(page.getByText(/^Shown as of/))) ledger.count('last good copies shown');
        await waitUpTo(3000);
      } catch {
        ledger.count('links that led nowhere yet');
        // Offline the page itself cannot load.
        await page.goto('/projects').catch(() => wait(1000));
      }
    },
    async finish() {
      const projects = page.locator('header a[href="/projects"]').first();
      await projects.click().catch(() => page.goto('/projects'));
      // Those of this run are drafts.
      const study = page.getByRole('heading', { name: /^A greengrocer/ });
      if (!(await reach(page, study))) ledger.stuck.push('a visitor at the projects');
    },
  };
}
