import { newAddress } from '../backend';
import { expect, fillSignIn, refused, test } from '../fixtures';

test('SEC-8, SEC-9: failed sign-ins are logged, the fourth with severity high, and the audit of the real database has no finding', async ({
  page,
  staffPage,
  screens,
  watch,
}) => {
  watch.expectErrors(refused(400, '/auth/v1/token'));
  const address = newAddress('example.com');
  const logged = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes('Sign-in failed 4 times')),
  );
  await page.goto('/admin');
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    const answer = page.waitForResponse('**/auth/v1/token?*');
    await fillSignIn(page, { email: address, password: 'Not-The-One-1' });
    await answer;
    await expect(page.getByRole('alert')).toBeVisible();
  }
  expect((await logged).status()).toBe(201);

  await staffPage.goto('/admin/security?type=failed_login');
  // What Auth reported: the report of the browser is not listed beside it.
  const rows = staffPage.getByRole('table', { name: /Security events/ }).getByRole('row');
  await expect(rows.filter({ hasText: 'Sign-in failed 4 times for one address' })).toHaveCount(0);
  const newest = rows.filter({ hasText: 'Sign-in to an unknown address failed' }).first();
  await expect(newest).toContainText('High');
  await staffPage.getByText('By severity and type').click();
  await expect(staffPage.getByRole('table', { name: 'By severity' })).toBeVisible();
  await screens.check(staffPage, 'security log');
  await newest.getByRole('button', { name: 'Failed sign-in' }).click();
  const details = staffPage.getByRole('dialog', { name: 'Failed sign-in' });
  await expect(details.getByText(/Unknown address #[0-9a-f]{8}/)).toBeVisible();
  await expect(details.getByText(address)).toHaveCount(0);
  await screens.check(staffPage, 'an event of the security log');

  await staffPage.goto('/admin/security?view=policies');
  await expect(staffPage.getByText(/^All \d+ tables are protected/)).toBeVisible();
  await expect(staffPage.getByText('Visitors can add rows but read none')).toBeVisible();
  await screens.check(staffPage, 'audit of the policies');
});

test('frequent policy violations are listed on the health page', async ({
  page,
  staffPage,
  watch,
}) => {
  watch.expectErrors(/Content Security Policy/, refused(400, '/health-check'));
  await page.goto('/about');
  // A different URL each time: a browser reports each URL once.
  await page.evaluate(() =>
    Promise.allSettled(
      Array.from({ length: 10 }, (_, part) => fetch(`https://widget.example/${part}?visitor=42`)),
    ),
  );
  await expect(async () => {
    await staffPage.goto('/admin/health');
    const blocked = staffPage.getByRole('listitem').filter({ hasText: 'Blocked content' });
    await expect(blocked).toContainText(
      /https:\/\/widget\.example \(connect-src\) on \/about, \d+ times/,
      { timeout: 5000 },
    );
  }).toPass();
});
