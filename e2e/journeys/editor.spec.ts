import type { Page } from '@playwright/test';
import { expect, field, keptText, test, toast } from '../fixtures';

const editAddress = (id: string) => `/admin/case-studies/edit/${id}`;
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Case Study' });
const metric = (metric_value: string, metric_label: string) => ({ metric_value, metric_label });
const values = (page: Page) =>
  page
    .getByRole('group', { name: /^Metric \d/ })
    .getByLabel('Value')
    .evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ value }) => value));

async function openForm(page: Page, id: string) {
  await page.goto(editAddress(id));
  await expect(page.getByText('Editing existing case study')).toBeVisible();
}

async function metricsOf(study: Promise<Record<string, unknown>>) {
  const { case_study_metrics: rows } = await study;
  if (!Array.isArray(rows)) throw new Error('The study came without its metrics.');
  return rows
    .toSorted((a, b) => a.display_order - b.display_order)
    .map((row) => `${row.metric_value} ${row.metric_label}`);
}

test('FORM-8, FORM-43: unsaved text of a killed tab is offered, restored and saved @phone', async ({
  staffPage: page,
  api,
  unique,
}) => {
  const title = unique('Interrupted');
  const id = await api.createStudy({ title, metrics: [metric('1', 'shop')] });
  await openForm(page, id);
  await field(page, 'Challenge').fill('Половина мисла ☁️');
  await page.getByRole('button', { name: 'Add metric' }).click();
  // No id or time that is kept with it contains this.
  const figure = '4,217';
  await field(page.getByRole('group', { name: 'Metric 2' }), 'Value').fill(figure);
  await expect.poll(() => keptText(page)).toContain(figure);
  const context = page.context();
  await page.close();

  const next = await context.newPage();
  await openForm(next, id);
  await expect(next.getByText(/^Written today at .*, 2 fields: Challenge, Metrics$/)).toBeVisible();
  await next.getByRole('button', { name: 'Restore' }).click();
  await expect(field(next, 'Challenge')).toHaveValue('Половина мисла ☁️');
  await expect(field(next.getByRole('group', { name: 'Metric 2' }), 'Value')).toHaveValue(figure);
  await expect(next.getByText('Unsaved changes')).toBeVisible();
  await saveButton(next).click();
  await expect(toast(next, `Case study "${title}" updated successfully!`)).toBeVisible();
  await expect.poll(() => keptText(next)).not.toContain('Половина');
  await next.reload();
  await expect(next.getByText('Editing existing case study')).toBeVisible();
  await expect(next.getByRole('button', { name: 'Restore' })).toBeHidden();
});

test('rows are sorted with the mouse, and the order is saved', async ({
  staffPage: page,
  api,
  unique,
}) => {
  const title = unique('Ordered');
  const id = await api.createStudy({
    title,
    metrics: [metric('1', 'a'), metric('2', 'b'), metric('3', 'c')],
  });
  await openForm(page, id);
  const handle = (place: number) => page.getByTitle(`Drag metric ${place}`);
  const row = (place: number) => page.getByRole('listitem').filter({ has: handle(place) });

  await test.step('a row picked up near the foot of the window does not scroll the page', async () => {
    await page.setViewportSize({ width: 1440, height: 700 });
    await handle(1).evaluate((button) => {
      const bottom = button.getBoundingClientRect().bottom;
      scrollBy(0, bottom - (innerHeight - 90));
    });
    const box = await handle(1).boundingBox();
    if (!box) throw new Error('The handle is not on screen.');
    const scrolled = () => page.evaluate(() => scrollY);
    const before = await scrolled();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 8, { steps: 4 });
    await expect(handle(1)).toHaveCSS('cursor', 'grabbing');
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(await scrolled()).toBe(before);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('with the mouse', async () => {
    // hover() waits until the rows are stable, and may scroll: the position is read afterwards.
    await handle(1).hover();
    await handle(2).hover();
    const to = await handle(1).boundingBox();
    if (!to) throw new Error('The handle is not on screen.');
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 });
    // The first row makes room.
    await expect(row(1)).not.toHaveCSS('transform', 'none');
    await page.mouse.up();
    await expect.poll(() => values(page)).toEqual(['2', '1', '3']);
  });

  await saveButton(page).click();
  await expect(toast(page, `Case study "${title}" updated successfully!`)).toBeVisible();
  expect(await metricsOf(api.readStudy(id))).toEqual(['2 b', '1 a', '3 c']);
});

test('R-37: the preview is the public page at the chosen width, with inactive links', async ({
  staffPage: page,
  api,
  unique,
}) => {
  const id = await api.createStudy({ title: unique('Seen'), client_url: 'https://larder.example' });
  await openForm(page, id);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = page.getByRole('complementary', { name: 'Preview' });
  const frame = preview.frameLocator('iframe');
  await preview.getByRole('button', { name: 'Phone' }).click();
  await expect.poll(() => frame.locator('html').evaluate(() => window.innerWidth)).toBe(390);
  await field(page, 'Headline').fill('Written a moment ago');
  await expect(frame.getByText('Written a moment ago')).toBeVisible();
  const ink = () => frame.locator('body').evaluate((body) => getComputedStyle(body).color);
  const light = await ink();
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expect.poll(ink).not.toBe(light);
  await frame.getByRole('link', { name: 'Projects' }).click();
  await expect(page).toHaveURL(editAddress(id));
  await expect(frame.getByText('Written a moment ago')).toBeVisible();

  await page.reload();
  await expect(preview).toBeVisible();
});

test('on a phone, and at 400 % zoom, Tab reaches no field under the save bar of the form', async ({
  staffPage: page,
  api,
  unique,
}) => {
  const subhead = 'A text of several lines. '.repeat(4);
  const id = await api.createStudy({ title: unique('Tabbed'), subhead });
  const covered: string[] = [];
  // 320 × 256: a window of 1280 × 1024 at 400 %.
  for (const [width, height] of [
    [390, 844],
    [320, 500],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/admin/case-studies/edit/${id}`);
    await field(page, 'Title').focus();
    for (let stop = 0; stop < 60; stop += 1) {
      await page.keyboard.press('Tab');
      const html = await page.evaluate(() => {
        const { activeElement: focused } = document;
        const bar = document.querySelector('.save-bar');
        if (!focused || !bar || bar.contains(focused)) return null;
        const place = focused.getBoundingClientRect();
        // Of a long text the browser shows the line with the caret.
        // Of a long text the browser shows the line with the caret, in a dense field to here.
        const end = Math.min(place.bottom, place.top + 28);
        const barTop = bar.getBoundingClientRect().top;
        return barTop < window.innerHeight && end > barTop + 1 ? focused.outerHTML : '';
      });
      if (html === null) break;
      if (html) covered.push(`${width} × ${height}: ${html.slice(0, 200)}`);
    }
  }
  expect(covered).toEqual([]);
});

test('FORM-14: closing the tab and going back ask for confirmation while text is unsaved', async ({
  staffPage: page,
  api,
  unique,
}) => {
  const id = await api.createStudy({ title: unique('Unfinished') });
  await page.goto('/admin/case-studies');
  await page.getByRole('link', { name: /^Edit Unfinished/ }).click();
  await expect(page).toHaveURL(editAddress(id));
  const headline = field(page, 'Headline');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });

  await headline.fill('Half a thought');
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
