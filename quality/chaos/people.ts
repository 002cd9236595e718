import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Locator, Page, Response } from 'playwright';
import { tokensIn, type Edit, type Ledger } from './ledger.ts';
import { pick, type Random } from './faults.ts';
import { STAFF } from '../../scripts/lib/seed.ts';

export type Person = {
  workUntil: (isOver: () => boolean) => Promise<void>;
  /** Without faults: completes all open work. */
  finish: () => Promise<void>;
  shownText: () => Promise<string>;
};

export type Setup = { open: () => Promise<Page>; ledger: Ledger; random: Random };

/** A save is answered or fails within this time. */
const ANSWER_MS = 100_000;
/** A save without any reaction is pressed again after this time. */
const AGAIN_MS = 10_000;
/** Without faults every screen is loaded within this time. */
const RECOVERY_MS = 60_000;

export async function signIn(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto('/admin');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(STAFF.email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(STAFF.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  await page.close();
}

const isShown = (locator: Locator) => locator.first().isVisible();

async function clickIfShown(locator: Locator) {
  if (!(await isShown(locator))) return false;
  return locator
    .first()
    .click({ timeout: 2000 })
    .then(
      () => true,
      () => false,
    );
}

const retryButtons = (page: Page) =>
  page.getByRole('button', { name: /^(Try again|Retry|Check again)$/i });

/** Presses the retry buttons of a screen until it shows its content. */
async function reach(page: Page, goal: Locator, patience: number) {
  const end = Date.now() + patience;
  while (Date.now() < end) {
    if (await isShown(goal)) return true;
    await wait(1000);
    if (!(await isShown(goal))) await clickIfShown(retryButtons(page));
  }
  return isShown(goal);
}

/** Writes studies in its own tab. */
export function createWriter({
  name,
  fields,
  studies,
  open,
  ledger,
  random,
}: Setup & { name: string; fields: string[]; studies: readonly string[] }): Person {
  let page: Page;
  let study = '';
  /** typed in this form since the last complete save */
  let edits: Edit[] = [];
  const who = `tab ${name}`;
  const tell = (what: string) => ledger.tell(who, study, what);

  const form = () => page.getByRole('form', { name: 'Case study' });
  const save = () => page.getByRole('button', { name: 'Save Case Study' });
  // The comparison hides the form behind it from role locators.
  const opened = () => form().or(conflict());
  const leftText = () => page.getByRole('button', { name: 'Restore', exact: true });
  const conflict = () => page.getByRole('dialog', { name: /saved this case study/ });
  const outcomes = {
    'save compared': conflict,
    'save stored': () => page.getByText(/^Saved( |$)/),
    'save kept': () => page.getByText(/kept on this device until the connection is back/),
    'save refused, text kept in form': () => page.getByText('What you typed is still here.'),
  };

  async function openStudy() {
    study = pick(random, studies);
    // Offline the page itself cannot load.
    await page.goto(`/admin/case-studies/edit/${study}`).catch(() => wait(2000));
    const isThere = await reach(page, opened(), RECOVERY_MS);
    tell(isThere ? 'forms opened' : 'forms that did not open during faults');
    return isThere;
  }

  async function write() {
    const name = pick(random, fields);
    const field = page.getByRole('textbox', { name, exact: true });
    const before = await field.inputValue({ timeout: 2000 });
    const edit = ledger.write(study, who);
    const text = `${before} ${edit.token}`.trim();
    const fitting = name === 'Headline' ? text.slice(-100) : text;
    ledger.decide([fitting], [before]);
    await field.fill(fitting);
    edits.push(edit);
  }

  async function outcome(): Promise<keyof typeof outcomes | null> {
    const end = Date.now() + ANSWER_MS;
    let again = Date.now() + AGAIN_MS;
    while (Date.now() < end) {
      await wait(200);
      if (await isShown(page.getByText('Saving…'))) continue;
      for (const [what, locator] of Object.entries(outcomes)) {
        if (await isShown(locator())) return what as keyof typeof outcomes;
      }
      // Pressed while the form applied a save of the queue: it shows 'Unsaved changes'.
      if (Date.now() < again || !(await isShown(page.getByText('Unsaved changes')))) continue;
      again = Date.now() + AGAIN_MS;
      if (await clickIfShown(save())) tell('saves pressed again');
    }
    return null;
  }

  async function compare() {
    const groups = await conflict().getByRole('group').all();
    for (const group of groups) {
      const [theirs = '', mine = ''] = await group.locator(':scope > div > div').allInnerTexts();
      const keepsMine = tokensIn(mine).length >= tokensIn(theirs).length;
      ledger.decide([keepsMine ? mine : theirs], [keepsMine ? theirs : mine]);
      await group.getByRole('button', { name: keepsMine ? 'Keep mine' : 'Use theirs' }).click();
    }
    await conflict().getByRole('button', { name: 'Save merged version' }).click();
  }

  async function saveAndSee() {
    await save().click();
    return resolve();
  }

  async function resolve() {
    let seen = await outcome();
    for (let tries = 0; seen === 'save compared' && tries < 5; tries += 1) {
      tell(seen);
      await compare().catch(() => undefined);
      await wait(1500);
      seen = await outcome();
    }
    tell(seen ?? 'save without a word');
    if (!seen) {
      const screen = await page.locator('main').innerText();
      ledger.stuck.push(`${who}: a save of ${study} without a word: ${screen.slice(-300)}`);
    }
    for (const edit of edits) edit.state = seen ?? 'nothing';
    return seen;
  }

  /** Leaves with saved or kept text; sometimes like a crash, with text only in the journal. */
  async function leave() {
    const isPromised =
      (await isShown(outcomes['save stored']())) || (await isShown(outcomes['save kept']()));
    for (const edit of edits) if (!isPromised) edit.state = 'left in the journal';
    edits = [];
    if (!isPromised || random() < 0.4) await page.close();
    else await page.getByRole('link', { name: 'Back to case studies' }).click();
    if (page.isClosed()) page = await open();
    tell(isPromised ? 'forms left' : 'tabs crashed');
    await openStudy();
  }

  async function round() {
    if (!page) page = await open();
    if (!(await isShown(opened()))) return void (await openStudy());
    if (await isShown(conflict())) await resolve();
    if (await clickIfShown(leftText())) tell('texts restored');
    for (let times = 0; times < 1 + Math.floor(random() * 3); times += 1) {
      // A comparison may open at any time.
      if (!(await isShown(conflict()))) await write();
    }
    const seen = (await isShown(conflict())) ? await resolve() : await saveAndSee();
    await wait(500 + random() * 4000);
    if (seen === 'save stored' || seen === 'save kept') {
      if (random() < 0.5) await leave();
    } else if (random() < 0.5) {
      await clickIfShown(page.getByRole('button', { name: 'Try again' }));
    } else if (random() < 0.3) {
      await leave();
    }
  }

  /** Saves until the form has no unsaved text. */
  async function settle() {
    const end = Date.now() + RECOVERY_MS;
    while (Date.now() < end) {
      if (await isShown(conflict())) await compare().catch(() => undefined);
      else if (await isShown(outcomes['save stored']())) {
        if (!(await clickIfShown(leftText()))) return true;
        tell('texts restored');
      } else await clickIfShown(save());
      await wait(2000);
    }
    return false;
  }

  return {
    async workUntil(isOver) {
      while (!isOver()) {
        await round().catch((error) => ledger.note(`${who} stumbled`, String(error.message)));
      }
    },
    async finish() {
      if (!page || page.isClosed()) page = await open();
      if (await isShown(opened())) await settle();
      // Opens every study once more, so that its kept saves and unsaved texts are sent.
      for (study of studies) {
        await page.goto(`/admin/case-studies/edit/${study}`);
        const isOpen = await reach(page, opened(), RECOVERY_MS);
        if (isOpen) await wait(1000);
        if (isOpen && (await settle())) continue;
        ledger.stuck.push(`${who}: ${study} ${isOpen ? 'could not be saved' : 'did not open'}`);
      }
    },
    async shownText() {
      const values = await page
        .locator('input, textarea')
        .evaluateAll((inputs) => inputs.map((input) => ('value' in input ? input.value : '')));
      return values.join('\n');
    },
  };
}

/** Uploads pictures one after the other. */
export function createUploader({ open, ledger, random }: Setup): Person {
  let page: Page;
  const input = () => page.getByLabel('Upload a picture');

  async function openLibrary() {
    page = page ?? (await open());
    await page.goto('/admin/images');
    return reach(page, input(), RECOVERY_MS);
  }

  async function upload() {
    const { default: sharp } = await import('sharp');
    const background = { r: random() * 255, g: random() * 255, b: random() * 255 };
    const buffer = await sharp({ create: { width: 320, height: 240, channels: 3, background } })
      .png()
      .toBuffer();
    const name = `${randomUUID()}.png`;
    const answers = [] as { success?: boolean; url?: string }[];
    const listen = async (response: Response) => {
      if (!response.url().endsWith('/secure-file-upload')) return;
      answers.push(await response.json().catch(() => ({})));
    };
    page.on('response', listen);
    await input().setInputFiles({ name, mimeType: 'image/png', buffer });
    const row = page.getByRole('alert').filter({ hasText: name });
    const toast = page.getByText(name).locator('xpath=ancestor::li[@data-state="open"]');
    const end = Date.now() + 3 * ANSWER_MS;
    let isStored = false;
    while (Date.now() < end && !isStored) {
      await wait(500);
      isStored =
        (await isShown(toast)) && /Upload Successful/.test(await toast.first().innerText());
      if (!isStored && (await clickIfShown(row.getByRole('button', { name: 'Retry' })))) {
        ledger.count('uploads tried again');
      }
    }
    page.off('response', listen);
    const url = answers.findLast(({ success }) => success)?.url;
    if (isStored && url) ledger.uploaded(url);
    ledger.count(isStored ? 'uploads stored' : 'uploads given up');
  }

  return {
    async workUntil(isOver) {
      while (!isOver()) {
        try {
          if (!page || !(await isShown(input()))) await openLibrary();
          await upload();
          await wait(3000 + random() * 10_000);
        } catch (error) {
          ledger.note('upload stumbled', String(error));
        }
      }
    },
    async finish() {
      if (!(await openLibrary())) ledger.stuck.push('the image library did not open');
    },
    shownText: () => Promise.resolve(''),
  };
}

/** Reads the public site by its links. */
export function createVisitor({ open, ledger, random }: Setup): Person {
  let page: Page;
  const heading = () => page.getByRole('heading', { level: 1 });

  return {
    async workUntil(isOver) {
      page = await open();
      // Faults may have begun already.
      await page.goto('/projects').catch(() => undefined);
      while (!isOver()) {
        try {
          const links = page.locator('main a[href^="/projects"], main a[href^="/blog"], header a');
          const count = await links.count();
          await links.nth(Math.floor(random() * count)).click({ timeout: 3000 });
          await heading().waitFor();
          ledger.count('pages read');
          if (await isShown(page.getByText(/^Shown as of/))) ledger.count('last good copies shown');
          await wait(500 + random() * 3000);
        } catch {
          ledger.count('links that led nowhere yet');
          await page.goto('/projects').catch(() => undefined);
        }
      }
    },
    async finish() {
      const projects = page.locator('header a[href="/projects"]').first();
      await projects.click().catch(() => page.goto('/projects'));
      const study = page.getByRole('heading', { name: 'Chaos 1' });
      if (!(await reach(page, study, RECOVERY_MS))) ledger.stuck.push('a visitor at the projects');
    },
    shownText: () => Promise.resolve(''),
  };
}
