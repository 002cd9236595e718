// @vitest-environment jsdom
// What typing and keys do. Unlike the surface this prints no Markdown after each key.
import { EditorState, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTools } from '@/documents/writing/commands';
import { openText, toPosition } from '@/documents/writing/open-text';
import { createPlugins } from '@/documents/writing/plugins';
import { schemas } from '@/documents/writing/schema';
import { keysOf } from './keys';

const views: EditorView[] = [];

// jsdom has no layout, by which a view scrolls to the cursor.
beforeAll(() => {
  const nowhere = new DOMRect();
  Range.prototype.getClientRects = () => Object.assign([nowhere], { item: () => nowhere });
  Range.prototype.getBoundingClientRect = () => nowhere;
});

afterEach(() => views.splice(0).forEach((view) => view.destroy()));

/** `|` in the source is the cursor. */
function open(text: string, placeholder?: string) {
  const { doc, print } = openText(text.replace('|', ''), 'post');
  const onLink = vi.fn();
  const schema = schemas.post;
  const plugins = createPlugins({ schema, tools: createTools(schema), placeholder, onLink });
  const caret = doc.resolve(toPosition(doc, Math.max(0, text.indexOf('|')), print(doc)));
  const state = EditorState.create({ doc, plugins, selection: TextSelection.near(caret) });
  const view = new EditorView(document.body.appendChild(document.createElement('div')), { state });
  views.push(view);
  return { view, onLink, source: () => print(view.state.doc).source, ...keysOf(view) };
}

test.each([
  ['## Title', '## Title'],
  ['- one', '- one'],
  ['* one', '* one'],
  ['3. three', '3. three'],
  ['> quoted', '> quoted'],
  ['[ ] task', '- [ ] task'],
  ['[x] done', '- [x] done'],
  ['```code', '```\ncode\n```'],
  ['---after', '---\n\nafter'],
  ['a **bold** word', 'a **bold** word'],
  ['an *italic* word', 'an _italic_ word'],
  ['`code` and more', '`code` and more'],
  ['~~gone~~ on', '~~gone~~ on'],
  ['[words](https://a.example) on', '[words](https://a.example) on'],
  ['snake_case & 2 * 3 < 7', 'snake_case & 2 * 3 < 7'],
  ['1) no list', String.raw`1\) no list`],
  ['[Grüß Gott]{lang=de} all', '[Grüß Gott]{lang=de} all'],
  ['a [note] here', String.raw`a \[note] here`],
])('typing %j gives %j', (typed, source) => {
  const surfaceOf = open('|');
  surfaceOf.type(typed);
  expect(surfaceOf.source()).toBe(source);
});

test('Enter continues a list and a task, and leaves it from an empty item', () => {
  const { press, type, source } = open('- [x] done|');
  press('Enter');
  type('next');
  expect(source()).toBe('- [x] done\n- [ ] next');
  press('Enter');
  press('Enter');
  type('after');
  expect(source()).toBe('- [x] done\n- [ ] next\n\nafter');
});

test('Tab nests items and moves through a table, at its end into a new row; after Escape it leaves', () => {
  const list = open('- one\n- two|');
  expect(list.press('Tab')).toBe(true);
  expect(list.source()).toBe('- one\n  - two');
  list.press('Escape');
  expect(list.press('Tab')).toBe(false);

  const table = open('| a | b |\n| - | - |\n| c | d |');
  table.select('d');
  table.press('Tab');
  table.type('e');
  expect(table.source()).toBe('| a | b |\n| - | - |\n| c | d |\n| e | |');
});

test('Backspace at the start of a heading makes it a paragraph', () => {
  const { press, source } = open('## |Title');
  press('Backspace');
  expect(source()).toBe('Title');
});

test.each<[string, string, string]>([
  ['b', 'one', '**one**'],
  ['i', 'one', '_one_'],
  ['e', 'one', '`one`'],
])('Ctrl+%s marks %j: %j', (key, words, after) => {
  const { select, press, source } = open(words);
  select(words);
  expect(press(key, { ctrlKey: true })).toBe(true);
  expect(source()).toBe(after);
});

test('Ctrl+Z undoes, Ctrl+Y and Ctrl+Shift+Z redo, Ctrl+K asks for a link', () => {
  const { press, type, source, onLink } = open('one|');
  type('!');
  press('z', { ctrlKey: true });
  expect(source()).toBe('one');
  press('y', { ctrlKey: true });
  expect(source()).toBe('one!');
  press('z', { ctrlKey: true });
  press('z', { ctrlKey: true, shiftKey: true });
  expect(source()).toBe('one!');
  expect(onLink).not.toHaveBeenCalled();
  expect(press('k', { ctrlKey: true })).toBe(true);
  expect(onLink).toHaveBeenCalledOnce();
});

