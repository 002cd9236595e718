import type { Page } from '@playwright/test';
import { mailbox, newAddress, newPerson, requestLinkByApi, STAFF } from '../backend';
import { EVERY_SCREEN } from '../pages';
import { expect, field, fillSignIn, keptText, refused, test, toast } from '../fixtures';

const localPart = (email: string) => email.replace(/@.*/, '');

const STUDY = 'b7eeed2b-f85a-4de2-99e6-ef2a97c42d21';
const STUDY_TITLE = 'A greengrocer that delivers by bicycle';

const guarded = [
  ['ROUTE-21', 'the dashboard', '/admin/images', 'Admin Dashboard'],
  ['ROUTE-22', 'the list', '/admin/case-studies', 'Case studies'],
  ['ROUTE-23', 'the empty form', '/admin/case-studies/new', 'New case study'],
  ['ROUTE-24', 'the form', `/admin/case-studies/edit/${STUDY}`, STUDY_TITLE],
  ['ROUTE-25', 'the preview', `/admin/projects/preview/${STUDY}`, STUDY_TITLE],
] as const;

// tests/components/session/require-session.test.tsx has the guard itself, which is the same on every page.
for (const [number, what, path, heading] of EVERY_SCREEN ? guarded : guarded.slice(-2)) {
  test(`GUARD-1..4, GUARD-6, GUARD-7, AUTH-10, ${number}: a signed-out visitor reaches ${what} by signing in`, async ({
    page,
  }) => {
    await page.goto('/projects');
    await page.goto(`${path}?from=mail#part`);
    await expect(page).toHaveURL('/admin');
    await expect(page.getByRole('heading', { name: heading })).toHaveCount(0);

    await page.goBack();
    await expect(page).toHaveURL('/projects');
    await page.goForward();
    await expect(page).toHaveURL('/admin');

    await fillSignIn(page, STAFF);
    await expect(page).toHaveURL(`${path}?from=mail#part`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/projects');
  });
}

test('ROUTE-19, AUTH-11, AUTH-13, AUTH-19: a wrong password is shown in an alert and the typed text stays', async ({
  page,
  watch,
}) => {
  watch.expectErrors(refused(400, '/auth/v1/token'));
  await page.goto('/admin');
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeDisabled();
  await fillSignIn(page, { email: STAFF.email, password: 'Wrong-Password-1' });
  await expect(page.getByRole('alert')).toHaveText('Invalid login credentials');
  await expect(field(page, 'Email')).toHaveValue(STAFF.email);
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
  await expect(page).toHaveURL('/admin');
});

test('ROUTE-20, AUTH-1, AUTH-9: /auth is the same screen and redirects to the dashboard', async ({
  page,
}) => {
  await page.goto('/auth');
  await expect(page.getByRole('tab')).toHaveText(['Sign In', 'Sign Up']);
  await fillSignIn(page, STAFF);
  await expect(page).toHaveURL('/admin/images');
  await page.goto('/auth');
  await expect(page).toHaveURL('/admin/images');
});

const TYPED = 'Over-Time-Twice-2';

/** Signs up, up to 'Check your email'. */
async function fillSignUp(page: Page, email: string) {
  let answer: () => void = () => undefined;
  const isHeld = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/auth/v1/signup*', async (route) => {
    await isHeld;
    await route.continue();
  });
  await page.goto('/admin');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(TYPED);
  await field(page, 'Confirm password').fill(TYPED);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('button', { name: 'Creating account...' })).toBeDisabled();
  await expect(field(page, 'Email')).toBeDisabled();
  answer();
  await expect(toast(page, 'Account created!')).toBeVisible();
  await expect(toast(page, 'Please check your email to verify your account.')).toBeVisible();
}

/** Signs up, follows the mailed link in the same tab and chooses a password. */
async function signUp(page: Page, email: string) {
  await fillSignUp(page, email);
  await page.goto(await mailbox.confirmationLink(email));
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expect(page).toHaveURL('/auth/new-password');
  expect(await page.evaluate(() => location.href)).not.toContain('#');
  await field(page, 'New password').fill('Over-More-Time-2');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL('/admin/images');
}

