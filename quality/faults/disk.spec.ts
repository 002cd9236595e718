import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { SITE_PORT } from '../../playwright.config';
import { startBreakableSite, type BreakableSite } from '../breakable-site.ts';
import { STAFF } from '../../scripts/lib/seed.ts';
import { deleteWorkspace } from '../../scripts/lib/workspace.ts';
import { expect, expectLoaded, fillSignIn, test } from '../../e2e/fixtures';

const NAME = 'e2e-disk';
const PORT = SITE_PORT + 1;
/** The seeded pictures and a few more. */
const DISK_MB = 16;

let folder: string;
let site: BreakableSite;

test.use({ baseURL: `http://localhost:${PORT}` });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  deleteWorkspace(NAME);
  folder = mkdtempSync(path.join(tmpdir(), 'disk-'));
  site = await startBreakableSite({
    name: NAME,
    port: PORT,
    disk: { folder, megabytes: DISK_MB },
  });
});

test.afterAll(async () => {
  await site.close();
  deleteWorkspace(NAME);
  rmdirSync(folder);
});

/** The disk of the backend only. */
const onDisk = (name = '') => `/proc/${site.stack.pid}/root${folder}/${name}`;
const filesOnDisk = () =>
  readdirSync(onDisk(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();

/** Fills it to the last byte. */
function fillDisk(name: string) {
  const file = openSync(onDisk(name), constants.O_WRONLY | constants.O_CREAT);
  try {
    for (const size of [64 * 1024, 1]) {
      const some = Buffer.alloc(size, 'x');
      expect(() => {
        for (;;) writeSync(file, some);
      }).toThrow(/ENOSPC/);
    }
  } finally {
    closeSync(file);
  }
}

test('R-15, STOR-4: a full disk loses no picture, and the upload succeeds when there is space', async ({
  page,
  watch,
}) => {
  watch.expectErrors(/status of 500/);
  const pictureOf = async (background: string) =>
    sharp({ create: { width: 1400, height: 700, channels: 3, background } })
      .jpeg()
      .toBuffer();
  const named = `full-${randomUUID().slice(0, 8)}.jpg`;
  const other = `${randomUUID()}.jpg`;
  const choose = async (name: string, background: string) =>
    page
      .getByLabel('Upload a picture')
      .setInputFiles({ name, mimeType: 'image/jpeg', buffer: await pictureOf(background) });
  const failed = (name: string) => page.getByRole('alert').filter({ hasText: name });
  const stored = page.getByRole('group', { name: 'Stored images' }).getByRole('listitem');

  await page.goto('/admin');
  await fillSignIn(page, STAFF);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await page.goto('/admin/images');
  await page.getByLabel('Keep the file’s name').check();
  await choose(named, '#2f6fde');
  const picture = stored.filter({ hasText: named }).locator('img');
  await expectLoaded(picture);
  const address = (await picture.getAttribute('src')) ?? '';
  const bytes = async () =>
    (await page.request.get(`/storage/v1/object/public/images/${named}`)).body();
  const before = await bytes();
  const files = filesOnDisk();

  fillDisk('filler');
  await choose(named, '#e4572e');
  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(failed(named)).toContainText('Upload failed');
  await page.getByLabel('Keep the file’s name').uncheck();
  await choose(other, '#1b9e77');
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
