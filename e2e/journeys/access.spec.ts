import type { Page } from '@playwright/test';
import {
  mailbox,
  newAddress,
  newPerson,
  readKeys,
  signInByApi,
  SITE,
  STAFF,
  STAFF_STATE,
} from '../backend';
import { EVERY_SCREEN } from '../pages';
import { expect, field, fillSignIn, keptText, refused, test, toast } from '../fixtures';

const localPart = (email: string) => email.replace(/@.*/, '');

const STUDY = 'b7eeed2b-f85a-4de2-99e6-ef2a97c42d21';
const STUDY_TITLE = 'A greengrocer that delivers by bicycle';

const guarded = [
  ['ROUTE-21', 'the dashboard', '/admin/images', 'Admin Dashboard'],
  ['ROUTE-22', 'the list', '/admin/case-studies', 'Case studies'],
  ['ROUTE-23', 'the empty form', '/admin/case-studies/new', 'New case study'],
  ['ROUTE-25', 'the preview', `/admin/projects/preview/${STUDY}`, STUDY_TITLE],
  ['ROUTE-24', 'the form', `/admin/case-studies/edit/${STUDY}`, STUDY_TITLE],
] as const;

// tests/components/session/require-session.test.tsx has the guard itself, which is the same on every page.
for (const [number, what, path, heading] of EVERY_SCREEN ? guarded : guarded.slice(-1)) {
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

test('ROUTE-19, AUTH-11, AUTH-13, AUTH-19, SHELL-19: after a wrong password the typed text stays; signing in leads back to the page before', async ({
  page,
  screens,
  watch,
}) => {
  watch.expectErrors(refused(400, '/auth/v1/token'));
  await page.goto('/about');
  await page.getByRole('link', { name: 'Admin Login' }).click();
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeDisabled();
  await fillSignIn(page, { email: STAFF.email, password: 'Wrong-Password-1' });
  await expect(page.getByRole('alert')).toHaveText('Invalid login credentials');
  await expect(field(page, 'Email')).toHaveValue(STAFF.email);
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeFocused();
  await expect(page).toHaveURL('/admin');
  await screens.check(page, 'sign in, refused');

  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await field(page, 'Password').fill('short');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(field(page, 'Password')).toHaveAttribute('aria-invalid', 'true');
  await screens.check(page, 'sign up, with errors');

  await page.getByRole('tab', { name: 'Sign In' }).click();
  await fillSignIn(page, STAFF);
  await page.getByRole('link', { name: 'Continue where you were' }).click();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Story');
});

const TYPED = 'Over-Time-Twice-2';

/** Signs up at /auth, which is the same screen as /admin, up to 'Check your email'. */
async function fillSignUp(page: Page, email: string) {
  let answer: () => void = () => undefined;
  const isHeld = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/auth/v1/signup*', async (route) => {
    await isHeld;
    await route.continue();
  });
  await page.goto('/auth');
  await expect(page.getByRole('tab')).toHaveText(['Sign In', 'Sign Up']);
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

async function openMailedLink(page: Page, link: string) {
  await page.goto(link);
  await expect(page).toHaveURL('/auth/continue');
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Everything this browser keeps of the page's origin. */
const keptBy = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, names, document.cookie]);
  });

