import sharp from 'sharp';
import type { Page } from '@playwright/test';
import { STAFF_STATE } from '../backend';
import { expect, expectLoaded, field, refused, test, toast } from '../fixtures';

const EMOJI_STORY = 'Пекарницата „Зора“ пече леб од 1968. 🥖☁️ Секое утро, пред зори.';
const MARKDOWN = ['One **list** for all shops:', '', '- one name', '- one number'].join('\n');
const ALT_TEXT = 'Три векни леб на дрвена полица 🍞';

/** A JPEG with GPS data, like those of a phone. */
async function photograph(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 140, sigma: 60 } as const;
  return sharp({ create: { width: 1280, height: 720, channels: 3, background: '#e4572e', noise } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'Pocket Camera', Artist: 'Dana Whitlock' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '41/1 59/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '21/1 25/1 0/1',
      },
    })
    .toBuffer();
}

async function uploadThroughPicker(
  page: Page,
  purpose: string,
  file: { name: string; buffer: Buffer },
) {
  await page.getByRole('button', { name: `Choose or upload picture for ${purpose}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  await dialog.getByLabel('Upload a picture').setInputFiles({ ...file, mimeType: 'image/jpeg' });
  await expect(toast(page, 'Upload Successful')).toBeVisible();
  await expect(dialog).toBeHidden();
}

test('FORM-40..44, ALIST-1, ALIST-10, ALIST-11, APREV-1, APREV-2, APREV-17, PROJ-3, PROJ-4, PROJ-10, PROJ-11, CS-24, PERM-9, R-14, R-31: staff write, show, change, delete and restore a study', async ({
  staffPage: staff,
  openPage,
  api,
  screens,
  unique,
  watch,
}) => {
  test.setTimeout(120_000);
  watch.expectErrors(refused(406, '/rest/v1/case_studies'));
  const visitor = await openPage();
  const title = unique('Пекара Зора 🥐');
  const photo = await photograph();
  expect((await sharp(photo).metadata()).exif).toBeDefined();
  const firstTitle = visitor.getByRole('main').getByRole('article').first().getByRole('heading');
  const notFound = visitor.getByRole('heading', { name: 'Case Study Not Found' });
  const save = staff.getByRole('button', { name: 'Save Case Study' });

  await test.step('they write a draft with a photograph', async () => {
    await staff.goto('/admin/case-studies');
    await staff.getByRole('link', { name: 'Create New Case Study' }).click();
    await expect(staff.getByText('Creating new case study')).toBeVisible();
    await expect(save).toBeDisabled();
    await field(staff, 'Title').fill(title);
    await field(staff, 'Description').fill('Леб што чека');
    await field(staff, 'Challenge').fill(EMOJI_STORY);
    await field(staff, 'Solution').fill(MARKDOWN);

    const metric = staff.getByRole('group', { name: 'Metric 1' });
    await field(metric, 'Value').fill('+38 %');
    await field(metric, 'Label').fill('повеќе муштерии');

    await staff.getByRole('button', { name: 'Add by address' }).click();
    await uploadThroughPicker(staff, 'gallery picture 1', { name: 'leb.jpg', buffer: photo });
    const picture = staff.getByRole('group', { name: 'Picture 1' });
    await expect(field(picture, 'Image URL')).toHaveValue(/\.jpg\?v=/);
    await field(picture, 'Caption').fill('Полица');
    await field(picture, 'Alt text').fill(ALT_TEXT);
    await uploadThroughPicker(staff, 'the hero image', {
      name: 'zora.jpg',
      buffer: await photograph(),
    });

    const tags = staff.getByRole('combobox', { name: 'Service tags' });
    for (const tag of ['Брендирање', 'Web Development', 'Third of two']) {
      await tags.fill(tag);
      await tags.press('Enter');
    }
    await expect(staff.getByText('Unsaved changes')).toBeVisible();
    await save.click();
    await expect(toast(staff, `Case study "${title}" created successfully!`)).toBeVisible();
    await expect(staff).toHaveURL(/\/admin\/case-studies\/edit\/[0-9a-f-]{36}$/);
    await expect(staff.getByText('Unsaved changes')).toBeHidden();
  });
  const id = staff.url().split('/').at(-1) ?? '';

  await test.step('visitors do not see the draft', async () => {
    await visitor.goto(`/projects/${id}`);
    await expect(notFound).toBeVisible();
  });

  await test.step('they preview the public page', async () => {
    await staff.getByRole('link', { name: 'Back to case studies' }).click();
    await staff.getByRole('link', { name: `Preview ${title}` }).click();
    await expect(staff).toHaveURL(`/admin/projects/preview/${id}`);
    await expect(
      staff.getByText('PREVIEW MODE - This is how your case study will appear to visitors'),
    ).toBeVisible();
    await expect(staff.getByText(EMOJI_STORY)).toBeVisible();
    await screens.check(staff, 'preview of a study');
    await staff
      .getByRole('region', { name: 'Preview' })
      .getByRole('link', { name: 'Edit' })
      .click();
    await expect(staff).toHaveURL(`/admin/case-studies/edit/${id}`);
  });

  await test.step('they publish it', async () => {
    await expect(staff.getByText('Editing existing case study')).toBeVisible();
    await staff.getByRole('combobox', { name: 'Status' }).selectOption('Published');
    await save.click();
    await expect(toast(staff, `Case study "${title}" updated successfully!`)).toBeVisible();
  });

  await test.step('it is first in the grid and shows its pictures', async () => {
    await visitor.goto('/projects');
    await expect(firstTitle).toHaveText(title);
    const card = visitor.getByRole('article').first();
    await expect(card.getByRole('list', { name: 'Services' }).getByRole('listitem')).toHaveText([
      'Брендирање',
      'Web Development',
    ]);
    await expect(card).toContainText('+38 % повеќе муштерии');
    await visitor.getByRole('link', { name: title }).click();
    await expect(visitor.getByText(EMOJI_STORY)).toBeVisible();
    await expect(visitor.getByText('Third of two')).toBeVisible();
    const solution = visitor.locator('section', {
      has: visitor.getByRole('heading', { name: 'Our Solution' }),
    });
    await expect(solution.getByRole('listitem')).toHaveText(['one name', 'one number']);
    await expect(solution.getByRole('strong')).toHaveText('list');
    await expectLoaded(visitor.getByRole('img', { name: `Cover of ${title}` }));
    await expectLoaded(visitor.getByRole('img', { name: ALT_TEXT }));
  });

  await test.step('the stored photographs have no GPS data', async () => {
    const pictures = visitor.getByRole('img', { name: new RegExp(`^(Cover of|${ALT_TEXT})`) });
    const addresses = await pictures.evaluateAll((images: HTMLImageElement[]) =>
      images.map(({ src }) => src),
    );
    expect(addresses).toHaveLength(2);
    for (const address of addresses) {
      const answer = await visitor.request.get(address);
      expect(answer.headers()['content-type']).toBe('image/jpeg');
      const bytes = await answer.body();
      const { width, exif } = await sharp(bytes).metadata();
      expect({ width, exif }).toEqual({ width: 1280, exif: undefined });
      expect(bytes.includes('Exif')).toBe(false);
      expect(bytes.includes('Dana Whitlock')).toBe(false);
    }
  });

  await test.step('a saved change waits: visitors read the old text at the old address until it is published', async () => {
    const headline = visitor.getByText('Леб за сите 🌾');
    const address = field(staff, 'Address');
    const old = await address.inputValue();
    await field(staff, 'Headline').fill('Леб за сите 🌾');
    await address.fill(`${old}-renamed`);
    await expect(staff.getByText(`/projects/${old} will lead to the new address.`)).toBeVisible();
    await save.click();
    await expect(toast(staff, `Case study "${title}" updated successfully!`)).toBeVisible();
    await expect(staff.getByText('Changes wait to be published')).toBeVisible();
    await expect(staff.getByText(/^Saved at .*, not published yet$/)).toBeVisible();
    await visitor.goto(`/projects/${id}`);
    await expect(visitor.getByText(EMOJI_STORY)).toBeVisible();
    await expect(headline).toHaveCount(0);
    await staff.getByRole('link', { name: 'What changed' }).click();
    await expect(staff.locator('ins', { hasText: 'Леб за сите' })).toBeVisible();
    await expect(staff.getByText('Not published').first()).toBeVisible();
    await staff.goto('/admin/case-studies');
    const card = staff.getByRole('listitem').filter({ hasText: title });
    await expect(card.getByText('Published · changes waiting')).toBeVisible();
    await card.getByRole('link', { name: `Edit ${title}` }).click();
    await expect(field(staff, 'Headline')).toHaveValue('Леб за сите 🌾');
    await staff.getByRole('button', { name: 'Publish changes' }).click();
    await expect(toast(staff, 'Published')).toBeVisible();
    await expect(staff.getByText('Changes wait to be published')).toBeHidden();
    await visitor.goto(`/projects/${old}`);
    await expect(visitor).toHaveURL(`/projects/${old}-renamed`);
    await expect(headline).toBeVisible();
  });

  await test.step('they delete it after a confirmation', async () => {
    await staff.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = staff.getByRole('alertdialog');
    await expect(question).toContainText(
      'Are you sure you want to delete this case study? This action cannot be undone.',
    );
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await staff.getByRole('button', { name: 'Delete', exact: true }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(staff, 'Case study deleted successfully!')).toBeVisible();
    await expect(staff).toHaveURL('/admin/case-studies');
    await visitor.goto(`/projects/${id}`);
    await expect(notFound).toBeVisible();
  });

  await test.step('they restore it completely', async () => {
    await staff.getByText('Recently deleted', { exact: true }).click();
    await expect(staff.getByText(/are kept for 30 days/)).toBeVisible();
    await screens.check(staff, 'staff list of case studies, with deleted ones');
    await staff.getByRole('button', { name: `Restore ${title}` }).click();
    await expect(toast(staff, `Case study "${title}" restored`)).toBeVisible();
    await expect(staff.getByRole('heading', { name: title })).toBeVisible();
    await visitor.goto(`/projects/${id}`);
    await expect(visitor.getByText('Леб за сите 🌾')).toBeVisible();
    await expectLoaded(visitor.getByRole('img', { name: ALT_TEXT }));
  });

  const { hero_image_url: hero, case_study_gallery: gallery } = await api.readStudy(id);
  for (const { image_url: image } of [{ image_url: hero }, ...asRows(gallery)]) {
    await api.deletePicture(String(image).replace('/storage/v1/object/public/images/', ''));
  }
});

function asRows(value: unknown): { image_url?: unknown }[] {
  return Array.isArray(value) ? value : [];
}

test(
  'PROJ-2, PROJ-4, CS-1, CS-7, CS-13, CS-14: a published study fits its page, long words and Cyrillic included',
  { tag: '@phone' },
  async ({ page, api, unique }) => {
    const title = unique('Donaudampfschifffahrtsgesellschaft за Скопје');
    const cover = '/storage/v1/object/public/images/seed/larder-lane-cover.webp';
    await api.createStudy({
      title,
      status: 'published',
      description: 'Бродови на Дунав',
      challenge: EMOJI_STORY,
      hero_image_url: cover,
      client_name: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz AG',
      client_url: 'https://client.example',
      client_quote: 'Ништо не е лесно, а сепак плови.',
      technologies: ['React'],
      metrics: [{ metric_value: '1 000 000', metric_label: 'патници годишно' }],
      gallery: [{ image_url: cover, caption: 'Пристаниште', alt_text: ALT_TEXT }],
    });
    await page.goto('/projects');
    const card = page.getByRole('main').getByRole('article').first();
    await expect(card).toContainText('1 000 000 патници годишно');
    await card.getByRole('link', { name: title }).click();

    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectLoaded(page.locator('article header img'));
    await expectLoaded(page.getByRole('img', { name: ALT_TEXT }));
    await expect(page.getByText(EMOJI_STORY)).toBeVisible();
    await expect(page.getByText('Ништо не е лесно, а сепак плови.')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Rindfleischetikettierung/ })).toHaveAttribute(
      'href',
      'https://client.example',
    );
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  },
);

test('R-36: staff arrange the case studies, visitors see that order, and no other order is overwritten', async ({
  staffPage: staff,
  openPage,
  api,
  unique,
  watch,
}) => {
  watch.expectErrors(refused(409, 'arrange_case_studies'));
  const first = unique('Arranged first');
  const second = unique('Arranged second');
  await api.createStudy({ title: second, status: 'published' });
  await api.createStudy({ title: first, status: 'published' });
  await staff.goto('/admin/case-studies');
  await staff.getByRole('link', { name: 'Arrange', exact: true }).click();

  await test.step('one by its menu, one by its handle, one for the home page', async () => {
    const choose = async (title: string, item: string) => {
      await staff.getByRole('button', { name: `Move ${title}` }).click();
      await staff.getByRole('menuitem', { name: item }).click();
    };
    await choose(second, 'To first place');
    await choose(first, 'To first place');
    const home = staff.getByRole('button', { name: `Pin to home page: ${second}` });
    await home.click();
    await expect(home).toHaveAttribute('aria-pressed', 'true');
    await expect(staff.getByText(/^The home page shows/)).toContainText(`${second} and ${first}`);
    await staff.getByRole('button', { name: 'Save order' }).click();
    await expect(toast(staff, 'Order saved')).toBeVisible();
    await expect(staff.getByRole('button', { name: 'Save order' })).toBeDisabled();
  });

  await test.step('visitors see the order', async () => {
    const visitor = await openPage();
    await visitor.goto('/projects');
    const titles = visitor.getByRole('main').getByRole('article').getByRole('heading');
    await expect(titles.nth(0)).toHaveText(first);
    await expect(titles.nth(1)).toHaveText(second);
    await visitor.goto('/');
    const onHome = visitor.getByRole('main').getByRole('article').getByRole('heading');
    await expect(onHome).toHaveText([second, first]);
  });

  await test.step('another tab changes the order: nothing is overwritten', async () => {
    const arrange = async (page: Page, item: string) => {
      await page.getByRole('button', { name: `Move ${first}` }).click();
      await page.getByRole('menuitem', { name: item }).click();
      await page.getByRole('button', { name: 'Save order' }).click();
    };
    const other = await openPage(STAFF_STATE);
    await other.goto('/admin/case-studies/arrange');
    await arrange(other, 'Order by last change');
    await expect(toast(other, 'Order saved')).toBeVisible();
    await arrange(staff, 'Order by last change');
    await expect(staff.getByText('You changed the order elsewhere')).toBeVisible();
    await staff.getByRole('button', { name: 'Show that order' }).click();
    await expect(staff.getByText('You changed the order elsewhere')).toBeHidden();
    await expect(staff.getByRole('button', { name: 'Save order' })).toBeDisabled();
  });
});

test('changes of a published study go live at their time, with the next visit of staff', async ({
  staffPage: staff,
  openPage,
  api,
  unique,
}) => {
  const title = unique('Embargo');
  const id = await api.createStudy({ title, headline: 'As before', status: 'published' });
  const visitor = await openPage();
  await staff.goto(`/admin/case-studies/edit/${id}`);
  await field(staff, 'Headline').fill('As announced');
  await staff.getByRole('button', { name: 'Save Case Study' }).click();
  await expect(staff.getByText('Changes wait to be published')).toBeVisible();
  await staff.getByRole('button', { name: 'Publish later' }).click();
  const dialog = staff.getByRole('dialog', { name: 'Publish at a time' });
  await expect(dialog.getByText(/the next visit of staff, after that time/)).toBeVisible();
  await dialog.getByLabel('Day and time').fill('2090-12-03T09:00');
  await dialog.getByLabel('Day and time').press('Enter');
  await expect(staff.getByText(/^Changes go live on Dec 3, 2090 at 09:00/)).toBeVisible();
  await visitor.goto(`/projects/${id}`);
  await api.publishChangesIn(1, id, 2);
  await staff.waitForTimeout(1500);
  await visitor.reload();
  await expect(visitor.getByText('As before')).toBeVisible();
  await staff.goto('/admin/today');
  await expect(async () => {
    await visitor.reload();
    await expect(visitor.getByText('As announced')).toBeVisible({ timeout: 3000 });
  }).toPass();
  await staff.goto(`/admin/case-studies/edit/${id}`);
  await expect(field(staff, 'Headline')).toHaveValue('As announced');
  await expect(staff.getByText('Changes wait to be published')).toHaveCount(0);
});
