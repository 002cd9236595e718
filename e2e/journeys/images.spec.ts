import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, expectLoaded, field, test, toast } from '../fixtures';

test('DASH-1, DASH-14, DASH-15, DASH-17, DASH-18, DASH-20, DASH-26, DASH-28, SHELL-22, R-29: staff upload a picture, copy its address and delete it, and rebuild the records', async ({
  staffPage: page,
  screens,
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
  await screens.check(page, 'images');
  await card.getByRole('button', { name: 'Copy URL' }).click();
  await expect(toast(page, 'URL copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect((await page.request.get(copied)).headers()['content-type']).toBe('image/png');

  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete image' }).click();
  await expect(toast(page, 'Image Deleted')).toBeVisible();
  await expect(card).toHaveCount(0);
  expect((await page.request.get(copied)).ok()).toBe(false);

  await page.getByRole('tab', { name: 'Defined Images' }).click();
  await page.getByRole('button', { name: 'Rebuild' }).click();
  await expect(toast(page, 'Rebuilt')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Does not load')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'harbor-line-cover.webp' })).toBeVisible();
});

test('STOR-4, R-15: a picture gets an alternative text and a focal point in the library, pages use them, and it is replaced everywhere', async ({
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
  const card = page
    .getByRole('group', { name: 'Stored images' })
    .getByRole('listitem')
    .filter({ hasText: name });
  const visitor = await openPage();
  let id = '';

  await test.step('it is stored under its own name', async () => {
    await page.goto('/admin/images');
    await page.getByLabel('Keep the file’s name').check();
    await choose('#2f6fde');
    await expectLoaded(card.locator('img'));
    const first = await card.locator('img').getAttribute('src');
    expect(first).toMatch(/\?v=1400x700(_[\d-]+)?\.1$/);
    const { pathname, search } = new URL(first ?? '', page.url());
    id = await api.createStudy({
      title: unique('Replaced'),
      status: 'published',
      hero_image_url: pathname + search,
    });
  });

  await test.step('the focal point is set by keyboard and by a press, the text below it', async () => {
    await card.getByRole('button', { name: `Details of ${name}` }).press('Enter');
    const point = page.getByRole('slider', { name: 'Focal point' });
    await point.focus();
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await expect(point).toHaveAttribute('aria-valuetext', '49 % from the left, 30 % from the top');
    await page.keyboard.press('Tab');
    const save = page.getByRole('button', { name: 'Save focal point' });
    await expect(save).toBeFocused();
    const box = await point.boundingBox();
    if (!box) throw new Error('The picture is not shown');
    await page.mouse.click(box.x + box.width * 0.5, box.y + box.height * 0.9);
    await expect(point).toHaveAttribute('aria-valuetext', '50 % from the left, 90 % from the top');
    await save.click();
    // One notification is shown at a time: that of this save must not replace the next.
    await expect(save).toBeDisabled();
    await page.getByLabel('Alternative text').fill('A blue wall');
    await page.getByRole('button', { name: 'Save text' }).click();
    await expect(toast(page, 'Alternative text saved')).toBeVisible();
  });

  await test.step('the page of a study and the list use both', async () => {
    await visitor.goto(`/projects/${id}`);
    const cover = visitor.getByRole('img', { name: 'A blue wall' });
    await expect(cover).toHaveCSS('object-position', '50% 90%');
    await visitor.goto('/projects');
    const first = visitor.getByRole('main').getByRole('article').first();
    await expect(first.locator('img')).toHaveCSS('object-position', '50% 90%');
  });

  await test.step('another picture of that name replaces it everywhere', async () => {
    await page.reload();
    await expect(card.getByRole('button', { name: /^Used in 1 place/ })).toBeVisible();
    await page.getByLabel('Keep the file’s name').check();
    await choose('#e4572e');
    await page.getByRole('button', { name: 'Replace', exact: true }).click();
    await expect(toast(page, 'Upload Successful')).toBeVisible();
    await visitor.goto(`/projects/${id}`);
    const hero = visitor.locator('article header img').first();
    await expectLoaded(hero);
    expect(await hero.getAttribute('src')).toMatch(/\?v=1400x700(_[\d-]+)?\.2$/);
  });

  await test.step('it is deleted only by saying so, because it is used', async () => {
    await card.getByRole('button', { name: `Delete ${name}` }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Delete it anyway').check();
    await dialog.getByRole('button', { name: 'Delete image' }).click();
    await expect(card).toHaveCount(0);
  });
});

test('in a new study a picture is chosen or pasted, stored and used; pasted again, the stored one is offered', async ({
  staffPage: page,
  api,
  screens,
}) => {
  const background = `#${randomUUID().slice(0, 6)}`;
  const picture = await sharp({ create: { width: 320, height: 200, channels: 3, background } })
    .png()
    .toBuffer();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/admin/case-studies/new');
  await expect(page.getByRole('heading', { level: 1, name: 'New case study' })).toBeVisible();
  await screens.check(page, 'the form, empty');
  await field(page, 'Headline').fill('x'.repeat(201));
  await page.getByRole('group', { name: 'Metric 1' }).getByLabel('Value').fill('1');
  await page.getByRole('button', { name: 'Add by address' }).click();
  await field(page, 'Title').press('Enter');
  await expect(page.getByText('Please enter a title for the case study')).toBeVisible();
  await screens.check(page, 'the form, with errors');
  await field(page, 'Title').fill('Pasted');
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
  const openPicker = (name: string) =>
    page.getByRole('button', { name: `Choose or upload picture for ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  await openPicker('the hero image');
  await expect(dialog).toBeVisible();
  await screens.check(page, 'the choice of a picture');
  await dialog.getByRole('tab', { name: 'From the library' }).click();
  await expect(dialog.getByRole('radio').first()).toBeAttached();
  await screens.check(page, 'the library in the choice of a picture');
  await page.keyboard.press('ControlOrMeta+V');
  const hero = field(page, 'Address of the hero image');
  await expect(page.getByRole('dialog')).toBeHidden({ timeout: 20_000 });
  await expect(hero).toHaveValue(/\/storage\/v1\/object\/public\/images\//);

  await openPicker('the client logo');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('ControlOrMeta+V');
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
  const noise = { type: 'gaussian', mean: 128, sigma: 25 } as const;
  const half = { width: 1350, height: 1350, channels: 4 } as const;
  const photo = await sharp({
    create: { ...half, width: 2700, channels: 3, background: '#808080', noise },
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
  expect(photo.length).toBeGreaterThan(5 * 1024 * 1024);
  await page.goto('/admin/images');
  const answer = page.waitForResponse('**/functions/v1/secure-file-upload');
  const name = `${randomUUID()}.jpg`;
  await page
    .getByLabel('Upload a picture')
    .setInputFiles({ name, mimeType: 'image/jpeg', buffer: photo });
  const said = page.getByText(/^[\w-]+\.jpg was [\d.]+ MB; it is uploaded as [\d.]+ [KM]B\.$/);
  await expect(said.first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('status').filter({ hasText: `${name} was` })).toHaveCount(1);
  const { path, url } = await (await answer).json();
  await expect(
    page.getByRole('region', { name: /notifications/i }).getByText(/it is uploaded as/),
  ).toBeVisible();

  const stored = await (await page.request.get(url)).body();
  expect(stored.length).toBeLessThanOrEqual(5 * 1024 * 1024);
  const { width, height, orientation } = await sharp(stored).metadata();
  expect([width, height]).toEqual([1280, 2560]);
  expect(orientation ?? 1).toBe(1);
  const meanOf = async (top: number) => {
    const part = sharp(stored).extract({ left: 0, top, width: 1280, height: 1200 });
    const [red = 0, , blue = 0] = await part.resize(1, 1).raw().toBuffer();
    return { red, blue };
  };
  const [upper, lower] = [await meanOf(0), await meanOf(1360)];
  expect(upper.blue).toBeGreaterThan(upper.red + 40);
  expect(lower.red).toBeGreaterThan(lower.blue + 40);
  await api.deletePicture(path);
});
