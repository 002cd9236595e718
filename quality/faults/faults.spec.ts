import { randomUUID } from 'node:crypto';
import type { Locator, Page, Route } from '@playwright/test';
import sharp from 'sharp';
import { SITE_PORT } from '../../playwright.config';
import { startBreakableSite, type BreakableSite } from '../breakable-site.ts';
import { STAFF } from '../../scripts/lib/seed.ts';
import { deleteWorkspace } from '../../scripts/lib/workspace.ts';
import { STAFF_STATE } from '../../e2e/backend';
import { expect, expectHydrated, field, fillSignIn, test, toast } from '../../e2e/fixtures';

const SAVE = '**/rest/v1/rpc/save_case_study';
const READ = '**/rest/v1/case_studies?*';
const UPLOAD = '**/functions/v1/secure-file-upload';
const BACKEND = /\/(auth|rest|storage|functions)\/v1\//;

const UNREACHABLE = 'The server cannot be reached right now.';
const KEPT = 'Offline: kept on this device until the connection is back';
const STILL_HERE = 'What you typed is still here.';

const editAddress = (id: string) => `/admin/case-studies/edit/${id}`;
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Case Study' });
/** After an outage the site may probe the backend only every 36 seconds. */
const NOTICED_WITHIN = { timeout: 45_000 };
const isSaved = (page: Page, patience?: { timeout: number }) =>
  expect(page.getByText(/^Saved at/)).toBeVisible(patience);
const bar = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text });

/** Console messages of the browser about failed requests, expected in every test of this file. */
test.beforeEach(({ watch }) =>
  watch.expectErrors(/net::ERR_|status of \d{3}|Failed to fetch dynamically imported module/),
);

async function openForm(page: Page, id: string) {
  await page.goto(editAddress(id));
  await expect(page.getByText('Editing existing case study')).toBeVisible();
}

/** A mark that a reload removes. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isSamePage: true }));
const expectSamePage = async (page: Page) =>
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);

/** From here on, time-outs of half a minute take three seconds. */
const shortenTimeouts = (page: Page) =>
  page.evaluate(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (milliseconds) => timeout(milliseconds / 10);
  });

type Fault = { answer: (route: Route) => unknown; isOutage: boolean };

const faults: Record<string, Fault> = {
  'answers 500': {
    answer: (route) => route.fulfill({ status: 500, json: { message: 'out of clouds' } }),
    isOutage: false,
  },
  'answers 429': {
    answer: (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '1' },
        json: { message: 'Too many requests' },
      }),
    isOutage: false,
  },
  'answers with half a sentence': {
    answer: (route) => route.fulfill({ contentType: 'application/json', body: '[{"id": "0' }),
    isOutage: false,
  },
  'is cut off': { answer: (route) => route.abort('connectionreset'), isOutage: true },
  'never answers': { answer: () => undefined, isOutage: true },
};

for (const [what, { answer, isOutage }] of Object.entries(faults)) {
  test(`R-17, ALIST-13: a backend that ${what} loses no text, and every screen recovers`, async ({
    staffPage: page,
    openPage,
    api,
    unique,
  }) => {
    const title = unique('Faulty');
    const id = await api.createStudy({ title });
    await openForm(page, id);
    await mark(page);
    await shortenTimeouts(page);
    await field(page, 'Challenge').fill('Written in between ⛈️');
    await page.route(SAVE, answer);
    // The probes of the site must fail as well.
    if (isOutage) await page.route('**/auth/v1/health', answer);
    await saveButton(page).click();
    await expect(page.getByText(STILL_HERE)).toBeVisible();
    await expect(field(page, 'Challenge')).toHaveValue('Written in between ⛈️');
    if (isOutage) {
      await expect(page.getByText(KEPT)).toBeVisible();
      await expect(bar(page, UNREACHABLE)).toContainText('1 change waits on this device.');
      await page.unroute('**/auth/v1/health');
      await page.unroute(SAVE);
    } else {
      await page.unroute(SAVE);
      await page.getByRole('button', { name: 'Try again' }).click();
    }
    await isSaved(page);
    await expect(page.getByText(STILL_HERE)).toBeHidden();
    expect(await api.readStudy(id)).toMatchObject({ challenge: 'Written in between ⛈️' });
    expect(await api.countStudies(title)).toBe(1);
    await expectSamePage(page);

    const reader = await openPage(STAFF_STATE);
    await reader.goto('/admin/images');
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
    await shortenTimeouts(reader);
    await reader.route(READ, answer);
    await reader.getByRole('link', { name: 'Case studies' }).first().click();
    const alert = reader.getByRole('alert').filter({ hasText: 'Failed to load case studies' });
    await expect(alert).toBeVisible({ timeout: 15_000 });
    await reader.unroute(READ);
    // Probes find that the backend is reachable, unless it always was.
    if (!isOutage) await reader.getByRole('button', { name: 'Try again' }).first().click();
    await expect(reader.getByRole('heading', { name: title })).toBeVisible({ timeout: 20_000 });
    await expect(alert).toBeHidden();
  });
}