test('AUTH-5, AUTH-6, AUTH-17, ROUTE-27, GUARD-8, PERM-7, PERM-18: a new user signs up, confirms, and waits without access', async ({
  page,
}) => {
  const email = newAddress('elsewhere.example');
  await signUp(page, email);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(rest|storage)\/v1\//.test(pathname)) asked.push(pathname);
  });
  await page.goto('/admin');
  await expect(page).toHaveURL('/admin/images');
  const waiting = page.getByRole('heading', { name: 'Your account is waiting for approval' });
  await expect(waiting).toBeVisible();
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
  await page.goto(`/admin/case-studies/edit/${STUDY}`);
  await expect(waiting).toBeVisible();
  await expect(page.getByText(STUDY_TITLE)).toHaveCount(0);
  // Only the own role and access request are read; the security log is only written.
  const own = ['/rest/v1/rpc/current_staff_role', '/rest/v1/staff_requests'];
  expect(
    asked.filter((path) => !own.includes(path) && path !== '/rest/v1/security_events'),
  ).toEqual([]);
});

test('AUTH-17, ROUTE-27, R-01: a user with an email of the agency signs up and is staff at once', async ({
  page,
}) => {
  await signUp(page, newAddress('example.com'));
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
});

/** Everything this browser keeps of the page's origin. */
const keptBy = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, names, document.cookie]);
  });

for (const [what, domain, heading] of [
  ['a member', 'example.com', 'Admin Dashboard'],
  ['a user who waits', 'elsewhere.example', 'Your account is waiting for approval'],
] as const) {
  test(`R-38: the tab that signed up sets the typed password of ${what} when the link is opened in the same browser`, async ({
    page,
    openPage,
  }) => {
    const email = newAddress(domain);
    await fillSignUp(page, email);
    expect(await keptBy(page)).not.toContain(TYPED);
    const opened = await page.context().newPage();
    await opened.goto(await mailbox.confirmationLink(email));
    await expect(opened.getByRole('heading', { name: heading })).toBeVisible();
    await expect(toast(opened, 'The password you typed when you signed up is set.')).toBeVisible();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    expect(await keptBy(opened)).not.toContain(TYPED);

    const another = await openPage();
    await another.goto('/admin');
    await fillSignIn(another, { email, password: TYPED });
    await expect(another.getByRole('heading', { name: heading })).toBeVisible();
  });
}

