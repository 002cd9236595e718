import { expect, field, refused, test, toast } from '../fixtures';

const TEXT = [
  '## Зошто бавно',
  '',
  'Лебот чека **дванаесет часа** пред да се пече.',
  '',
  '- [x] квас',
  '- [ ] трпение',
].join('\n');

test('BLOGAPI-3..5, R-44: staff write, publish, change, unpublish and delete a post; visitors read it meanwhile', async ({
  staffPage: staff,
  openPage,
  screens,
  unique,
  watch,
}) => {
  test.setTimeout(120_000);
  watch.expectErrors(refused(404, '/functions/v1/blog/posts'));
  // A new browser each time: responses to visitors may be cached for a minute.
  const visit = async (path: string) => {
    const visitor = await openPage();
    await visitor.goto(path);
    return visitor;
  };
  const title = unique('Slow bread');
  const slug = title.toLowerCase().replaceAll(' ', '-');
  const words = slug.split('-').at(-1) ?? '';
  const text = staff.getByRole('textbox', { name: 'Text', exact: true });
  const preview = staff.getByRole('tabpanel', { name: 'Preview' });

  await test.step('they write a draft and see its preview', async () => {
    await staff.goto('/admin/blog');
    await expect(
      staff.getByRole('link', { name: /Measuring a page honestly/ }).first(),
    ).toBeVisible();
    await screens.check(staff, 'staff list of posts');
    await staff.getByRole('link', { name: 'Write a post' }).click();
    await expect(staff.getByRole('button', { name: 'Save draft' })).toBeDisabled();
    await field(staff, 'Title').fill(title);
    await expect(field(staff, 'Address')).toHaveValue(slug);
    await field(staff, 'Excerpt').fill('What twelve hours of waiting do to a loaf, and to a team.');
    await text.fill(TEXT);
    await expect(preview.getByRole('heading', { name: 'Зошто бавно' })).toBeVisible();
    await expect(preview.getByRole('checkbox')).toHaveCount(2);

    await text.press('ControlOrMeta+End');
    await text.pressSequentially('\n\n**kneaded**');
    await expect(text).toHaveValue(`${TEXT}\n\n**kneaded**`);

    const tags = staff.getByRole('combobox', { name: 'Tags' });
    await tags.fill('Леб');
    await tags.press('Enter');
    await staff.getByRole('combobox', { name: 'Category' }).fill('Baking');
    await text.press('ControlOrMeta+s');
    await expect(toast(staff, `"${title}" saved`)).toBeVisible();
    await expect(staff).toHaveURL(/\/admin\/blog\/edit\/[0-9a-f-]{36}$/);
    await expect(staff.getByText('Unsaved changes')).toBeHidden();
    await screens.check(staff, 'a post in the editor', 6000);
  });
  const address = staff.url();

  await test.step('visitors do not find the draft', async () => {
    const visitor = await visit(`/blog/${slug}`);
    await expect(visitor.getByRole('heading', { name: 'Error Loading Blog Post' })).toBeVisible();
  });

  await test.step('they publish it', async () => {
    await staff.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(toast(staff, `"${title}" published`)).toBeVisible();
    await expect(staff.getByRole('button', { name: 'Unpublish' })).toBeVisible();
  });

  await test.step('a visitor finds and reads the post', async () => {
    const visitor = await visit(`/blog?search=${words}`);
    await visitor.getByRole('link', { name: title }).first().click();
    await expect(visitor).toHaveURL(`/blog/${slug}`);
    await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(visitor.getByRole('heading', { level: 2, name: 'Зошто бавно' })).toBeVisible();
  });

  await test.step('a saved change waits in the history until it is published', async () => {
    await field(staff, 'Excerpt').fill('Typed after publishing.');
    await text.press('ControlOrMeta+s');
    await expect(staff.getByText('Changes wait to be published')).toBeVisible();
    await staff.getByRole('link', { name: 'History' }).click();
    await expect(staff.getByRole('heading', { name: 'Version 3' })).toBeVisible();
    await screens.check(staff, 'history of a post');
    await staff.goto(address);
    await staff.getByRole('button', { name: 'Publish changes' }).click();
    const visitor = await visit(`/blog/${slug}`);
    await expect(visitor.getByText('Typed after publishing.')).toBeVisible();
  });

  await test.step('they unpublish and delete it, and restoring is offered', async () => {
    await staff.getByRole('button', { name: 'Unpublish' }).click();
    await expect(toast(staff, `"${title}" unpublished`)).toBeVisible();
    const visitor = await visit(`/blog/${slug}`);
    await expect(visitor.getByRole('heading', { name: 'Error Loading Blog Post' })).toBeVisible();
    const offer = staff.getByRole('dialog', { name: 'The page was unpublished' });
    await expect(offer).toContainText(`/blog/${slug}`);
    await offer.getByRole('button', { name: 'Not now' }).click();
    await staff.getByRole('button', { name: 'Delete' }).click();
    await staff.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(staff, `"${title}" deleted`)).toBeVisible();
    await expect(staff).toHaveURL('/admin/blog');
    await staff.getByText('Recently deleted', { exact: true }).click();
    await expect(staff.getByRole('button', { name: `Restore ${title}` })).toBeVisible();
  });
});
