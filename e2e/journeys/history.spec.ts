import { expect, field, test, toast } from '../fixtures';

const COVER = '/storage/v1/object/public/images/seed/larder-lane-cover.webp';

test('R-04, R-31: staff compare versions, restore one, undo that and copy the study', async ({
  staffPage: staff,
  api,
  screens,
  unique,
}) => {
  const title = unique('Versioned');
  const id = await api.createStudy({
    title,
    headline: 'Slow ferries',
    metrics: [{ metric_value: '12', metric_label: 'weeks' }],
    gallery: [{ image_url: COVER, caption: 'Pier', alt_text: 'A pier' }],
  });
  await staff.goto(`/admin/case-studies/edit/${id}`);
  await field(staff, 'Headline').fill('Quick ferries');
  await field(staff.getByRole('group', { name: 'Metric 1' }), 'Value').fill('3');
  await staff.getByRole('button', { name: 'Save Case Study' }).click();
  await expect(toast(staff, `Case study "${title}" updated successfully!`)).toBeVisible();

  await staff.getByRole('link', { name: 'History' }).click();
  const versions = staff.getByRole('navigation', { name: 'Versions' });
  await expect(versions.getByRole('link')).toHaveCount(2);
  await expect(versions.getByRole('link').first()).toContainText('Headline, 1 metric');
  const main = staff.getByRole('main');
  await expect(main.locator('del', { hasText: 'Slow' })).toBeVisible();
  await expect(main.locator('ins', { hasText: 'Quick' })).toBeVisible();

  await screens.check(staff, 'history of a study');

  await test.step('an old version is restored, and the restore undone', async () => {
    await versions.getByRole('link', { name: /^Version 1/ }).click();
    await expect(staff.getByRole('heading', { name: 'Version 1' })).toBeFocused();
    await staff.getByRole('button', { name: 'Restore this version' }).click();
    await staff.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await expect(toast(staff, 'Version 1 restored')).toBeVisible();
    await expect(versions.getByRole('link').first()).toContainText('Version 1 restored');
    expect(await api.readStudy(id)).toMatchObject({
      version: 3,
      headline: 'Slow ferries',
      case_study_metrics: [{ metric_value: '12' }],
    });
    await staff.getByRole('button', { name: 'Undo' }).click();
    await expect(toast(staff, 'Back to version 2')).toBeVisible();
    expect(await api.readStudy(id)).toMatchObject({
      version: 4,
      headline: 'Quick ferries',
      case_study_metrics: [{ metric_value: '3' }],
    });
  });

  await test.step('the list finds the study, and a copy opens as a draft with its rows', async () => {
    await staff.goto('/admin/case-studies');
    await staff.getByRole('searchbox', { name: 'Search' }).fill(title.toUpperCase());
    await expect(staff).toHaveURL(/search=/);
    await expect(staff.getByText('1 found')).toBeVisible();
    await staff.getByRole('button', { name: `More for ${title}` }).click();
    await staff.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect(field(staff, 'Title')).toHaveValue(`Copy of ${title}`);
    const copyId = staff.url().split('/').at(-1) ?? '';
    expect(await api.readStudy(copyId)).toMatchObject({
      status: 'draft',
      headline: 'Quick ferries',
      case_study_metrics: [{ metric_value: '3' }],
      case_study_gallery: [{ image_url: COVER, caption: 'Pier', alt_text: 'A pier' }],
    });
  });
});
