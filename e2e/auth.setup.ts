import { STAFF, STAFF_STATE } from './backend';
import { expect, fillSignIn, test as setup } from './fixtures';

setup('AUTH-9, AUTH-16: staff sign in and are welcomed', async ({ page, screens }) => {
  await screens.open(page, '/admin');
  await fillSignIn(page, STAFF);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  // Both texts are checked at once: the notification closes after four seconds.
  await expect(
    page.getByRole('region', { name: /notifications/i }).locator('[data-state="open"]'),
  ).toContainText(/Welcome back!\s*You have been successfully logged in\./);
  await page.context().storageState({ path: STAFF_STATE });
  await page.goto('/auth');
  await expect(page).toHaveURL('/admin/images');
});
