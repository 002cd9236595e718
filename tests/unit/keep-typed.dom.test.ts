// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { APP_READY } from '@/boot/protocol';
import { keepTyped } from '@/site/keep-typed';

test('a field that is typed into already keeps its text and the focus', () => {
  document.body.innerHTML = '<div><input name="name"><input name="email"></div>';
  const container = document.body.querySelector('div');
  const [name] = document.querySelectorAll('input');
  if (!container || !name) throw new Error('no form');
  keepTyped(container);
  name.value = 'Old';
  name.focus();
  container.innerHTML = '<input name="name"><input name="email">';
  const [newName, email] = container.querySelectorAll('input');
  if (newName) newName.value = 'New';
  email?.focus();
  dispatchEvent(new Event(APP_READY));
  expect(newName?.value).toBe('New');
  expect(document.activeElement).toBe(email);
});

test('what was pressed is pressed on the page that takes its place', () => {
  const page = '<a href="#filter">Filter</a><form><button type="submit">Send</button></form>';
  document.body.innerHTML = `<div>${page}</div>`;
  const container = document.body.querySelector('div');
  const [send] = document.querySelectorAll('button');
  const form = document.querySelector('form');
  const link = document.querySelector('a');
  if (!container || !send || !form || !link) throw new Error('no form');
  keepTyped(container);
  container.innerHTML = page.replace('<form>', '<form><button type="button">Attach</button>');
  const pressed = vi.fn((event: Event) => event.preventDefault());
  container.addEventListener('submit', pressed);
  const followed = vi.fn();
  container.querySelector('a')?.addEventListener('click', followed);
  send.click();
  link.click();
  form.requestSubmit();
  expect(pressed).toHaveBeenCalledTimes(2);
  expect(followed).toHaveBeenCalledOnce();
});

test('what was typed into a page is in the fields of the page that takes its place', async () => {
  const form =
    '<input name="name"><textarea name="text"></textarea><input type="checkbox" name="receipt"><input name="other">';
  document.body.innerHTML = `<div>${form}</div>`;
  const container = document.body.querySelector('div');
  const [name, text, receipt, other] = document.querySelectorAll<HTMLInputElement>('[name]');
  if (!container || !name || !text || !receipt || !other) throw new Error('no form');
  name.value = 'Before';
  keepTyped(container);
  name.value = 'While it starts';
  text.value = 'Two\nlines';
  receipt.checked = true;
  text.focus();

  const heard = vi.fn();
  container.addEventListener('input', heard);
  // Some parts are rendered after the page.
  dispatchEvent(new Event(APP_READY));
  container.innerHTML = form.replace('<input name="other">', '');
  await Promise.resolve();
  const fields = container.querySelectorAll<HTMLInputElement>('[name]');
  expect([...fields].map(({ value }) => value)).toEqual(['While it starts', 'Two\nlines', 'on']);
  expect(fields[2]?.checked).toBe(true);
  expect(document.activeElement).toBe(fields[1]);
  expect(heard).toHaveBeenCalledTimes(3);
});
