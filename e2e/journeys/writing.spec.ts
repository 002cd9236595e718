import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, field, test, toast } from '../fixtures';

const DOCS = readFileSync(
  new URL('../../tests/unit/writing/clipboard/google-docs.html', import.meta.url),
  'utf8',
);

const surfaceOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });

/** Puts HTML on a clipboard of its own and pastes it. */
async function paste(into: Locator, html: string, text: string) {
  await into.evaluate(
    (element, data) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', data.html);
      clipboardData.setData('text/plain', data.text);
      const init = { clipboardData, bubbles: true, cancelable: true };
      element.dispatchEvent(new ClipboardEvent('paste', init));
    },
    { html, text },
  );
}

test('staff write a post as it will look: lists, a table, code, a pasted document; its Markdown is one press away', async ({
  staffPage: staff,
  openPage,
  screens,
  unique,
}) => {
  test.setTimeout(90_000);
  const title = unique('Written in the page');
  const text = surfaceOf(staff);
  const keys = staff.keyboard;

  await staff.addInitScript(() => localStorage.setItem('writing-mode', 'page'));
  await staff.goto('/admin/blog/new');
  await field(staff, 'Title').fill(title);
  await field(staff, 'Excerpt').fill('What is written, and what is stored.');
  await text.click();

  await test.step('they type, with Markdown by habit and with keys', async () => {
    await keys.type('## Why slowly\nThe dough waits ');
    await keys.press('ControlOrMeta+b');
    await keys.type('twelve hours');
    await keys.press('ControlOrMeta+b');
    await keys.type('.\n- flour\nwater\n\n');
    await expect(text.getByRole('heading', { name: 'Why slowly' })).toBeVisible();
    await expect(text.getByRole('listitem')).toHaveCount(2);
  });

  await test.step('the / menu inserts a table, and Tab moves through its cells', async () => {
    await keys.type('/tab');
    await expect(staff.getByRole('option', { name: 'Table' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await keys.press('Enter');
    await keys.type('Step');
    await keys.press('Tab');
    await keys.type('Hours');
    await keys.press('Tab');
    await keys.type('Rest');
    await keys.press('Tab');
    await keys.type('12');
    const table = staff.getByRole('group', { name: 'Table' });
    await keys.press('Tab');
    await table.getByRole('button', { name: 'Delete row' }).click();
    await table.getByRole('button', { name: 'Add column' }).click();
    await expect(text.getByRole('columnheader')).toHaveCount(3);
    await keys.press('Tab');
    await table.getByRole('button', { name: 'Delete column' }).click();
  });

  await test.step('the toolbar is one stop of Tab, its arrows lead to every tool', async () => {
    const bold = staff.getByRole('button', { name: 'Bold' });
    await bold.focus();
    await keys.press('ArrowRight');
    await expect(staff.getByRole('button', { name: 'Italic' })).toBeFocused();
    await keys.press('End');
    await expect(staff.getByRole('button', { name: 'Markdown block' })).toBeFocused();
  });

  await test.step('the Markdown is one press away, and back', async () => {
    await staff.getByRole('button', { name: 'Markdown', exact: true }).click();
    await expect(text).toHaveValue(
      [
        '## Why slowly',
        'The dough waits **twelve hours**.',
        '- flour\n- water',
        '| Step | Hours |\n| - | - |\n| Rest | 12 |',
      ].join('\n\n'),
    );
    await text.press('ControlOrMeta+End');
    await text.pressSequentially('\n\n<b>raw</b>\n\n');
    await staff.getByRole('button', { name: 'Markdown', exact: true }).click();
    await expect(text.getByRole('group', { name: 'Markdown' })).toContainText('<b>raw</b>');
  });

  await test.step('a pasted document becomes clean text, and an address a link', async () => {
    await text.press('ControlOrMeta+End');
    await keys.press('ControlOrMeta+Enter');
    await keys.press('Enter');
    await paste(text, DOCS, 'Plans');
    await expect(text.getByRole('heading', { name: 'Plans for autumn' })).toBeVisible();
    await text.getByText('Why slowly').dblclick();
    await paste(text, '', 'https://example.org/why');
    await expect(text.getByRole('link', { name: /Why|slowly/ })).toHaveAttribute(
      'href',
      'https://example.org/why',
    );
  });

  await screens.check(staff, 'a post in the editor', 6000);

  await test.step('it is published, and visitors read it', async () => {
    await text.press('ControlOrMeta+s');
    await expect(toast(staff, `"${title}" saved`)).toBeVisible();
    await staff.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(toast(staff, `"${title}" published`)).toBeVisible();
    const visitor = await openPage();
    await visitor.goto(`/blog/${title.toLowerCase().replaceAll(' ', '-')}`);
    await expect(visitor.getByRole('heading', { name: 'Plans for autumn' })).toBeVisible();
    await expect(visitor.getByRole('cell', { name: 'Rest' })).toBeVisible();
  });
});

test('opening a seeded post and typing one word changes one line of its Markdown', async ({
  staffPage: staff,
}) => {
  await staff.goto('/admin/blog');
  await staff
    .getByRole('link', { name: /Measuring a page honestly/ })
    .first()
    .click();
  const text = surfaceOf(staff);
  const before = await text.inputValue();
  const mode = staff.getByRole('button', { name: 'Markdown', exact: true });
  await mode.click();
  await expect(text.getByRole('heading').first()).toBeVisible();
  await mode.click();
  await expect(text).toHaveValue(before);
  await expect(staff.getByText('Unsaved changes')).toBeHidden();

  await mode.click();
  await text.getByText('congratulated').click();
  await staff.keyboard.press('End');
  await staff.keyboard.type(' Twice.');
  await mode.click();
  const lines = (await text.inputValue()).split('\n');
  const old = before.split('\n');
  expect(lines).toHaveLength(old.length);
  expect(lines.filter((line, index) => line !== old[index])).toEqual([
    expect.stringContaining('Twice.'),
  ]);
});