test('R-38: in another browser, or once the tab that signed up is closed, the password is asked once', async ({
  page,
  openPage,
}) => {
  const choose = async (tab: Page) => {
    await expect(tab).toHaveURL('/auth/new-password');
    await expect(tab.locator('input[type=password]')).toHaveCount(1);
    await field(tab, 'New password').fill('Chosen-Elsewhere-3');
    await tab.getByRole('button', { name: 'Show password' }).click();
    await expect(field(tab, 'New password')).toHaveAttribute('type', 'text');
    await tab.getByRole('button', { name: 'Save password' }).click();
    await expect(tab.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  };
  const first = newAddress('example.com');
  await fillSignUp(page, first);
  const elsewhere = await openPage();
  await elsewhere.goto(await mailbox.confirmationLink(first));
  await elsewhere.getByRole('button', { name: 'Continue' }).click();
  await choose(elsewhere);
  // The tab that signed up has no session, so it changed nothing.
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  const second = newAddress('example.com');
  await page.reload();
  await fillSignUp(page, second);
  const link = await mailbox.confirmationLink(second);
  const opened = await page.context().newPage();
  await page.close();
  await opened.goto(link);
  await choose(opened);
});

test('R-38: a link requested in another browser signs in only after confirmation', async ({
  page,
}) => {
  const open = async () => {
    const { email } = await newPerson();
    await requestLinkByApi(email);
    await page.goto(await mailbox.confirmationLink(email));
    await expect(page).toHaveURL('/auth/continue');
    await expect(page.getByRole('heading', { name: `Continue as ${email}?` })).toBeVisible();
    expect(await page.evaluate(() => location.href + JSON.stringify(localStorage))).not.toContain(
      'token',
    );
    await expect(page.getByRole('button', { name: 'Account menu' })).toHaveCount(0);
  };
  await open();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/admin/images');
  await expect(page).toHaveURL('/admin');

  await open();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/auth/new-password');
  await field(page, 'New password').fill('Chosen-Anew-3');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
});

test('SHELL-19: after signing in the toast leads back to the page before', async ({ page }) => {
  await page.goto('/about');
  await page.getByRole('link', { name: 'Admin Login' }).click();
  await fillSignIn(page, STAFF);
  await page.getByRole('button', { name: 'Continue where you were' }).click();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Story');
});

test('AUTH-18, ROUTE-26, SHELL-6..11, SHELL-21, PERM-12: logging out goes to the home page and ends the other tabs', async ({
  openPage,
}) => {
  const person = await newPerson();
  const page = await openPage(person.storageState);
  await page.goto('/projects');
  const publicTab = await page.context().newPage();
  await publicTab.goto('/projects');
  const adminTab = await page.context().newPage();
  await adminTab.goto('/admin/case-studies');
  await expect(adminTab.getByRole('heading', { name: STUDY_TITLE })).toBeVisible();
  const adminLink = (tab: Page) =>
    tab.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' });
  await expect(adminLink(publicTab)).toHaveAttribute('href', '/admin/images');

  await page.getByRole('button', { name: 'Account menu' }).click();
  const menu = page.getByRole('menu');
  await expect(menu.getByText('Admin', { exact: true })).toBeVisible();
  await expect(menu.getByText(person.email)).toBeVisible();
  await menu.getByRole('menuitem', { name: 'Log out' }).click();

  await expect(page).toHaveURL('/');
  const notice = toast(page, 'Logged out');
  await expect(notice).toBeVisible();
  await expect(toast(page, 'You have been successfully logged out.')).toBeVisible();
  const corner = await notice.boundingBox();
  expect(corner?.x).toBeGreaterThan(900);
  expect(corner?.y).toBeGreaterThan(600);
  await expect(adminLink(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Account menu' })).toHaveCount(0);

  await expect(adminLink(publicTab)).toHaveCount(0);
  const question = adminTab.getByRole('dialog', { name: 'Your session has ended' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(adminTab).toHaveURL('/');
});

test('AUTH-18, ROUTE-26: logging out of the staff area goes to the home page as well', async ({
  openPage,
}) => {
  const { storageState, email } = await newPerson();
  const page = await openPage(storageState);
  await page.goto('/admin/case-studies');
  await page.getByRole('button', { name: `Account menu of ${localPart(email)}` }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/');
  await expect(toast(page, 'Logged out')).toBeVisible();
  await page.goto('/admin/case-studies');
  await expect(page).toHaveURL('/admin');
});

test('logging out with unsaved text asks whether to keep it on the device', async ({
  openPage,
  watch,
}) => {
  // The security log reads the user up to two seconds later, when the session may have ended.
  watch.expectErrors(refused(403, '/auth/v1/user'));
  const person = await newPerson();
  const page = await openPage(person.storageState);
  const leave = async () => {
    await page.getByRole('button', { name: `Account menu of ${localPart(person.email)}` }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    return page.getByRole('dialog', { name: '1 text is not saved yet' });
  };
  await page.goto('/admin/case-studies/new');
  await field(page, 'Title').fill('Half a study');
  const question = await leave();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(field(page, 'Title')).toHaveValue('Half a study');

  await leave();
  await question.getByRole('button', { name: 'Keep on this device' }).click();
  await expect(page).toHaveURL('/');
  expect(await keptText(page)).toContain('Half a study');

  await page.goto('/admin/case-studies/new');
  await fillSignIn(page, person);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(field(page, 'Title')).toHaveValue('Half a study');
  await leave();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/');
  await expect(toast(page, 'Logged out')).toBeVisible();
  expect(await keptText(page)).toBe('[]');
});

test('SHELL-6, SHELL-7: from a public page the staff area loads as a new document without opener access', async ({
  staffPage: page,
}) => {
  const leave = async (press: () => Promise<void>) => {
    await page.goto('/about');
    await page.evaluate(() => Object.assign(window, { isPublic: true }));
    await press();
    await expect(page).toHaveURL(/\/admin\//);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => 'isPublic' in window)).toBe(false);
  };
  await leave(() => page.getByRole('banner').getByRole('link', { name: 'Admin' }).click());
  await leave(async () => {
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Account settings' }).click();
  });
  // Inside it, navigation loads no document.
  await page.evaluate(() => Object.assign(window, { isPublic: true }));
  await page.getByRole('link', { name: 'Case studies' }).first().click();
  await expect(page).toHaveURL('/admin/case-studies');
  expect(await page.evaluate(() => 'isPublic' in window)).toBe(true);
});
