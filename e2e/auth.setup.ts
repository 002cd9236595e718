import { STAFF, STAFF_STATE } from './backend';
import { expect, fillSignIn, test as setup, toast } from './fixtures';

setup('AUTH-16: staff sign in and are welcomed', async ({ page }) => {
  await page.goto('/admin');
  await fillSignIn(page, STAFF);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await expect(toast(page, 'Welcome back!')).toBeVisible();
  await expect(toast(page, 'You have been successfully logged in.')).toBeVisible();
  await page.context().storageState({ path: STAFF_STATE });
});