test('R-17: offline saves of two tabs wait, and are sent once and in order', async ({
  staffPage: first,
  api,
  unique,
}) => {
  const context = first.context();
  const texts = ['From the first tab', 'From the second tab'];
  const ids = [
    await api.createStudy({ title: unique('First') }),
    await api.createStudy({ title: unique('Second') }),
  ];
  const second = await context.newPage();
  const pages = [first, second];
  const saves: string[] = [];
  context.on('response', (response) => {
    if (!response.url().endsWith('/rpc/save_case_study')) return;
    saves.push(`${response.request().postDataJSON().study_id} ${response.status()}`);
  });
  for (const [place, page] of pages.entries()) await openForm(page, ids[place] ?? '');
  await context.setOffline(true);
  for (const [place, page] of pages.entries()) {
    await field(page, 'Results').fill(texts[place] ?? '');
    await saveButton(page).click();
    await expect(page.getByText(KEPT)).toBeVisible();
  }
  for (const page of pages) {
    await expect(bar(page, 'You are offline.')).toContainText('2 changes wait on this device.');
  }
  // The other tab sends the save of a closed one.
  await first.close();
  await mark(second);
  await context.setOffline(false);
  await isSaved(second);
  await expect(bar(second, 'You are offline.')).toBeHidden();
  await expect(bar(second, 'on this device')).toBeHidden();
  expect(saves).toEqual(ids.map((id) => `${id} 200`));
  for (const [place, id] of ids.entries()) {
    expect(await api.readStudy(id)).toMatchObject({ results: texts[place] });
  }
  await expectSamePage(second);
});

test('R-04, R-17: a kept save that meets a newer version opens the comparison', async ({
  staffPage: page,
  api,
  unique,
}) => {
  const title = unique('Overtaken');
  const id = await api.createStudy({ title, headline: 'Before' });
  await openForm(page, id);
  await page.context().setOffline(true);
  await field(page, 'Headline').fill('My headline');
  await saveButton(page).click();
  await expect(page.getByText(KEPT)).toBeVisible();
  await api.changeStudy(id, { headline: 'Their headline', challenge: 'Their challenge' });
  await page.context().setOffline(false);
  const screen = page.getByRole('dialog', { name: /saved this case study/ });
  await expect(screen.getByText('Their challenge')).toBeVisible();
  expect(await api.readStudy(id)).toMatchObject({ headline: 'Their headline' });
  await screen.getByRole('button', { name: 'Keep mine' }).click();
  await screen.getByRole('button', { name: 'Save merged version' }).click();
  await isSaved(page);
  await expect(bar(page, 'on this device')).toBeHidden();
  expect(await api.readStudy(id)).toMatchObject({
    headline: 'My headline',
    challenge: 'Their challenge',
  });
});

