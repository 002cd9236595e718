import type { Page } from '@playwright/test';
import { newPerson, STAFF_STATE } from '../backend';
import { expect, field, refused, test, toast, expectHydrated } from '../fixtures';
import { EVERY_SCREEN } from '../pages';

const SAVE = '**/rest/v1/rpc/save_case_study';
const READ = '**/rest/v1/case_studies?*';
const HEALTH = '**/auth/v1/health';

const editAddress = (id: string) => `/admin/case-studies/edit/${id}`;
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Case Study' });

async function openForm(page: Page, id: string) {
  await page.goto(editAddress(id));
  await expect(page.getByText('Editing existing case study')).toBeVisible();
}

async function saveAndSee(page: Page, title: string) {
  await saveButton(page).click();
  await expect(toast(page, `Case study "${title}" updated successfully!`)).toBeVisible();
}

test('R-04: two editors save one study, compare and keep both texts', async ({
  staffPage: mine,
  openPage,
  api,
  screens,
  unique,
  watch,
}) => {
  watch.expectErrors(refused(409, '/rpc/save_case_study'));
  const colleague = await newPerson();
  const theirs = await openPage(colleague.storageState);
  const title = unique('Shared');
  const id = await api.createStudy({ title, headline: 'Before' });
  await openForm(mine, id);
  await openForm(theirs, id);

  await field(theirs, 'Headline').fill('Their headline');
  await field(theirs, 'Challenge').fill('Their challenge');
  await saveAndSee(theirs, title);

  await field(mine, 'Headline').fill('My headline');
  await field(mine, 'Solution').fill('My solution');
  await saveButton(mine).click();
  const screen = mine.getByRole('dialog', {
    name: `${colleague.email.replace(/@.*/, '')} saved this case study`,
  });
  await expect(screen.getByText('Their challenge')).toBeVisible();
  await expect(screen.getByText('My solution')).toBeVisible();
  const choice = screen.getByRole('group', { name: 'Headline' });
  await expect(choice.getByText('Their headline')).toBeVisible();
  const saveMerged = screen.getByRole('button', { name: 'Save merged version' });
  await expect(saveMerged).toBeDisabled();
  await screens.check(mine, 'two versions compared');
  await choice.getByRole('button', { name: 'Keep mine' }).click();
  await saveMerged.click();
  await expect(toast(mine, `Case study "${title}" updated successfully!`)).toBeVisible();
  await expect(screen).toBeHidden();
  await expect(field(mine, 'Challenge')).toHaveValue('Their challenge');
  expect(await api.readStudy(id)).toMatchObject({
    headline: 'My headline',
    challenge: 'Their challenge',
    solution: 'My solution',
  });
});

const failures = {
  'answers 500': (page: Page, address: string) =>
    page.route(address, (route) =>
      route.fulfill({ status: 500, json: { code: 'XX000', message: 'out of clouds' } }),
    ),
  'cannot be reached': (page: Page, address: string) =>
    page.route(address, (route) => route.abort('connectionrefused')),
};

// Both failures are the same to a screen: tests/components/ui/query-view.test.tsx.
for (const [what, breakDown] of EVERY_SCREEN
  ? Object.entries(failures)
  : Object.entries(failures).slice(-1)) {
  test(`PROJ-7, CS-22, ALIST-13: a backend that ${what} shows an error, and Retry recovers`, async ({
    openPage,
    api,
    unique,
    watch,
  }) => {
    watch.expectErrors(refused(500), /ERR_CONNECTION_REFUSED/);
    const title = unique('Out of reach');
    const id = await api.createStudy({ title, status: 'published' });
    const all = [
      ['/projects', 'Error loading case studies. Please try again later.'],
      [`/projects/${id}`, 'Error Loading Case Study'],
      ['/admin/case-studies', 'Failed to load case studies'],
      [editAddress(id), 'The case study could not be loaded'],
    ] as const;
    // The others in tests/components/case-studies: public-pages, staff-pages and form-states.
    for (const [address, message] of EVERY_SCREEN ? all : all.slice(0, 1)) {
      // A separate browser each: a copy of one screen would be used by another.
      const page = await openPage(STAFF_STATE);
      await breakDown(page, READ);
      // Otherwise a probe would find it before the test can press Retry.
      await breakDown(page, HEALTH);
      if (address === '/projects') {
        // Opened directly, the page has the data of the build.
        await page.goto('/privacy');
        await expectHydrated(page);
        await page.getByRole('contentinfo').getByRole('link', { name: 'Projects' }).click();
      } else {
        await page.goto(address);
      }
      const alert = page.getByRole('alert').filter({ hasText: message });
      await expect(alert).toBeVisible();
      await page.unroute(READ);
      await page.getByRole('button', { name: /^(Try again|Retry)$/ }).click();
      await expect(alert).toBeHidden();
      await expect(
        address.includes('/edit/')
          ? page.getByText('Editing existing case study')
          : page.getByRole('heading', { name: title }),
      ).toBeVisible();
    }
  });

  test(`FORM-11, FORM-46: a save that ${what} keeps the text, and another try saves it`, async ({
    staffPage: page,
    api,
    unique,
    watch,
  }) => {
    watch.expectErrors(refused(500, '/rpc/save_case_study'), /ERR_CONNECTION_REFUSED/);
    const title = unique('Stormy');
    const id = await api.createStudy({ title });
    await openForm(page, id);
    await field(page, 'Challenge').fill('Written in the storm ⛈️');
    await breakDown(page, SAVE);
    await saveButton(page).click();
    const answer = page.getByText(/^Failed to update case study: |^Offline: kept on this device/);
    await expect(answer.first()).toBeVisible();
    await expect(field(page, 'Challenge')).toHaveValue('Written in the storm ⛈️');
    await page.unroute(SAVE);
    await saveButton(page).click();
    await expect(page.getByText(/^Saved at/)).toBeVisible();
    expect(await api.readStudy(id)).toMatchObject({ challenge: 'Written in the storm ⛈️' });
  });
}

test('SESS-5: after the session ends during writing, signing in again in place saves the text', async ({
  openPage,
  api,
  unique,
  watch,
}) => {
  watch.expectErrors(refused(401, '/rest/v1/'), refused(400, '/auth/v1/token'));
  const person = await newPerson();
  const page = await openPage(person.storageState);
  const title = unique('Long evening');
  const id = await api.createStudy({ title });
  await openForm(page, id);
  await field(page, 'Results').fill('Typed before the session ended');

  await page.route('**/rest/v1/**', async (route) => {
    const token = await route.request().headerValue('authorization');
    if (token !== `Bearer ${person.session.access_token}`) return route.fallback();
    return route.fulfill({ status: 401, json: { code: 'PGRST301', message: 'JWT expired' } });
  });
  await page.route('**/auth/v1/token?grant_type=refresh_token', (route) =>
    route.fulfill({
      status: 400,
      json: { error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' },
    }),
  );
  await saveButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Authentication Required' });
  await expect(field(dialog, 'Email')).toHaveValue(person.email);
  await field(dialog, 'Password').fill(person.password);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(dialog).toBeHidden();

  await expect(page).toHaveURL(editAddress(id));
  await expect(field(page, 'Results')).toHaveValue('Typed before the session ended');
  await saveAndSee(page, title);
  expect(await api.readStudy(id)).toMatchObject({ results: 'Typed before the session ended' });
});
