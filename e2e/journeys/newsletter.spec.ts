import { readFile } from 'node:fs/promises';
import { mailbox, newAddress } from '../backend';
import { expect, refused, test } from '../fixtures';

test('R-10, BLOG-2, BLOG-6, BLOG-8: subscribe on the blog, confirm by mail, appear in the export, unsubscribe @phone', async ({
  page,
  staffPage,
  screens,
  watch,
}) => {
  watch.expectErrors(refused(410, '/newsletter/confirm'));
  const address = newAddress('reader.example');
  const email = page.getByRole('textbox', { name: 'Email' });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });

  await page.goto('/blog');
  await page.getByRole('link', { name: 'Subscribe' }).click();
  await expect(page).toHaveURL('/blog#newsletter');
  await expect(email).toBeInViewport();
  await email.fill(address);
  await email.press('Enter');
  await expect(page.getByText(/^Check your inbox/)).toBeVisible();
  await expect(page).toHaveURL('/blog#newsletter');

  const confirmLink = await mailbox.newsletterLink(address, 'confirm');
  await page.goto(confirmLink);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(page.getByRole('button', { name: 'Confirm subscription' })).toBeVisible();
  await screens.check(page, 'confirm a subscription');
  await page.getByRole('button', { name: 'Confirm subscription' }).press('Enter');
  await expect(heading('You are on the list')).toBeVisible();

  await staffPage.goto(`/admin/newsletter?search=${address}`);
  const row = staffPage.getByRole('listitem').filter({ hasText: address });
  await expect(row).toContainText('Confirmed');
  await screens.check(staffPage, 'newsletter of staff');
  const download = staffPage.waitForEvent('download');
  await staffPage.getByRole('button', { name: 'Export confirmed (CSV)' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.split('\r\n')[0]).toBe('email,confirmed_at');
  expect(file).toContain(`${address},20`);

  await staffPage.getByRole('button', { name: `Delete ${address}` }).click();
  const question = staffPage.getByRole('alertdialog');
  await expect(question).toBeVisible();
  await screens.check(staffPage, 'a question before deleting');
  await question.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(await mailbox.newsletterLink(address, 'unsubscribe'));
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible();
  await screens.check(page, 'unsubscribe');
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
  await screens.check(page, 'a used link of the newsletter');
});