test('R-04: two tabs with kept saves of the same study do not replace each other’s', async ({
  staffPage: first,
  api,
  unique,
}) => {
  const id = await api.createStudy({ title: unique('Both'), headline: 'Before' });
  const second = await first.context().newPage();
  await openForm(first, id);
  await openForm(second, id);
  await first.context().setOffline(true);
  await field(first, 'Headline').fill('From the first tab');
  await saveButton(first).click();
  await expect(first.getByText(KEPT)).toBeVisible();
  await field(second, 'Headline').fill('From the second tab');
  await saveButton(second).click();
  await expect(second.getByText(STILL_HERE)).toBeVisible();
  await first.context().setOffline(false);
  await isSaved(first);
  expect(await api.readStudy(id)).toMatchObject({ headline: 'From the first tab' });
  await saveButton(second).click();
  const screen = second.getByRole('dialog', { name: /saved this case study/ });
  await expect(screen.getByText('From the first tab')).toBeVisible();
  await expect(screen.getByText('From the second tab')).toBeVisible();
});

test('visitors see the last copy with its age while the backend is unreachable', async ({
  openPage,
  api,
  unique,
}) => {
  const page = await openPage();
  const title = unique('Remembered');
  const id = await api.createStudy({ title, status: 'published' });
  await page.goto('/projects');
  await expect(page.getByRole('heading', { name: title })).toBeVisible();

  await page.route(BACKEND, (route) => route.abort('connectionrefused'));
  await page.clock.setSystemTime(Date.now() + 3 * 3_600_000);
  await page.goto('/projects');
  await mark(page);
  const note = page.getByText('Shown as of 3 hours ago, the server cannot be reached.');
  await expect(note).toBeVisible();
  await expect(bar(page, UNREACHABLE)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(note).toBeVisible();
  await expectSamePage(page);

  // Never opened before: its data come from the list.
  await page.goto(`/projects/${id}`);
  await mark(page);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(note).toBeVisible();
  await page.unroute(BACKEND);
  await expect(note).toBeHidden(NOTICED_WITHIN);
  await expect(bar(page, UNREACHABLE)).toBeHidden();
  await expectSamePage(page);
});

const storageFailures = {
  denied: () =>
    Object.defineProperty(window, 'indexedDB', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    }),
  full: () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  },
};

for (const [what, breakStorage] of Object.entries(storageFailures)) {
  test(`R-17: with a storage that is ${what} no kept save is announced, and the text stays in the form`, async ({
    staffPage: page,
    api,
    unique,
  }) => {
    await page.addInitScript(breakStorage);
    const title = unique('Nowhere');
    const id = await api.createStudy({ title, status: 'published' });
    await page.goto('/projects');
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await openForm(page, id);
    await field(page, 'Solution').fill('Only in this form');
    await page.context().setOffline(true);
    await saveButton(page).click();
    await expect(page.getByText(STILL_HERE)).toBeVisible();
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    await expect(page.getByText(KEPT)).toBeHidden();
    await expect(bar(page, 'You are offline.')).not.toContainText('on this device.');
    await page.context().setOffline(false);
    await expect(bar(page, 'You are offline.')).toBeHidden();
    await page.getByRole('button', { name: 'Try again' }).click();
    await isSaved(page);
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await expect(toast(page, `The changes of "${title}" are published`)).toBeVisible();
    expect(await api.readStudy(id)).toMatchObject({ solution: 'Only in this form' });
  });
}

async function choosePicture(page: Page): Promise<Locator> {
  const [red = 0, green = 0, blue = 0] = Buffer.from(randomUUID());
  const buffer = await sharp({
    create: { width: 64, height: 48, channels: 3, background: { r: red, g: green, b: blue } },
  })
    .png()
    .toBuffer();
  const name = `${randomUUID()}.png`;
  await page.getByLabel('Upload a picture').setInputFiles({ name, mimeType: 'image/png', buffer });
  return page.getByRole('alert').filter({ hasText: name }).getByRole('button', { name: 'Retry' });
}

test('DASH-26: a failed upload can be retried, and is stored once', async ({
  staffPage: page,
  api,
}) => {
  await page.goto('/admin/images');
  const ways = Object.values(faults).filter((fault) => fault !== faults['never answers']);
  const left = [...ways];
  const stored: string[] = [];
  await page.route(UPLOAD, (route) => (left.shift()?.answer ?? (() => route.continue()))(route));
  page.on('response', async (response) => {
    if (!response.url().endsWith('/secure-file-upload') || response.status() !== 200) return;
    stored.push(await response.text());
  });
  const retry = await choosePicture(page);
  for (const remaining of ways.map((_way, place) => ways.length - place - 1)) {
    await expect(retry).toBeVisible();
    expect(left).toHaveLength(remaining);
    await retry.click();
  }
  await expect(toast(page, 'Upload Successful')).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => stored).toHaveLength(2);
  const { path } = JSON.parse(stored.at(-1) ?? '{}');
  await expect(page.getByRole('listitem').filter({ hasText: path })).toHaveCount(1);
  await api.deletePicture(path);
});

