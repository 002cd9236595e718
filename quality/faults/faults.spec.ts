import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { STAFF } from '../../e2e/backend';
import { SITE_PORT } from '../../playwright.config';
import { answers } from '../lib/answers.ts';
import { drawPicture } from '../lib/picture.ts';
import { startSite, type Site } from '../lib/site.ts';
import { expect, expectHydrated, field, fillSignIn, test, toast } from '../../e2e/fixtures';

const SAVE = '**/rest/v1/rpc/save_case_study';
const UPLOAD = '**/functions/v1/secure-file-upload';
const BACKEND = /\/(auth|rest|storage|functions)\/v1\//;

const UNREACHABLE = 'The server cannot be reached right now.';
const WAITS = 'Offline: kept on this device, and saved when the connection is back';
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
test.beforeEach(({ watch }) => watch.expectErrors(/net::ERR_|status of \d{3}/));

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

const faults = {
  'answers 500': { answer: answers.status500, isOutage: false },
  'answers 429': { answer: answers.status429, isOutage: false },
  'answers with half a sentence': { answer: answers.garbage, isOutage: false },
  'is cut off': { answer: answers.dropped, isOutage: true },
  'never answers': { answer: () => undefined, isOutage: true },
};

for (const [what, { answer, isOutage }] of Object.entries(faults)) {
  test(`R-17: a backend that ${what} loses no text`, async ({ staffPage: page, api, unique }) => {
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
    await expect(page.getByText(isOutage ? WAITS : STILL_HERE)).toBeVisible();
    await expect(field(page, 'Challenge')).toHaveValue('Written in between ⛈️');
    if (isOutage) {
      await expect(bar(page, UNREACHABLE)).toBeVisible();
      await page.unroute('**/auth/v1/health');
      await page.unroute(SAVE);
    } else {
      await page.unroute(SAVE);
      await page.getByRole('button', { name: 'Try again' }).click();
    }
    await isSaved(page, NOTICED_WITHIN);
    await expect(page.getByText(isOutage ? WAITS : STILL_HERE)).toBeHidden();
    expect(await api.readStudy(id)).toMatchObject({ challenge: 'Written in between ⛈️' });
    expect(await api.countStudies(title)).toBe(1);
    await expectSamePage(page);
  });
}

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

test('R-17: with a full storage no text is said to be kept, and the save waits in the open form', async ({
  staffPage: page,
  api,
  unique,
}) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const id = await api.createStudy({ title: unique('Nowhere') });
  await openForm(page, id);
  await field(page, 'Solution').fill('Only in this form');
  await page.context().setOffline(true);
  await saveButton(page).click();
  await expect(page.getByText(/^Offline: leave this page open/)).toBeVisible();
  await expect(page.getByText('Unsaved text cannot be kept on this device')).toBeVisible();
  await expect(page.getByText(WAITS)).toBeHidden();
  await page.context().setOffline(false);
  await expect(bar(page, 'You are offline.')).toBeHidden();
  await isSaved(page);
  expect(await api.readStudy(id)).toMatchObject({ solution: 'Only in this form' });
});

test.describe('a backend that is killed', () => {
  const PORT = SITE_PORT + 1;
  let site: Site;

  test.use({ baseURL: `http://127.0.0.1:${PORT}` });
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    site = await startSite('e2e-faults', PORT, { isScheduled: true });
  });
  test.afterAll(() => site.close());

  test('R-17, DASH-26: after a kill during a save, an upload and a read, all of them recover', async ({
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

    await writer.goto('/admin/case-studies/new');
    await field(writer, 'Title').fill(unique('Survivor'));
    await saveButton(writer).click();
    await isSaved(writer);
    const pages = [writer, uploader, visitor];
    for (const page of pages) await mark(page);

    await field(writer, 'Challenge').fill('Sent to nobody');
    const retry = await choosePictureDuring(() => site.killBackend(), uploader);
    await saveButton(writer).click();
    await expect(writer.getByText(WAITS)).toBeVisible();
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

  /** @returns the button with which a failed upload is tried again */
  async function choosePictureDuring(kill: () => Promise<void>, page: Page): Promise<Locator> {
    await page.route(
      UPLOAD,
      async (route) => {
        await kill();
        await route.continue();
      },
      { times: 1 },
    );
    const sent = page.waitForRequest(UPLOAD);
    const name = `${randomUUID()}.png`;
    const picture = { name, mimeType: 'image/png', buffer: await drawPicture(64, 48) };
    await page.getByLabel('Upload a picture').setInputFiles(picture);
    await sent;
    const failed = page.getByRole('alert').filter({ hasText: name });
    return failed.getByRole('button', { name: 'Retry' });
  }
});
