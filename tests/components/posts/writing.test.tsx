import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { fakeSupabase, signedInAs } from '../../support/fake-supabase';
import { badge, button, openPost, storedPost, text } from './posts-setup';

// jsdom has no layout, by which the surface scrolls to the cursor.
beforeAll(() => {
  const nowhere = new DOMRect();
  Range.prototype.getClientRects = () => Object.assign([nowhere], { item: () => nowhere });
  Range.prototype.getBoundingClientRect = () => nowhere;
});

beforeEach(() => localStorage.setItem('writing-mode', 'page'));

async function open(markdown: string) {
  fakeSupabase({ ...signedInAs('editor'), ...storedPost({ markdown }) });
  const opened = await openPost();
  await screen.findByRole('toolbar', { name: 'Formatting' });
  return opened;
}

test('the text is shown as visitors see it; Markdown is one press away, with the same text', async () => {
  const source = '## Why\n\n* one\n* two\n\n<b>raw</b>\n';
  const { user } = await open(source);
  expect(within(text()).getByRole('heading', { level: 2, name: 'Why' })).toBeVisible();
  expect(within(text()).getAllByRole('listitem')).toHaveLength(2);
  expect(within(text()).getByRole('group', { name: 'Markdown' })).toHaveTextContent('<b>raw</b>');
  expect(text()).toHaveAttribute('aria-multiline', 'true');
  expect(text()).toHaveAttribute('spellcheck', 'true');

  await user.click(button('Markdown'));
  await waitFor(() => expect(text()).toHaveValue(source));
  expect(button('Markdown')).toHaveAttribute('aria-pressed', 'true');
  await user.click(button('Markdown'));
  await waitFor(() => expect(text()).not.toHaveValue());
  expect(badge()).not.toBeInTheDocument();
});

test('the toolbar has one tab stop, and arrows move between its buttons', async () => {
  const { user } = await open('one');
  const tools = within(screen.getByRole('toolbar', { name: 'Formatting' })).getAllByRole('button');
  expect(tools.filter(({ tabIndex }) => tabIndex === 0)).toEqual([button('Bold')]);
  button('Bold').focus();
  await user.keyboard('{ArrowRight}');
  expect(button('Italic')).toHaveFocus();
  await user.keyboard('{Home}{ArrowLeft}');
  expect(button('Markdown block')).toHaveFocus();
  expect(tools.filter(({ tabIndex }) => tabIndex === 0)).toEqual([button('Markdown block')]);
});

test('a tool changes the source and says that it is in use', async () => {
  const { user } = await open('one');
  await user.click(button('Heading'));
  expect(within(text()).getByRole('heading', { name: 'one' })).toBeVisible();
  expect(button('Heading')).toHaveAttribute('aria-pressed', 'true');
  expect(badge()).toBeVisible();
  await user.click(button('Markdown'));
  await waitFor(() => expect(text()).toHaveValue('## one'));
});

test('a text that cannot be rendered is shown as Markdown, with the reason', async () => {
  fakeSupabase({ ...signedInAs('editor'), ...storedPost({ markdown: '>'.repeat(60) }) });
  await openPost();
  await waitFor(() => expect(text()).toHaveValue('>'.repeat(60)));
  expect(text()).toHaveAccessibleDescription(/nested too deeply\. Until then/);
});
