import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, expectLoaded, test, toast } from '../fixtures';

test('DASH-1, DASH-5, DASH-14..18, SHELL-22: staff upload a picture, copy its address and delete it', async ({
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

test('VFILE-5, VFILE-7: what is not a picture is refused before it is sent', async ({
  staffPage: page,
}) => {
  await page.goto('/admin/images');
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/functions/v1/')) uploads.push(request.url());
  });
  const input = page.getByLabel('Upload a picture');
  await input.setInputFiles({
    name: 'offer.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF'),
  });
  await expect(page.getByRole('alert')).toContainText(
    /Only image files are allowed|Invalid file type/,
  );
  await input.setInputFiles({
    name: 'a.php.png',
    mimeType: 'image/png',
    buffer: Buffer.from('PNG'),
  });
  await expect(page.getByRole('alert')).toContainText('Suspicious file name detected');
  expect(uploads).toEqual([]);
});
