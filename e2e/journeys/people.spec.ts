import {
  mailbox,
  newAddress,
  newPerson,
  readKeys,
  signInByApi,
  SITE,
  STAFF_STATE,
} from '../backend';
import { expect, field, fillSignIn, refused, test, toast } from '../fixtures';

test('R-01: a new user requests access, an owner approves, and the user is admitted without a reload', async ({
  openPage,
}) => {
  const nonMember = await newPerson('elsewhere.example');
  const theirs = await openPage(nonMember.storageState);
  await theirs.goto('/admin/images');
  await theirs.getByLabel('Note to the owners (optional)').fill('I write the spring studies.');
  await theirs.getByRole('button', { name: 'Ask for access' }).click();
  await expect(theirs.getByText('Your request was sent to the owners')).toBeVisible();

  const owners = await openPage(STAFF_STATE);
  await owners.goto('/admin/images');
  await owners.getByRole('button', { name: /^Notifications \d+ new$/ }).click();
  const notices = owners.getByRole('dialog', { name: 'Notifications' });
  await expect(notices.getByRole('link', { name: nonMember.email })).toBeVisible();
  await owners.keyboard.press('Escape');
  await expect(owners.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await owners.getByRole('link', { name: 'To do', exact: true }).click();
  await expect(owners.getByRole('heading', { name: 'To do', level: 1 })).toBeVisible();
  await owners.getByRole('main').getByRole('link', { name: nonMember.email }).click();
  await expect(owners).toHaveURL('/admin/people');
  const row = owners.getByRole('listitem').filter({ hasText: nonMember.email });
  await expect(row.getByText('I write the spring studies.')).toBeVisible();
  await row.getByRole('button', { name: `Approve ${nonMember.email}` }).click();
  await expect(toast(owners, `${nonMember.email} is staff now`)).toBeVisible();
  await expect
    .poll(
      async () => {
        const mails = await mailbox.mailsAbout('Security notice: staff added as editor');
        return mails
          .filter(({ Text }) => Text.includes(nonMember.email))
          .map(({ To }) => To[0]?.Address);
      },
      { timeout: 30_000 },
    )
    .toContain('staff@example.com');
  const entrance = await mailbox.linkTo(nonMember.email, /https?:\/\/\S+\/admin(?=\s|$)/);
  expect(entrance).toBe(`${SITE}/admin`);

  await theirs.getByRole('button', { name: 'Check again' }).click();
  await expect(theirs.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await theirs.goto('/admin/people');
  await expect(theirs.getByRole('heading', { name: 'Owners manage people' })).toBeVisible();

  await owners.getByRole('button', { name: `Remove ${nonMember.email}` }).click();
  await owners.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toast(owners, `${nonMember.email} removed from the staff`)).toBeVisible();
  await theirs.goto('/admin/images');
  await expect(
    theirs.getByRole('heading', { name: 'Your account is waiting for approval' }),
  ).toBeVisible();
});

test('a member chooses a name, and other staff see it in place of the address', async ({
  openPage,
  staffPage,
  unique,
}) => {
  const person = await newPerson();
  const theirs = await openPage(person.storageState);
  await theirs.goto('/admin/account');
  const name = unique('Noor');
  await field(theirs, 'Name').fill(name);
  await theirs.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(theirs.getByRole('button', { name: `Account menu of ${name}` })).toBeVisible();

  await theirs.goto('/admin/case-studies/new');
  await field(theirs, 'Title').fill(unique('Signed'));
  await theirs.getByRole('button', { name: 'Save Case Study' }).click();
  await expect(theirs).toHaveURL(/edit/);
  const study = theirs.url();
  await staffPage.goto(`${study}/history`);
  await expect(staffPage.getByRole('navigation', { name: 'Versions' })).toContainText(name);
  await staffPage.goto('/admin/people');
  const row = staffPage.getByRole('listitem').filter({ hasText: person.email });
  await expect(row.getByText(name, { exact: true })).toBeVisible();
  await row.getByRole('button', { name: `Remove ${person.email}` }).click();
  await staffPage.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toast(staffPage, `${name} (${person.email}) removed from the staff`)).toBeVisible();
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

  await page.goto(await mailbox.confirmationLink(person.email));
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

test('R-01: a password set before the email’s owner confirmed does not sign in', async ({
  page,
  watch,
}) => {
  const email = newAddress('example.com');
  await page.goto('/admin');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill('Attackers-Own-1');
  await field(page, 'Confirm password').fill('Attackers-Own-1');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(toast(page, 'Account created!')).toBeVisible();

  await fetch(await mailbox.confirmationLink(email), { redirect: 'manual' });
  watch.expectErrors(refused(400, '/auth/v1/token'));
  await page.getByRole('button', { name: 'Back to sign in' }).click();
  await fillSignIn(page, { email, password: 'Attackers-Own-1' });
  await expect(page.getByRole('alert')).toHaveText('Invalid login credentials');
});
