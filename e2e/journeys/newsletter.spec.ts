import { readFile } from 'node:fs/promises';
import { mailbox, newAddress } from '../backend';
import { expect, refused, test, toast } from '../fixtures';

test('R-10, BLOG-6, BLOG-8: subscribe on the blog, confirm by mail, appear in the export, unsubscribe @phone', async ({
  page,
  staffPage,
  watch,
}) => {
  watch.expectErrors(refused(410, '/newsletter/confirm'));
  const address = newAddress('reader.example');
  const email = page.getByRole('textbox', { name: 'Email' });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });

  await page.goto('/blog');
  await email.fill(address);
  await email.press('Enter');
  await expect(page.getByText(/^Check your inbox/)).toBeVisible();
  await expect(page).toHaveURL('/blog');

  const confirmLink = await mailbox.newsletterLink(address, 'confirm');
  await page.goto(confirmLink);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await page.getByRole('button', { name: 'Confirm subscription' }).press('Enter');
  await expect(heading('You are on the list')).toBeVisible();

  await staffPage.goto(`/admin/newsletter?search=${address}`);
  const row = staffPage.getByRole('listitem').filter({ hasText: address });
  await expect(row).toContainText('Confirmed');
  const download = staffPage.waitForEvent('download');
  await staffPage.getByRole('button', { name: 'Export confirmed (CSV)' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.split('\r\n')[0]).toBe('email,confirmed_at');
  expect(file).toContain(`${address},20`);

  await page.goto(await mailbox.newsletterLink(address, 'unsubscribe'));
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(heading('You are off the list')).toBeVisible();
  await staffPage.reload();
  await expect(staffPage.getByRole('heading', { name: 'No subscriber matches' })).toBeVisible();

  // The link of the first mail does not resubscribe.
  await page.goto(confirmLink);
  await page.getByRole('button', { name: 'Confirm subscription' }).click();
  await expect(heading('This link no longer works')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Subscribe again' })).toBeVisible();
  await expect(email).toBeVisible();
});

test('R-10: staff delete a subscriber', async ({ page, staffPage }) => {
  const address = newAddress('reader.example');
  const email = page.getByRole('textbox', { name: 'Email' });
  await page.goto('/blog');
  await email.fill(address);
  await email.press('Enter');
  await expect(page.getByText(/^Check your inbox/)).toBeVisible();

  await staffPage.goto('/admin/newsletter');
  await staffPage.getByRole('searchbox').fill(address);
  await staffPage.getByRole('button', { name: `Delete ${address}` }).click();
  await staffPage.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(staffPage, `${address} deleted`)).toBeVisible();
  await expect(staffPage.getByRole('heading', { name: 'No subscriber matches' })).toBeVisible();
});