test('R-35: a chunk replaced by a deploy reloads the page once; if it is still missing, the page is readable, and hydrates when it loads', async ({
  page,
}) => {
  await page.goto('/');
  await expectHydrated(page);
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.route('**/assets/about-page-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'About', exact: true }).first().click();
  await expect.poll(() => loads).toBe(1);
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1, name: 'Our Story' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute('**/assets/about-page-*.js');
  await expectHydrated(page);
  expect(loads).toBe(1);
});

test('R-35: offline a missing chunk does not reload the page, and is loaded when online', async ({
  page,
}) => {
  await page.goto('/');
  await expectHydrated(page);
  await mark(page);
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'About', exact: true }).first().click();
  const alert = page.getByRole('alert').filter({ hasText: 'Waiting for connection' });
  await expect(alert).toBeVisible();
  await page.context().setOffline(false);
  await expect(alert).toBeHidden();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectSamePage(page);
});

test.describe('a backend that is killed', () => {
  const NAME = 'e2e-faults';
  const PORT = SITE_PORT + 1;
  let site: BreakableSite;

  test.use({ baseURL: `http://localhost:${PORT}` });
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    deleteWorkspace(NAME);
    site = await startBreakableSite({ name: NAME, port: PORT });
  });
  test.afterAll(async () => {
    await site.close();
    deleteWorkspace(NAME);
  });

  test('R-17: after a kill during a save, an upload and a read, all of them recover', async ({
    openPage,
    unique,
  }) => {
    test.setTimeout(180_000);
    const writer = await openPage();
    await writer.goto('/admin');
    await fillSignIn(writer, STAFF);
    await expect(writer.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    const uploader = await writer.context().newPage();
    await uploader.goto('/admin/images');
    const visitor = await openPage();
    await visitor.goto('/projects');
    await expectHydrated(visitor);
    const study = visitor.getByRole('link', { name: 'A greengrocer that delivers by bicycle' });
    await expect(study).toBeVisible();

    const title = unique('Survivor');
    await writer.goto('/admin/case-studies/new');
    await field(writer, 'Title').fill(title);
    await saveButton(writer).click();
    await isSaved(writer);
    const pages = [writer, uploader, visitor];
    for (const page of pages) await mark(page);

    await field(writer, 'Challenge').fill('Sent to nobody');
    const retry = await choosePictureAnd(() => site.killBackend(), uploader);
    await saveButton(writer).click();
    await expect(writer.getByText(KEPT)).toBeVisible();
    await expect(bar(writer, UNREACHABLE)).toContainText('restore it');
    await expect(retry).toBeVisible({ timeout: 20_000 });
    await study.click();
    await expect(visitor.getByRole('heading', { level: 1, name: /^A greengrocer/ })).toBeVisible();

    await site.startBackend();
    await isSaved(writer, NOTICED_WITHIN);
    await expect(bar(writer, UNREACHABLE)).toBeHidden();
    await expect(bar(uploader, UNREACHABLE)).toBeHidden(NOTICED_WITHIN);
    await retry.click();
    await expect(toast(uploader, 'Upload Successful')).toBeVisible({ timeout: 20_000 });
    for (const page of pages) await expectSamePage(page);
    await writer.reload();
    await expect(field(writer, 'Challenge')).toHaveValue('Sent to nobody');
  });

  /** Ends the server during the upload. */
  async function choosePictureAnd(kill: () => Promise<void>, page: Page) {
    await page.route(
      UPLOAD,
      async (route) => {
        await kill();
        await route.continue();
      },
      { times: 1 },
    );
    const sent = page.waitForRequest(UPLOAD);
    const retry = await choosePicture(page);
    await sent;
    return retry;
  }
});
