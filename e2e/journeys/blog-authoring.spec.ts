import { expect, field, keptText, refused, test, toast } from '../fixtures';

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
  unique,
  watch,
}) => {
  test.setTimeout(180_000);
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
    await staff.getByRole('link', { name: 'Write a post' }).click();
    await expect(staff.getByRole('button', { name: 'Save draft' })).toBeDisabled();
    await field(staff, 'Title').fill(title);
    await expect(field(staff, 'Address')).toHaveValue(slug);
    await field(staff, 'Excerpt').fill('What twelve hours of waiting do to a loaf, and to a team.');
    await text.fill(TEXT);
    await expect(preview.getByRole('heading', { name: 'Зошто бавно' })).toBeVisible();
    await expect(preview.getByRole('checkbox')).toHaveCount(2);

    await text.press('ControlOrMeta+End');
    await text.pressSequentially('\n\nkneaded');
    await text.press('ControlOrMeta+Shift+ArrowLeft');
    await text.press('ControlOrMeta+b');
    await expect(text).toHaveValue(`${TEXT}\n\n**kneaded**`);

    const tags = staff.getByRole('combobox', { name: 'Tags' });
    await tags.fill('Леб');
    await tags.press('Enter');
    await staff.getByRole('combobox', { name: 'Category' }).fill('Baking');
    await text.press('ControlOrMeta+s');
    await expect(toast(staff, `"${title}" saved`)).toBeVisible();
    await expect(staff).toHaveURL(/\/admin\/blog\/edit\/[0-9a-f-]{36}$/);
    await expect(staff.getByText('Unsaved changes')).toBeHidden();
  });
  const address = staff.url();

  await test.step('visitors do not find the draft', async () => {
    const visitor = await visit(`/blog/${slug}`);
    await expect(visitor.getByRole('heading', { name: 'Post not found' })).toBeVisible();
  });

  await test.step('unsaved text of a killed tab is offered', async () => {
    await field(staff, 'Excerpt').fill('Typed, and never saved.');
    await expect(staff.getByText('Unsaved changes')).toBeVisible();
    await expect.poll(() => keptText(staff)).toContain('Typed, and never saved.');
    staff.on('dialog', (dialog) => void dialog.accept());
    await staff.reload();
    await expect(staff.getByText('You have unsaved text')).toBeVisible();
    await staff.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(field(staff, 'Excerpt')).toHaveValue('Typed, and never saved.');
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
    await expect(visitor.getByText('Typed, and never saved.')).toBeVisible();
  });

  await test.step('an older version is restored from the history', async () => {
    await staff.getByRole('link', { name: 'History' }).click();
    await expect(staff.getByRole('heading', { name: 'Version 2' })).toBeVisible();
    await staff.getByRole('link', { name: /Version 1/ }).click();
    await staff.getByRole('button', { name: 'Restore this version' }).click();
    await staff.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await expect(toast(staff, 'Version 1 restored')).toBeVisible();
    const visitor = await visit(`/blog/${slug}`);
    await expect(visitor.getByRole('heading', { name: 'Post not found' })).toBeVisible();
  });

  await test.step('a save of another editor is compared, not overwritten', async () => {
    const colleague = await staff.context().newPage();
    await colleague.goto(address);
    await staff.goto(address);
    await field(colleague, 'Excerpt').fill('Their excerpt.');
    await colleague.getByRole('button', { name: 'Save draft' }).click();
    await expect(colleague.getByText('Unsaved changes')).toBeHidden();

    await field(staff, 'Excerpt').fill('My excerpt.');
    await staff.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = staff.getByRole('dialog', { name: 'You saved this post elsewhere' });
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await dialog.getByRole('button', { name: 'Save merged version' }).click();
    await expect(dialog).toBeHidden();
    await expect(field(staff, 'Excerpt')).toHaveValue('My excerpt.');
    const visitor = await visit(`/blog/${slug}`);
    await expect(visitor.getByText('My excerpt.')).toBeVisible();
    watch.expectErrors(refused(409, '/functions/v1/blog/posts'));
  });

  await test.step('they unpublish and delete it, and restoring is offered', async () => {
    await staff.getByRole('button', { name: 'Unpublish' }).click();
    await expect(toast(staff, `"${title}" unpublished`)).toBeVisible();
    const visitor = await visit(`/blog/${slug}`);
    await expect(visitor.getByRole('heading', { name: 'Post not found' })).toBeVisible();
    const offer = staff.getByRole('dialog', { name: 'The page was unpublished' });
    await expect(offer).toContainText(`/blog/${slug}`);
    await offer.getByRole('button', { name: 'Not now' }).click();
    await staff.getByRole('button', { name: 'Delete' }).click();
    await staff.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(staff, `"${title}" deleted`)).toBeVisible();
    await expect(staff).toHaveURL('/admin/blog');
    await staff.getByText('Recently deleted').click();
    await expect(staff.getByRole('button', { name: `Restore ${title}` })).toBeVisible();
  });
});
