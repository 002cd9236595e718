import { expect, test, toast } from '../fixtures';

test('staff change a sentence where it stands, and visitors read it once it is published', async ({
  staffPage: staff,
  openPage,
  api,
  screens,
}) => {
  test.setTimeout(90_000);
  const sentence = `We make one thing at a time. ${Date.now()}`;
  const visitor = await openPage();

  await test.step('from the page to its texts', async () => {
    await visitor.goto('/about');
    await expect(visitor.getByRole('link', { name: 'Edit this page' })).toHaveCount(0);
    await staff.goto('/about');
    await staff.getByRole('link', { name: 'Edit this page' }).click();
    await expect(staff.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();
    await expect(staff.getByRole('textbox', { name: 'Title' }).first()).toBeVisible();
    await screens.check(staff, 'texts on their page', 6000);
    // One for each picture, although a drawing has two: of day and night.
    const pictures = await staff.locator('[data-picture] button').allTextContents();
    expect(pictures.length).toBeGreaterThan(3);
    expect(new Set(pictures).size).toBe(pictures.length);
  });

  const lead = staff.getByRole('textbox', { name: 'Lead' }).first();
  await test.step('a text is changed on the page, by keyboard', async () => {
    await lead.focus();
    await expect(staff.getByText(/^Head of the page, Lead: \d+ of \d+ characters$/)).toBeVisible();
    await staff.keyboard.press('ControlOrMeta+A');
    await staff.keyboard.type(sentence);
    await expect(staff.getByText('Unsaved changes')).toBeVisible();
  });

  await test.step('a text that is too long is refused, and nothing typed is lost', async () => {
    const title = staff.getByRole('textbox', { name: 'Title' }).first();
    await title.focus();
    await staff.keyboard.press('End');
    await staff.keyboard.type(' and much more than there is room for here');
    await staff.getByRole('button', { name: 'Save changes' }).click();
    await expect(staff.getByRole('alert')).toContainText('these texts do not fit: Title');
    await title.focus();
    await staff.keyboard.press('ControlOrMeta+A');
    await staff.keyboard.type('Our Story');
    await expect(lead).toHaveText(sentence);
  });

  await test.step('saved changes wait, and the form shows the same', async () => {
    await staff.getByRole('button', { name: 'Save changes' }).click();
    await expect(toast(staff, '"About" saved')).toBeVisible();
    await expect(staff.getByText('Changes wait to be published')).toBeVisible();
    expect(await api.publishedTexts('about')).toEqual({});
    await staff.getByRole('button', { name: 'Edit in a form' }).click();
    const form = staff.getByRole('form', { name: 'Page' });
    await expect(form.getByRole('textbox', { name: 'Lead' }).first()).toHaveValue(sentence);
    await screens.check(staff, 'texts in a form', 6000);
  });

  await test.step('published, compared and taken back', async () => {
    await staff.getByRole('button', { name: 'Publish changes' }).click();
    await expect(toast(staff, 'Published')).toBeVisible();
    expect(await api.publishedTexts('about')).toEqual({ hero_lead: sentence });
    await staff.getByRole('link', { name: 'History' }).click();
    await expect(staff.getByText('Lead').first()).toBeVisible();
    await api.resetTexts('about');
  });
});

test('a person is added in the form, with a picture of the library', async ({
  staffPage: staff,
  screens,
}) => {
  await staff.goto('/admin/site');
  await expect(staff.getByRole('heading', { level: 1, name: 'Site' })).toBeVisible();
  await screens.check(staff, 'texts of the site');
  const pages = staff.getByRole('list', { name: 'On several pages' });
  await pages.getByRole('link', { name: 'People', exact: true }).click();
  await staff.getByRole('button', { name: 'Edit in a form' }).click();
  await staff.getByRole('button', { name: 'Add person' }).click();
  await staff.getByRole('button', { name: 'Save changes' }).click();
  await expect(staff.getByText('Choose a picture').first()).toBeVisible();
  await expect(staff.getByText('This text cannot be empty').first()).toBeVisible();
});
