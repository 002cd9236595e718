import type { Page } from '@playwright/test';
import { expect, field, refused, test, toast } from '../fixtures';

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

/** The unsaved text in this browser. */
function kept(page: Page) {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('journal');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction('entries').objectStore('entries').getAll();
          all.onsuccess = () => resolve(JSON.stringify(all.result));
        };
      }),
  );
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
  await expect.poll(() => kept(page)).toContain(figure);
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
  await expect.poll(() => kept(next)).not.toContain('Половина');
  await next.reload();
  await expect(next.getByText('Editing existing case study')).toBeVisible();
  await expect(next.getByRole('button', { name: 'Restore' })).toBeHidden();
});

test('two tabs at one study keep separate texts, the newest is offered first', async ({
  staffPage: one,
  api,
  unique,
}) => {
  const id = await api.createStudy({ title: unique('Twofold') });
  const context = one.context();
  const other = await context.newPage();
  await openForm(one, id);
  await openForm(other, id);
  await field(one, 'Headline').fill('First tab');
  await expect.poll(() => kept(one)).toContain('First tab');
  await field(other, 'Headline').fill('Second tab');
  await expect.poll(() => kept(other)).toContain('Second tab');
  const third = await context.newPage();
  await openForm(third, id);
  await expect(third.getByRole('button', { name: 'Restore' })).toBeHidden();
  for (const page of [one, other, third]) await page.close();

  const page = await context.newPage();
  await openForm(page, id);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(field(page, 'Headline')).toHaveValue('Second tab');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(field(page, 'Headline')).toHaveValue('First tab');
});

test('R-04: two editors change the same list: rows are merged, and only the row both changed is a question', async ({
  staffPage: page,
  api,
  unique,
  watch,
}) => {
  watch.expectErrors(refused(409, '/rpc/save_case_study'));
  const title = unique('Counted');
  const id = await api.createStudy({
    title,
    metrics: [metric('1', 'shop'), metric('2', 'towns'), metric('3', 'weeks')],
  });
  await openForm(page, id);
  await field(page.getByRole('group', { name: 'Metric 1' }), 'Value').fill('11');
  await page.getByRole('button', { name: 'Remove metric 3' }).click();
  await page.getByRole('button', { name: 'Add metric' }).click();
  const added = page.getByRole('group', { name: 'Metric 3' });
  await field(added, 'Value').fill('7');
  await field(added, 'Label').fill('vans');
  await api.changeStudy(id, {
    metrics: [
      metric('9', 'people'),
      metric('12', 'shop'),
      metric('2', 'towns'),
      metric('3', 'weeks'),
    ],
  });
  await saveButton(page).click();

  const screen = page.getByRole('dialog', { name: 'You saved this case study elsewhere' });
  await expect(screen.getByText('1 choice left')).toBeVisible();
  const question = screen.getByRole('group', { name: 'Metric 1, changed by both of you' });
  await question.getByRole('button', { name: 'Use theirs' }).press('Enter');
  await screen.getByRole('button', { name: 'Preview the result' }).click();
  await expect(screen.getByRole('region', { name: 'Result' })).toContainText('7 vans');
  await screen.getByRole('button', { name: 'Save merged version' }).click();
  await expect(toast(page, `Case study "${title}" updated successfully!`)).toBeVisible();
  expect(await metricsOf(api.readStudy(id))).toEqual(['9 people', '12 shop', '2 towns', '7 vans']);
  expect(await values(page)).toEqual(['9', '12', '2', '7']);
});

test('rows are sorted with the keyboard and with the mouse, and the order is saved', async ({
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
  const handle = (place: number) => page.getByRole('button', { name: `Drag metric ${place}` });

  await test.step('with the keyboard', async () => {
    await handle(1).focus();
    await handle(1).press('Space');
    await expect(page.getByText('Picked up metric 1; it is at place 1 of 3')).toBeAttached();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText('Now at place 2 of 3')).toBeAttached();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText('Now at place 3 of 3')).toBeAttached();
    await page.keyboard.press('Space');
    await expect(page.getByText('Dropped at place 3 of 3')).toBeAttached();
    await expect.poll(() => values(page)).toEqual(['2', '3', '1']);
    await expect(handle(3)).toBeFocused();
  });

  await test.step('Escape cancels the move', async () => {
    await handle(3).press('Enter');
    await expect(page.getByText('Picked up metric 3; it is at place 3 of 3')).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('Now at place 2 of 3')).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Not moved; it is back at place 3')).toBeAttached();
    expect(await values(page)).toEqual(['2', '3', '1']);
  });

  await test.step('keys pressed at once, before the rows are measured, all count', async () => {
    const drop = page.getByText('Dropped at place');
    for (const [from, keys, order] of [
      [1, ['ArrowDown', 'ArrowDown', 'Space'], ['3', '1', '2']],
      [3, ['ArrowUp', 'Space'], ['3', '2', '1']],
      [2, ['ArrowUp', 'Space'], ['2', '3', '1']],
    ] as const) {
      await handle(from).focus();
      await handle(from).evaluate((button, codes) => {
        for (const code of ['Space', ...codes]) {
          button.dispatchEvent(
            new KeyboardEvent('keydown', { code, bubbles: true, cancelable: true }),
          );
        }
      }, keys);
      await expect(drop).toBeAttached();
      await expect.poll(() => values(page)).toEqual(order);
    }
  });

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
    await expect(page.getByText('Picked up metric 1; it is at place 1 of 3')).toBeAttached();
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
    await expect(page.getByText('Now at place 1 of 3')).toBeAttached();
    await page.mouse.up();
    await expect.poll(() => values(page)).toEqual(['3', '2', '1']);
  });

  await saveButton(page).click();
  await expect(toast(page, `Case study "${title}" updated successfully!`)).toBeVisible();
  expect(await metricsOf(api.readStudy(id))).toEqual(['3 c', '2 b', '1 a']);
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
