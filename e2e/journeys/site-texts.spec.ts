import { expect, test, toast } from '../fixtures';

test('staff change a sentence beside its page, and visitors read it once it is published', async ({
  staffPage: staff,
  openPage,
  api,
  screens,
}) => {
  test.setTimeout(90_000);
  const sentence = `We make one thing at a time. ${Date.now()}`;
  const visitor = await openPage();
  const page = staff.frameLocator('iframe[title^="The page as visitors see it"]');
  const form = staff.getByRole('form', { name: 'Page' });
  const lead = form.locator('[name="hero_lead"]');

  await test.step('from the page to its texts', async () => {
    await visitor.goto('/about');
    await expect(visitor.getByRole('link', { name: 'Edit this page' })).toHaveCount(0);
    await staff.goto('/about');
    await staff.getByRole('link', { name: 'Edit this page' }).click();
    await expect(staff.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Our Story' })).toBeVisible();
    await screens.check(staff, 'texts beside their page');
  });

  await test.step('a text that is pressed on the page is changed in its field', async () => {
    await page.locator('[data-place="hero_lead"]').click();
    await expect(lead).toBeFocused();
    await lead.fill(sentence);
    await expect(staff.getByText('Unsaved changes')).toBeVisible();
    await expect(page.getByText(sentence)).toBeVisible();
  });

  await test.step('a text that is too long is refused in its section, and nothing typed is lost', async () => {
    const title = form.locator('[name="hero_title"]');
    await title.fill('Our Story and much more than there is room for here');
    await form.locator('summary', { hasText: 'Call to action' }).click();
    await expect(title).toBeHidden();
    await staff.getByRole('button', { name: 'Save changes' }).click();
    await expect(title).toBeFocused();
    await expect(form.getByText(/^At most \d+ characters/)).toBeVisible();
    await title.fill('Our Story');
    await expect(lead).toHaveValue(sentence);
  });

  await test.step('saved changes wait', async () => {
    await staff.getByRole('button', { name: 'Save changes' }).click();
    await expect(toast(staff, '"About" saved')).toBeVisible();
    await expect(staff.getByText('Changes wait to be published')).toBeVisible();
    expect(await api.publishedTexts('about')).toEqual({});
    await expect(lead).toHaveValue(sentence);
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
  await screens.check(staff, 'people beside their page');
  await staff.getByRole('button', { name: 'Add person' }).click();
  await staff.getByRole('button', { name: 'Save changes' }).click();
  await expect(staff.getByText('Choose a picture').first()).toBeVisible();
  await expect(staff.getByText('This text cannot be empty').first()).toBeVisible();
});
