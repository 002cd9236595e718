import type { Page, Request } from '@playwright/test';
import { newPerson, STAFF_STATE } from '../backend';
import { expect, field, refused, test, toast, expectHydrated } from '../fixtures';
import { EVERY_SCREEN } from '../pages';

const SAVE = '**/rest/v1/rpc/save_case_study';
const READ = '**/rest/v1/case_studies?*';
const HEALTH = '**/auth/v1/health';
const COVER = '/storage/v1/object/public/images/seed/larder-lane-cover.webp';

const editAddress = (id: string) => `/admin/case-studies/edit/${id}`;
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Case Study' });
const isSave = (request: Request) => new URL(request.url()).pathname.endsWith('/save_case_study');

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

test('a double click saves once', async ({ staffPage: page, api, unique }) => {
  const title = unique('Twice');
  const saves: Request[] = [];
  page.on('request', (request) => isSave(request) && saves.push(request));
  await page.goto('/admin/case-studies/new');
  await field(page, 'Title').fill(title);
  await saveButton(page).dblclick();
  await expect(toast(page, `Case study "${title}" created successfully!`)).toBeVisible();
  await expect(page).toHaveURL(/\/edit\//);
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  expect(saves).toHaveLength(1);
  expect(await api.countStudies(title)).toBe(1);
});

const failures = {
  'answers 500': (page: Page, address: string) =>
    page.route(address, (route) =>
      route.fulfill({ status: 500, json: { code: 'XX000', message: 'out of clouds' } }),
    ),
  'cannot be reached': (page: Page, address: string) =>
    page.route(address, (route) => route.abort('connectionrefused')),
};

for (const [what, breakDown] of Object.entries(failures)) {
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
    // Both failures are the same to a screen: tests/components/ui/query-view.test.tsx.
    const screens = EVERY_SCREEN || what === 'answers 500' ? all : all.slice(0, 1);
    for (const [address, message] of screens) {
      // A separate browser each: a copy of one screen would be used by another.
      const page = await openPage(STAFF_STATE);
      await breakDown(page, READ);
      // Otherwise a probe would find it before the test can press Retry.
      await breakDown(page, HEALTH);
      if (address === '/projects') {
        // Opened directly, the page has the data of the build.
        await page.goto('/contact');
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
    // The queue and the button may send the same save at once; the second answer is then followed up.
    watch.expectErrors(refused(409, '/rpc/save_case_study'));
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

test('a create whose response was lost is found by the next try and stays one study', async ({
  staffPage: page,
  api,
  unique,
  watch,
}) => {
  watch.expectErrors(/ERR_FAILED/, refused(409, '/rpc/save_case_study'));
  const title = unique('Lost answer');
  await page.route(
    SAVE,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.goto('/admin/case-studies/new');
  await field(page, 'Title').fill(title);
  await saveButton(page).click();
  await expect(page.getByText(/^Offline: kept on this device/)).toBeVisible();
  await saveButton(page).click();
  await expect(page).toHaveURL(/\/edit\//);
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  expect(await api.countStudies(title)).toBe(1);
});

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
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(field(dialog, 'Email')).toHaveValue(person.email);
  await field(dialog, 'Password').fill(person.password);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(dialog).toBeHidden();

  await expect(page).toHaveURL(editAddress(id));
  await expect(field(page, 'Results')).toHaveValue('Typed before the session ended');
  await saveAndSee(page, title);
  expect(await api.readStudy(id)).toMatchObject({ results: 'Typed before the session ended' });
});

test('SESS-17: returning to the tab does not change the open form', async ({
  staffPage: page,
  api,
  unique,
}) => {
  const id = await api.createStudy({ title: unique('Refocused'), headline: 'Stored' });
  await openForm(page, id);
  await field(page, 'Headline').fill('Still being typed');
  const reads: string[] = [];
  page.on('request', (request) => reads.push(request.url()));
  const other = await page.context().newPage();
  await other.goto('/');
  await other.bringToFront();
  await page.bringToFront();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(field(page, 'Headline')).toHaveValue('Still being typed');
  await expect(field(page, 'Headline')).toBeFocused();
  expect(reads.filter((url) => url.includes('/rest/v1/case_studies'))).toEqual([]);
});

test('a paste of 200,000 characters shows an error beside its field and is kept', async ({
  staffPage: page,
  api,
  unique,
}) => {
  const title = unique('Long');
  const id = await api.createStudy({ title });
  await openForm(page, id);
  const challenge = field(page, 'Challenge');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const text = 'Облаци '.repeat(28_572).slice(0, 200_000);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await challenge.press('ControlOrMeta+V');
  await expect.poll(async () => (await challenge.inputValue()).length).toBe(200_000);
  await saveButton(page).click();
  await expect(challenge).toHaveAttribute('aria-invalid', 'true');
  await expect(challenge).toHaveAccessibleDescription(/Please keep this to 20,000 characters/);
  await expect(challenge).toBeFocused();
  expect((await challenge.inputValue()) === text).toBe(true);
  await expect(page.getByText('Unsaved changes')).toBeVisible();
});

test('DATA-10, DATA-17: fifty gallery rows are saved and shown in order', async ({
  staffPage: page,
  api,
  unique,
}) => {
  const title = unique('Fifty');
  const gallery = Array.from({ length: 48 }, (_, place) => ({
    image_url: COVER,
    caption: null,
    alt_text: `Picture number ${place + 1}`,
  }));
  const id = await api.createStudy({ title, status: 'published', gallery });
  await openForm(page, id);
  for (const number of [49, 50]) {
    await page.getByRole('button', { name: 'Add by address' }).click();
    const row = page.getByRole('group', { name: `Picture ${number}`, exact: true });
    await field(row, 'Image URL').fill(new URL(COVER, page.url()).href);
    await field(row, 'Alt text').fill(`Picture number ${number}`);
  }
  await page.getByRole('button', { name: 'Move picture 50 up' }).click();
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect(toast(page, `The changes of "${title}" are published`)).toBeVisible();

  await page.goto(`/projects/${id}`);
  const thumbnails = page.getByRole('link', { name: /^Enlarge:/ });
  await expect(thumbnails).toHaveCount(50);
  await expect(thumbnails.nth(48)).toHaveAccessibleName('Enlarge: Picture number 50');
  await expect(thumbnails.nth(49)).toHaveAccessibleName('Enlarge: Picture number 49');
  await thumbnails.nth(49).click();
  await expect(page.getByRole('dialog').getByText('50 of 50')).toBeVisible();
});

test('FORM-14: leaving unsaved text asks for confirmation', async ({
  staffPage: page,
  api,
  unique,
}) => {
  const id = await api.createStudy({ title: unique('Unfinished') });
  await page.goto('/admin/case-studies');
  await page.getByRole('link', { name: /^Edit Unfinished/ }).click();
  await expect(page).toHaveURL(editAddress(id));
  const headline = field(page, 'Headline');
  const back = page.getByRole('link', { name: 'Back to case studies' });
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });

  await headline.fill('Half a thought');
  await back.click();
  await question.getByRole('button', { name: 'Keep writing' }).click();
  await expect(question).toBeHidden();
  await expect(headline).toHaveValue('Half a thought');

  const asked = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await closing;
  await expect(headline).toHaveValue('Half a thought');

  await page.goBack();
  await question.getByRole('button', { name: 'Keep writing' }).click();
  await expect(page).toHaveURL(editAddress(id));
  await expect(headline).toHaveValue('Half a thought');

  page.once('dialog', (reloading) => void reloading.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(headline).toHaveValue('Half a thought');

  await page.goBack();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL('/admin/case-studies');
  // Returning before the list is rendered would not leave the form.
  await expect(headline).toBeHidden();
  await expect(page.getByRole('link', { name: /^Edit Unfinished/ })).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(editAddress(id));
  await expect(headline).toHaveValue('');
});
