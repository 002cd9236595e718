import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, expectLoaded, field, refused, test, toast } from '../fixtures';

test('DASH-1, DASH-14, DASH-15, DASH-17, DASH-18, DASH-26, DASH-28, SHELL-22: staff upload a picture, copy its address and delete it', async ({
  staffPage: page,
}) => {
  const buffer = await sharp({
    create: { width: 640, height: 480, channels: 3, background: '#2f6fde' },
  })
    .png()
    .toBuffer();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/admin/images');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  const answer = page.waitForResponse('**/functions/v1/secure-file-upload');
  await page
    .getByLabel('Upload a picture')
    .setInputFiles({ name: `${randomUUID()}.png`, mimeType: 'image/png', buffer });
  const { path } = await (await answer).json();
  const notice = toast(page, 'Upload Successful');
  await expect(notice).toBeVisible();
  const corner = await notice.boundingBox();
  expect(corner?.y).toBeLessThan(100);
  expect(corner?.x).toBeGreaterThan(900);

  const stored = page.getByRole('group', { name: 'Stored images' });
  const card = stored.getByRole('listitem').filter({ hasText: path });
  await expectLoaded(card.locator('img'));
  await expect(card.getByText(/\d (B|KB)$/)).toBeVisible();
  await card.getByRole('button', { name: 'Copy URL' }).click();
  await expect(toast(page, 'URL copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect((await page.request.get(copied)).headers()['content-type']).toBe('image/png');

  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete image' }).click();
  await expect(toast(page, 'Image Deleted')).toBeVisible();
  await expect(card).toHaveCount(0);
  expect((await page.request.get(copied)).ok()).toBe(false);
});

test('STOR-4, R-15: a picture with its own name gets an alt text, is used, and is replaced everywhere', async ({
  staffPage: page,
  api,
  unique,
  openPage,
}) => {
  const pictureOf = (background: string) =>
    sharp({ create: { width: 1400, height: 700, channels: 3, background } })
      .jpeg()
      .toBuffer();
  const name = `wall-${randomUUID().slice(0, 8)}.jpg`;
  const input = page.getByLabel('Upload a picture');
  const choose = async (background: string) =>
    input.setInputFiles({ name, mimeType: 'image/jpeg', buffer: await pictureOf(background) });
  await page.goto('/admin/images');
  await page.getByLabel('Keep the file’s name').check();
  await choose('#2f6fde');
  const card = page
    .getByRole('group', { name: 'Stored images' })
    .getByRole('listitem')
    .filter({ hasText: name });
  await expectLoaded(card.locator('img'));
  const first = await card.locator('img').getAttribute('src');
  expect(first).toMatch(/\?v=1400x700(_[\d-]+)?\.1$/);

  await card.getByRole('button', { name: `Details of ${name}` }).click();
  await page.getByLabel('Alternative text').fill('A blue wall');
  await page.getByRole('button', { name: 'Save text' }).click();
  await expect(toast(page, 'Alternative text saved')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).first().click();

  const { pathname, search } = new URL(first ?? '', page.url());
  const id = await api.createStudy({
    title: unique('Replaced'),
    status: 'published',
    hero_image_url: pathname + search,
  });
  await page.reload();
  await expect(card.getByRole('button', { name: /^Used in 1 place/ })).toBeVisible();

  await page.getByLabel('Keep the file’s name').check();
  await choose('#e4572e');
  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(toast(page, 'Upload Successful')).toBeVisible();
  const visitor = await openPage();
  await visitor.goto(`/projects/${id}`);
  const hero = visitor.locator('article header img').first();
  await expectLoaded(hero);
  expect(await hero.getAttribute('src')).toMatch(/\?v=1400x700(_[\d-]+)?\.2$/);

  await card.getByRole('button', { name: `Delete ${name}` }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Delete it anyway').check();
  await dialog.getByRole('button', { name: 'Delete image' }).click();
  await expect(card).toHaveCount(0);
});

test('a picture pasted into the form is stored and used; pasted again, the stored one is offered', async ({
  staffPage: page,
  api,
}) => {
  const background = `#${randomUUID().slice(0, 6)}`;
  const picture = await sharp({ create: { width: 320, height: 200, channels: 3, background } })
    .png()
    .toBuffer();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/admin/case-studies/new');
  await page.getByRole('textbox', { name: /^Title/ }).fill('Pasted');
  await page.evaluate(
    async (bytes) => {
      const blob = new Blob([Uint8Array.from(bytes)], { type: 'image/png' });
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    },
    [...picture],
  );
  const answers: Promise<{ path: string }>[] = [];
  page.on('response', (response) => {
    const isUpload = response.url().endsWith('/functions/v1/secure-file-upload');
    if (isUpload && response.request().method() === 'POST') answers.push(response.json());
  });
  const openPicker = async (name: string) => {
    const image = page.getByRole('button', { name: new RegExp(`picture.*${name}`, 'i') });
    await image.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+V');
  };
  await openPicker('hero');
  const hero = field(page, 'Address of the hero image');
  await expect(page.getByRole('dialog')).toBeHidden({ timeout: 20_000 });
  await expect(hero).toHaveValue(/\/storage\/v1\/object\/public\/images\//);

  await openPicker('logo');
  await expect(page.getByText(/This picture is already stored as/)).toBeVisible();
  await page.getByRole('button', { name: 'Use the existing one' }).click();
  await expect(field(page, 'Address of the client logo')).toHaveValue(await hero.inputValue());
  expect(answers).toHaveLength(1);
  for (const answer of answers) await api.deletePicture((await answer).path);
});

test('a photo over 5 MB is made smaller before it is sent, upright, and both sizes are said', async ({
  staffPage: page,
  api,
}) => {
  // Left half blue, right half red; orientation 6 turns it clockwise, so blue comes to the top.
  const noise = { type: 'gaussian', mean: 128, sigma: 70 } as const;
  const half = { width: 1600, height: 2400, channels: 4 } as const;
  const photo = await sharp({
    create: { ...half, width: 3200, channels: 3, background: '#808080', noise },
  })
    .composite(
      [
        { r: 0, g: 0, b: 255, alpha: 0.4 },
        { r: 255, g: 0, b: 0, alpha: 0.4 },
      ].map((background, place) => ({
        input: { create: { ...half, background } },
        left: place * half.width,
        top: 0,
      })),
    )
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect(photo.length).toBeGreaterThan(8 * 1024 * 1024);
  await page.goto('/admin/images');
  const answer = page.waitForResponse('**/functions/v1/secure-file-upload');
  const name = `${randomUUID()}.jpg`;
  await page
    .getByLabel('Upload a picture')
    .setInputFiles({ name, mimeType: 'image/jpeg', buffer: photo });
  const said = page.getByText(/^[\w-]+\.jpg was [\d.]+ MB; it is uploaded as [\d.]+ MB\.$/);
  await expect(said.first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('status').filter({ hasText: `${name} was` })).toHaveCount(1);
  const { path, url } = await (await answer).json();
  await expect(
    page.getByRole('region', { name: /notifications/i }).getByText(/it is uploaded as/),
  ).toBeVisible();

  const stored = await (await page.request.get(url)).body();
  expect(stored.length).toBeLessThanOrEqual(5 * 1024 * 1024);
  const { width, height, orientation } = await sharp(stored).metadata();
  expect([width, height]).toEqual([1920, 2560]);
  expect(orientation ?? 1).toBe(1);
  const meanOf = async (top: number) => {
    const part = sharp(stored).extract({ left: 0, top, width: 1920, height: 1200 });
    const [red = 0, , blue = 0] = await part.resize(1, 1).raw().toBuffer();
    return { red, blue };
  };
  const [upper, lower] = [await meanOf(0), await meanOf(1360)];
  expect(upper.blue).toBeGreaterThan(upper.red + 40);
  expect(lower.red).toBeGreaterThan(lower.blue + 40);
  await api.deletePicture(path);
});

test('several pictures are added to a gallery at once, and visitors see the captions below them', async ({
  staffPage: page,
  api,
  unique,
  openPage,
  watch,
}) => {
  watch.expectErrors(refused(422, 'secure-file-upload'));
  const title = unique('Many');
  const id = await api.createStudy({ title, status: 'published' });
  const colours = ['#2f6fde', '#e4572e', '#2f9e60'];
  const files = await Promise.all(
    colours.map(async (background, place) => ({
      name: `${place + 1}-${randomUUID()}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    })),
  );
  const paths: string[] = [];
  page.on('response', async (response) => {
    const isUpload = response.url().endsWith('/functions/v1/secure-file-upload');
    if (isUpload && response.ok() && response.request().method() === 'POST') {
      const { path } = await response.json();
      paths.push(path);
    }
  });
  await page.goto(`/admin/case-studies/edit/${id}`);
  const damaged = { name: 'damaged.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('JPEG') };
  await page.getByLabel('Upload pictures').setInputFiles([damaged, ...files]);
  const row = (place: number) => page.getByRole('group', { name: `Picture ${place}` });
  await expect(row(3)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('alert').filter({ hasText: 'damaged.jpg' })).toBeVisible();
  for (const [place, path] of paths.entries()) {
    await expect(field(row(place + 1), 'Image URL')).toHaveValue(new RegExp(path));
    await field(row(place + 1), 'Caption').fill(`Wall ${place + 1}`);
  }
  await page.getByRole('button', { name: 'Choose from the library' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose pictures' });
  for (const { name } of files.slice(0, 2)) {
    await dialog.getByRole('checkbox', { name: new RegExp(name) }).check();
  }
  await dialog.getByRole('button', { name: 'Use 2 pictures' }).click();
  await expect(row(5)).toBeVisible();
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect(toast(page, `The changes of "${title}" are published`)).toBeVisible();

  const visitor = await openPage();
  await visitor.goto(`/projects/${id}`);
  await expect(visitor.getByRole('link', { name: /^Enlarge:/ })).toHaveCount(5);
  await expect(visitor.locator('figcaption')).toHaveText(['Wall 1', 'Wall 2', 'Wall 3']);
  for (const path of paths) await api.deletePicture(path);
});

test('text and focal point are set once in the library, by keyboard, and every page uses them', async ({
  staffPage: page,
  api,
  unique,
  openPage,
}) => {
  const name = `${randomUUID()}.jpg`;
  const background = `#${randomUUID().slice(0, 6)}`;
  const buffer = await sharp({ create: { width: 900, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer();
  await page.goto('/admin/images');
  const answer = page.waitForResponse('**/functions/v1/secure-file-upload');
  await page.getByLabel('Upload a picture').setInputFiles({ name, mimeType: 'image/jpeg', buffer });
  const { path } = await (await answer).json();
  const id = await api.createStudy({
    title: unique('Focused'),
    status: 'published',
    hero_image_url: `/storage/v1/object/public/images/${path}`,
  });
  const details = page.getByRole('button', { name: `Details of ${name}` });
  await details.focus();
  await page.keyboard.press('Enter');
  const point = page.getByRole('slider', { name: 'Focal point' });
  await point.focus();
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await expect(point).toHaveAttribute('aria-valuetext', '49 % from the left, 30 % from the top');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Save focal point' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Focal point saved')).toBeVisible();
  const box = await point.boundingBox();
  if (!box) throw new Error('The picture is not shown');
  await page.mouse.click(box.x + box.width * 0.5, box.y + box.height * 0.9);
  await expect(point).toHaveAttribute('aria-valuetext', '50 % from the left, 90 % from the top');
  const save = page.getByRole('button', { name: 'Save focal point' });
  await save.click();
  // One notification is shown at a time: that of this save must not replace the next.
  await expect(save).toBeDisabled();
  await page.getByLabel('Alternative text').fill('One flat colour');
  await page.getByRole('button', { name: 'Save text' }).click();
  await expect(toast(page, 'Alternative text saved')).toBeVisible();

  const visitor = await openPage();
  await visitor.goto(`/projects/${id}`);
  await expect(visitor.getByRole('img', { name: 'One flat colour' })).toHaveCSS(
    'object-position',
    '50% 90%',
  );
  await visitor.goto('/projects');
  const card = visitor.getByRole('main').getByRole('article').first();
  await expect(card.locator('img')).toHaveCSS('object-position', '50% 90%');
  await api.deletePicture(path);
});

test('DASH-20, R-29: Rebuild creates a record for every stored picture', async ({
  staffPage: page,
}) => {
  await page.goto('/admin/images');
  await page.getByRole('tab', { name: 'Defined Images' }).click();
  await page.getByRole('button', { name: 'Rebuild' }).click();
  await expect(toast(page, 'Rebuilt')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Does not load')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'harbor-line-cover.webp' })).toBeVisible();
});

test('VFILE-9, VFILE-12: what is not a picture is refused before it is sent', async ({
  staffPage: page,
}) => {
  await page.goto('/admin/images');
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/functions/v1/secure-file-upload')) uploads.push(request.url());
  });
  const input = page.getByLabel('Upload a picture');
  await input.setInputFiles({
    name: 'offer.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF'),
  });
  await expect(page.getByRole('alert')).toContainText('Only image files are allowed');
  await input.setInputFiles({
    name: 'a.php.png',
    mimeType: 'image/png',
    buffer: Buffer.from('PNG'),
  });
  await expect(page.getByRole('alert').filter({ hasText: 'a.php.png' })).toContainText(
    'Suspicious file name detected',
  );
  expect(uploads).toEqual([]);
});