test('Backspace after a rule of typing gives the signs back', () => {
  const { press, type, source } = open('|');
  type('# ');
  press('Backspace');
  type('a');
  expect(source()).toBe(String.raw`\# a`);
});

test.each(['Shift', 'Ctrl'])('%s+Enter leaves code, and words go on below it', (key) => {
  const { press, type, source } = open('```\none|\n```');
  press('Enter', key === 'Shift' ? { shiftKey: true } : { ctrlKey: true });
  type('two');
  expect(source()).toBe('```\none\n```\n\ntwo');
});

test('Tab and Shift+Tab move items in and out, and in a table back; other keys end leaving by Escape', () => {
  const list = open('- one\n  - two|');
  expect(list.press('Tab', { shiftKey: true })).toBe(true);
  expect(list.source()).toBe('- one\n- two');
  list.press('Escape');
  list.press('Shift');
  expect(list.press('Tab', { shiftKey: true })).toBe(false);
  list.press('ArrowLeft');
  expect(list.press('Tab')).toBe(true);
  const { press, select, view } = open('| a | b |\n| - | - |');
  select('b');
  press('Tab', { shiftKey: true });
  expect(view.state.selection.$from.parent.textContent).toBe('a');
});

test.each([
  // Within a line the signs mean nothing.
  ['a > b', 'a > b'],
  ['a 1. b', 'a 1. b'],
  ['a [x] b', String.raw`a \[x] b`],
  ['a```', 'a```'],
  ['a---', 'a---'],
  ['#### Title', '#### Title'],
  ['##### Title', String.raw`\##### Title`],
  ['12. twelve', '12. twelve'],
  ['[] task', '- [ ] task'],
  ['[X] done', '- [x] done'],
  ['[y] no task', String.raw`\[y] no task`],
  ['a **two words** b', 'a **two words** b'],
  ['a ** b**', 'a ** b**'],
  ['a **b ** c', 'a **b ** c'],
  ['a ***b** c', String.raw`a \*\*\*b\*\* c`],
  ['a * b* c', 'a * b* c'],
  ['**a** *b* ~~c~~ `d`.', '**a** _b_ ~~c~~ `d`.'],
  ['~~two words~~ on', '~~two words~~ on'],
  ['a ~~ b~~', 'a ~~ b~~'],
  ['x`y`', 'x`y`'],
  ['see [two words](/a) on', 'see [two words](/a) on'],
])('typing %j gives %j as well', (typed, source) => {
  const surfaceOf = open('|');
  surfaceOf.type(typed);
  expect(surfaceOf.source()).toBe(source);
});

test.each([
  ['- one|', '[ ] ', '- [ ] one'],
  ['- [ ] one|', '[x] ', '- [x] one'],
  ['1. one\n\nx|', '2. ', '1. one\n2. x'],
  ['1. one\n\nx|', '3. ', '1. one\n2. x'],
  ['- one\n\nx|', '- ', '- one\n- x'],
  ['- one\n\nx|', '* ', '- one\n- x'],
])('at the start of the last line of %j, %j gives %j', (before, typed, after) => {
  const { view, type, source } = open(before);
  const { $head } = view.state.selection;
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, $head.start())));
  type(typed);
  expect(source()).toBe(after);
});

test('what is typed behind marked words is not marked', () => {
  for (const signs of ['**', '*', '~~', '`']) {
    const { type, view } = open('|');
    type(`${signs}a${signs}b`);
    expect(view.state.doc.textContent).toBe('ab');
    expect(view.state.doc.firstChild?.lastChild?.marks).toEqual([]);
  }
});

test('two lists that come side by side become one if they have the same sign', () => {
  const { view, source } = open('- a\n\nx\n\n- b\n\ny\n\n1. c');
  const remove = (words: string) => {
    view.state.doc.forEach((node, offset) => {
      if (node.textContent === words)
        view.dispatch(view.state.tr.delete(offset, offset + node.nodeSize));
    });
  };
  remove('y');
  expect(view.state.doc.childCount).toBe(4);
  remove('x');
  expect(source()).toBe('- a\n- b\n\n1. c');
});

test('an empty text shows what to write, one with words does not', () => {
  const { view, type } = open('|', 'Write here');
  const hint = () => view.dom.querySelector('[data-placeholder]')?.getAttribute('data-placeholder');
  expect(hint()).toBe('Write here');
  type('a');
  expect(hint()).toBeUndefined();
  for (const source of ['***', '# ', '- ']) {
    const other = open(source, 'Write here');
    expect(other.view.dom.querySelector('[data-placeholder]')).toBeNull();
  }
  expect(open('|').view.dom.querySelector('[data-placeholder]')).toBeNull();
});
