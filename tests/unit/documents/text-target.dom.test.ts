// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { areaTarget } from '@/documents/text-target';

afterEach(() => document.body.replaceChildren());

/** '|' marks the cursor, or the two ends of the selection. */
function area(marked: string) {
  const field = document.createElement('textarea');
  field.id = 'text';
  field.value = marked.replaceAll('|', '');
  const start = marked.indexOf('|');
  const end = marked.lastIndexOf('|');
  document.body.append(field);
  field.setSelectionRange(start, end > start ? end - 1 : start);
  const onInput = vi.fn();
  field.addEventListener('input', onInput);
  return {
    field,
    onInput,
    target: areaTarget('text'),
    marked: () => {
      const { value, selectionStart, selectionEnd } = field;
      const middle = value.slice(selectionStart, selectionEnd);
      return `${value.slice(0, selectionStart)}|${middle}${middle && '|'}${value.slice(selectionEnd)}`;
    },
  };
}

test('Markdown and plain words are put in place of the selection, and the field gets the focus when it is asked to', () => {
  const { field, target, marked } = area('one |two| three');
  target.insert('*2*');
  expect(marked()).toBe('one *2*| three');
  target.insertPlain('!');
  expect(marked()).toBe('one *2*!| three');
  expect(document.activeElement).not.toBe(field);
  target.focus();
  expect(document.activeElement).toBe(field);
});

test.each([
  ['one |two| three', 'https://a.example', 'one [two](https://a.example)| three'],
  ['|a|', 'https://a.example/(b)', '[a](https://a.example/%28b%29)|'],
])('a link of the selected words in %j to %j gives %j', (before, address, after) => {
  const { target, marked, onInput } = area(before);
  expect(target.link(address)).toBe(true);
  expect(marked()).toBe(after);
  expect(onInput).toHaveBeenCalledOnce();
});

test.each(['one| two', '|one\ntwo|'])('%j makes no link', (before) => {
  const { target, marked, onInput } = area(before);
  expect(target.link('https://a.example')).toBe(false);
  expect(marked()).toBe(before);
  expect(onInput).not.toHaveBeenCalled();
});

test.each<['replace' | 'replaceByBlock', string, string, string, string]>([
  // The address that was just pasted: the last one, and the cursor goes behind it.
  ['replace', 'a b a|', 'a', 'x', 'a b x|'],
  ['replace', 'a b|', 'a', '', '| b'],
  // The place of a picture: its author may be writing elsewhere.
  ['replace', '![1]() and more|', '![1]()', '![A](/a.png)', '![A](/a.png) and more|'],
  ['replaceByBlock', 'a|', 'a', 'x', 'x|'],
  ['replaceByBlock', 'one a two|', 'a', 'x', 'one \nx\n| two'],
  ['replaceByBlock', 'one\na\ntwo|', 'a', 'x', 'one\nx|\ntwo'],
  ['replaceByBlock', 'a b a|', 'a', 'x', 'a b \nx|'],
])('%s in %j of %j by %j gives %j', (how, before, old, markdown, after) => {
  const { target, marked, onInput } = area(before);
  target[how](old, markdown);
  expect(marked()).toBe(after);
  expect(onInput).toHaveBeenCalledOnce();
});

test('a text that is gone is not replaced', () => {
  const { field, target, marked, onInput } = area('one|');
  for (const old of ['gone', '![gone]()']) {
    target.replace(old, 'x');
    target.replaceByBlock(old, 'x');
  }
  expect(marked()).toBe('one|');
  expect(onInput).not.toHaveBeenCalled();
  expect(document.activeElement).not.toBe(field);
});

test.each(['no element', 'another element'])('with %s of this id nothing happens', (which) => {
  if (which === 'another element') {
    document.body.append(Object.assign(document.createElement('div'), { id: 'text' }));
  }
  const before = document.body.innerHTML;
  const target = areaTarget('text');
  target.focus();
  target.insert('x');
  target.insertPlain('x');
  target.replace('x', 'y');
  target.replace('![x]()', 'y');
  target.replaceByBlock('x', 'y');
  expect(target.link('https://a.example')).toBe(false);
  expect(document.body.innerHTML).toBe(before);
});

test('a text area takes every sign as it is and leaves pasting words to the browser', () => {
  const { target } = area('`one|`');
  expect(target.isInCode()).toBe(false);
  expect(target.isNative).toBe(true);
});
