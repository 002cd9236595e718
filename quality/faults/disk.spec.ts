import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { STAFF } from '../../e2e/backend';
import { expect, expectLoaded, fillSignIn, test } from '../../e2e/fixtures';
import { SITE_PORT } from '../../playwright.config';
import { drawPicture } from '../lib/picture.ts';
import { startSite, type Site } from '../lib/site.ts';

const PORT = SITE_PORT + 1;
/** The seeded pictures and a few more. */
const DISK_MB = 16;

let folder: string;
let site: Site;

test.use({ baseURL: `http://127.0.0.1:${PORT}` });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  folder = mkdtempSync(path.join(tmpdir(), 'disk-'));
  site = await startSite('e2e-disk', PORT, { disk: { folder, megabytes: DISK_MB } });
});

test.afterAll(async () => {
  await site.close();
  rmdirSync(folder);
});

/** The disk of the backend only. */
const onDisk = (name = '') => `/proc/${site.pids()[0]}/root${folder}/${name}`;
const filesOnDisk = () =>
  readdirSync(onDisk(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();

/** To the last byte. */
function fillDisk(name: string) {
  const { stderr } = spawnSync('dd', ['if=/dev/zero', `of=${onDisk(name)}`, 'bs=512']);
  expect(String(stderr)).toContain('No space left');
}

test('R-15, STOR-4: a full disk loses no picture, and the upload succeeds when there is space', async ({
  page,
  watch,
}) => {
  watch.expectErrors(/status of 500/);
  const named = `full-${randomUUID().slice(0, 8)}.jpg`;
  const other = `${randomUUID()}.jpg`;
  const choose = async (name: string) => {
    const picture = { name, mimeType: 'image/jpeg', buffer: await drawPicture(1400, 700, 'jpeg') };
    await page.getByLabel('Upload a picture').setInputFiles(picture);
  };
  const failed = (name: string) => page.getByRole('alert').filter({ hasText: name });
  const stored = page.getByRole('group', { name: 'Stored images' }).getByRole('listitem');

  await page.goto('/admin');
  await fillSignIn(page, STAFF);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await page.goto('/admin/images');
  await page.getByLabel('Keep the file’s name').check();
  await choose(named);
  const picture = stored.filter({ hasText: named }).locator('img');
  await expectLoaded(picture);
  const address = (await picture.getAttribute('src')) ?? '';
  const bytes = async () =>
    (await page.request.get(`/storage/v1/object/public/images/${named}`)).body();
  const before = await bytes();
  const files = filesOnDisk();

  fillDisk('filler');
  await choose(named);
  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(failed(named)).toContainText('Upload failed');
  await page.getByLabel('Keep the file’s name').uncheck();
  await choose(other);
  await expect(failed(other)).toContainText('Upload failed');

  expect(filesOnDisk(), 'nothing half written is left').toEqual([...files, 'filler'].sort());
  expect((await bytes()).equals(before), 'the old picture is whole').toBe(true);
  expect(await picture.getAttribute('src')).toBe(address);

  rmSync(onDisk('filler'));
  for (const name of [named, other]) {
    await failed(name).getByRole('button', { name: 'Retry' }).click();
    await expect(failed(name)).toBeHidden();
  }
  await expect(picture).toHaveAttribute('src', /\.2$/);
  await expectLoaded(picture);
  expect((await bytes()).equals(before), 'the picture is the new one').toBe(false);
  await expect
    .poll(() => filesOnDisk().length, { message: 'the other one is stored as well' })
    .toBeGreaterThan(files.length);
});