test('ROUTE-20, AUTH-1, AUTH-5, AUTH-6, AUTH-17, ROUTE-27, GUARD-8, PERM-7, PERM-18, R-01, R-38: a new user signs up, waits without access, asks for it, is approved, and is removed', async ({
  page,
  openPage,
  screens,
  unique,
}) => {
  test.setTimeout(120_000);
  const email = newAddress('elsewhere.example');
  const waiting = 'Your account is waiting for approval';
  const owners = await openPage(STAFF_STATE);
  const asked: string[] = [];

  await test.step('the tab that signed up sets the typed password once the link is opened in the same browser', async () => {
    await fillSignUp(page, email);
    expect(await keptBy(page)).not.toContain(TYPED);
    const opened = await page.context().newPage();
    const link = await mailbox.confirmationLink(email);
    // As a mail scanner, which loads the page as well: nothing is used up by it.
    await opened.goto(link);
    await expect(opened.getByRole('button', { name: 'Continue' })).toBeVisible();
    await opened.goto('about:blank');
    await openMailedLink(opened, link);
    await expect(opened.getByRole('heading', { name: waiting })).toBeVisible();
    expect(await opened.evaluate(() => location.href)).not.toContain('#');
    await expect(toast(opened, 'The password you typed when you signed up is set.')).toBeVisible();
    expect(await keptBy(opened)).not.toContain(TYPED);
    await opened.close();
  });

  await test.step('a user who waits sees nothing of staff', async () => {
    await expect(page.getByRole('heading', { name: waiting })).toBeVisible();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/(rest|storage)\/v1\//.test(pathname)) asked.push(pathname);
    });
    await page.goto(`/admin/case-studies/edit/${STUDY}`);
    await expect(page.getByRole('heading', { name: waiting })).toBeVisible();
    await expect(page.getByRole('main').getByText(email)).toBeVisible();
    await expect(page.getByText(STUDY_TITLE)).toHaveCount(0);
    // Only the own role and access request are read; the security log is only written.
    const own = ['/rest/v1/rpc/current_staff_role', '/rest/v1/staff_requests'];
    expect(
      asked.filter((path) => !own.includes(path) && path !== '/rest/v1/security_events'),
    ).toEqual([]);
    await screens.check(page, 'waiting for approval');
    await page.getByLabel('Note to the owners (optional)').fill('I write the spring studies.');
    await page.getByRole('button', { name: 'Ask for access' }).click();
    await expect(page.getByText('Your request was sent to the owners')).toBeVisible();
  });

  const row = owners.getByRole('listitem').filter({ hasText: email });
  await test.step('an owner finds the request among the notices and approves it', async () => {
    await owners.goto('/admin/today');
    await expect(owners.getByRole('heading', { name: 'To do', level: 1 })).toBeVisible();
    await expect(owners.getByText(/^(Nothing to do|Not published yet)/)).toBeVisible();
    await screens.check(owners, 'to do');
    await owners.getByRole('button', { name: /^Notifications \d+ new$/ }).click();
    const notices = owners.getByRole('dialog', { name: 'Notifications' });
    await expect(notices.getByRole('link', { name: email })).toBeVisible();
    await owners.keyboard.press('Escape');
    await expect(owners.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
    await owners.getByRole('main').getByRole('link', { name: email }).click();
    await expect(owners).toHaveURL('/admin/people');
    await expect(row.getByText('I write the spring studies.')).toBeVisible();
    await screens.check(owners, 'people');
    await row.getByRole('button', { name: `Approve ${email}` }).click();
    await expect(toast(owners, `${email} is staff now`)).toBeVisible();
  });

  await test.step('mails tell both', async () => {
    await expect
      .poll(
        async () => {
          const mails = await mailbox.mailsAbout('Security notice: staff added as editor');
          return mails.filter(({ Text }) => Text.includes(email)).map(({ To }) => To[0]?.Address);
        },
        { timeout: 30_000 },
      )
      .toContain('staff@example.com');
    const entrance = await mailbox.linkTo(
      email,
      (text) => /https?:\/\/\S+\/admin(?=\s|$)/.exec(text)?.[0],
    );
    expect(entrance).toBe(`${SITE}/admin`);
  });

  await test.step('the user is admitted without a reload, and chooses a name', async () => {
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByRole('heading', { name: STUDY_TITLE })).toBeVisible();
    await page.goto('/admin/people');
    await expect(page.getByRole('heading', { name: 'Owners manage people' })).toBeVisible();
    await page.goto('/admin/account');
    await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible();
    await screens.check(page, 'account');
    const name = unique('Noor');
    await field(page, 'Name').fill(name);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: `Account menu of ${name}` })).toBeVisible();
    await owners.reload();
    await expect(row.getByText(name, { exact: true })).toBeVisible();
  });

  await test.step('removed, the user waits again', async () => {
    await row.getByRole('button', { name: `Remove ${email}` }).click();
    await owners.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(owners.getByText(/ removed from the staff$/).first()).toBeVisible();
    await page.goto('/admin/images');
    await expect(page.getByRole('heading', { name: waiting })).toBeVisible();
  });
});

test('AUTH-17, ROUTE-27, R-01, R-38: in another browser the link signs in only after confirmation, and asks for the password once; the one typed before does not sign in', async ({
  page,
  openPage,
}) => {
  const email = newAddress('example.com');
  await fillSignUp(page, email);
  const elsewhere = await openPage();
  await openMailedLink(elsewhere, await mailbox.confirmationLink(email));
  await expect(elsewhere).toHaveURL('/auth/continue');
  await expect(elsewhere.getByRole('heading', { name: `Continue as ${email}?` })).toBeVisible();
  expect(
    await elsewhere.evaluate(() => location.href + JSON.stringify(localStorage)),
  ).not.toContain('token');
  await expect(elsewhere.getByRole('button', { name: 'Account menu' })).toHaveCount(0);

  await expect(signInByApi(email, TYPED)).rejects.toThrow('invalid_credentials');

  await elsewhere.getByRole('button', { name: 'Continue' }).click();
  await expect(elsewhere).toHaveURL('/auth/new-password');
  await expect(elsewhere.locator('input[type=password]')).toHaveCount(1);
  await field(elsewhere, 'New password').fill('Chosen-Elsewhere-3');
  await elsewhere.getByRole('button', { name: 'Show password' }).click();
  await expect(field(elsewhere, 'New password')).toHaveAttribute('type', 'text');
  await elsewhere.getByRole('button', { name: 'Save password' }).click();
  // An address of the agency: staff at once.
  await expect(elsewhere.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  // The tab that signed up has no session, so it changed nothing.
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
});

test('R-24: a forgotten password is reset by a mailed link, which ends the other sessions', async ({
  page,
}) => {
  const person = await newPerson();
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await field(page, 'Email').fill(person.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`If there is an account for ${person.email}`)).toBeVisible();

  await openMailedLink(page, await mailbox.confirmationLink(person.email));
  await expect(page).toHaveURL('/auth/new-password');
  await field(page, 'New password').fill('Chosen-Anew-3');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(toast(page, 'Your other devices are signed out.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();

  await expect(signInByApi(person.email, person.password)).rejects.toThrow('invalid_credentials');
  const ended = await fetch(`${SITE}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey: readKeys().publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: person.session.refresh_token }),
  });
  expect(ended.status).toBe(400);
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
  const question = adminTab.getByRole('dialog', { name: 'Authentication Required' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(adminTab).toHaveURL('/');
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
  const mark = () => page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  const isMarked = () => page.evaluate(() => 'isSameDocument' in window);
  await page.goto('/about');
  await mark();
  await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click();
  await expect(page).toHaveURL(/\/admin\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await isMarked()).toBe(false);
  // Inside it, navigation loads no document.
  await mark();
  await page.getByRole('link', { name: 'Case studies' }).first().click();
  await expect(page).toHaveURL('/admin/case-studies');
  expect(await isMarked()).toBe(true);
});
