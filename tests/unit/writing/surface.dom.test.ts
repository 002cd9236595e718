// @vitest-environment jsdom
import { TextSelection } from 'prosemirror-state';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { ToolName } from '@/documents/writing/commands';
import type { Dialect } from '@/documents/writing/schema';
import { createSurface, type Surface } from '@/documents/writing/surface';

let surface: Surface | undefined;

// jsdom has no layout, by which a view scrolls to the cursor.
beforeAll(() => {
  const nowhere = new DOMRect();
  Range.prototype.getClientRects = () => Object.assign([nowhere], { item: () => nowhere });
  Range.prototype.getBoundingClientRect = () => nowhere;
});

afterEach(() => surface?.destroy());

/** `|` in the source is the cursor. */
function open(text: string, dialect: Dialect = 'post') {
  const offset = text.indexOf('|');
  const onChange = vi.fn<(source: string) => void>();
  const onUpdate = vi.fn();
  const place = document.body.appendChild(document.createElement('div'));
  const opened = createSurface({
    place,
    dialect,
    source: text.replace('|', ''),
    offset: offset === -1 ? undefined : offset,
    attributes: () => ({ role: 'textbox', 'aria-label': 'Text' }),
    placeholder: undefined,
    onChange,
    onUpdate,
    onLink: vi.fn(),
    onBlur: vi.fn(),
    onTransfer: () => false,
  });
  surface = opened;
  const { view } = opened;
  return {
    surface: opened,
    view,
    onChange,
    source: () => onChange.mock.lastCall?.[0],
    use: (name: ToolName) => opened.tools[name].run(view.state, view.dispatch, view),
    select: (words: string) => {
      let at = 0;
      view.state.doc.descendants((node, position) => {
        const found = node.text?.indexOf(words) ?? -1;
        if (found >= 0) at = position + found;
      });
      const { tr, doc } = view.state;
      view.dispatch(tr.setSelection(TextSelection.create(doc, at, at + words.length)));
    },
    /** As typed, with the rules of typing. */
    type: (words: string) => {
      for (const sign of words) {
        const { from, to } = view.state.selection;
        const insert = () => view.state.tr.insertText(sign, from, to);
        const isHandled = view.someProp('handleTextInput', (handle) =>
          handle(view, from, to, sign, insert),
        );
        if (!isHandled) view.dispatch(insert());
      }
    },
    press: (key: string, more: KeyboardEventInit = {}) => {
      const event = new KeyboardEvent('keydown', { key, ...more });
      return view.someProp('handleKeyDown', (handle) => handle(view, event)) ?? false;
    },
  };
}

test.each<[ToolName, string, string]>([
  ['bold', 'one two', '**one** two'],
  ['italic', 'one two', '_one_ two'],
  ['strike', 'one two', '~~one~~ two'],
  ['code', 'one two', '`one` two'],
  ['heading', 'one', '## one'],
  ['subheading', '## one', '### one'],
  ['heading', '## one', 'one'],
  ['quote', 'one', '> one'],
  ['quote', '> one', 'one'],
  ['list', 'one', '- one'],
  ['list', '1. one\n2. two', '- one\n- two'],
  ['list', '- one', 'one'],
  ['numbered', 'one', '1. one'],
  ['tasks', 'one', '- [ ] one'],
  ['tasks', '- one\n- two', '- [ ] one\n- [ ] two'],
  ['codeBlock', 'one', '```\none\n```'],
  ['divider', 'one', 'one\n\n---'],
  ['table', 'one', 'one\n\n| | |\n| - | - |\n| | |\n| | |'],
  ['footnote', 'one', '[^1]\n\n[^1]:'],
])('the tool %s makes %j of the selected word', (name, before, after) => {
  const { select, use, source } = open(before);
  select('one');
  use(name);
  expect(source()).toBe(after);
});

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
  list.surface.destroy();

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

test('a change keeps the source of the other blocks, and undoing it the whole source', () => {
  const text = 'Setext\n===\n\n* a\n* b\n\n<b>raw</b>\n\n\nlast  \nwords\n';
  const { surface: opened, select, press, source, view } = open(text);
  select('last');
  view.dispatch(view.state.tr.insertText('first'));
  expect(source()).toBe('Setext\n===\n\n* a\n* b\n\n<b>raw</b>\n\n\nfirst\\\nwords\n');
  press('z', { ctrlKey: true });
  expect(source()).toBe(text);
  expect(opened.view.dom.querySelector('.writing-code')?.textContent).toContain('<b>raw</b>');
});

test('what was written does not come back as another text, what was restored does', () => {
  const { surface: opened, type, view } = open('one|');
  type('!?');
  const { doc } = view.state;
  opened.show('one!');
  opened.show('one!?');
  expect(view.state.doc).toBe(doc);
  opened.show('other');
  expect(view.state.doc.textContent).toBe('other');
});

test('the cursor keeps its place between the text and its Markdown', () => {
  const source = '## A *small* title\n\n- one\n- [two](https://a.example) three\n\nlast';
  for (const place of ['small', 'title', 'one', 'three', 'last']) {
    const offset = source.indexOf(place) + 2;
    const { surface: opened, view } = open(`${source.slice(0, offset)}|${source.slice(offset)}`);
    const { $head } = view.state.selection;
    expect($head.parent.textBetween(0, $head.parentOffset)).toMatch(
      new RegExp(`${place.slice(0, 2)}$`),
    );
    expect(opened.offset()).toBe(offset);
    opened.destroy();
  }
});

test('Markdown is inserted at the cursor, and the place of a picture replaced', () => {
  const { surface: opened, source } = open('Before| after');
  opened.insert('![Uploading a.png, 1f…]()');
  expect(source()).toBe('Before![Uploading a.png, 1f…]() after');
  opened.replace('![Uploading a.png, 1f…]()', '![A bike](/images/a.png)');
  expect(source()).toBe('Before![A bike](/images/a.png) after');
  opened.replace('![Uploading a.png, 1f…]()', '![Gone](/images/b.png)');
  expect(source()).toBe('Before![A bike](/images/a.png) after');
});

test('a pasted address links the selected words', () => {
  const { surface: opened, select, source } = open('one two');
  expect(opened.link('https://a.example')).toBe(false);
  select('two');
  expect(opened.link('https://a.example/(b)')).toBe(true);
  expect(source()).toBe('one [two](https://a.example/\\(b\\))');
});

test('a video that was pasted as an address becomes one', () => {
  const { surface: opened, source } = open('Words|');
  const address = 'https://www.youtube.com/watch?v=abcdefghijk';
  opened.insertPlain(` ${address}`);
  opened.replace(address, address);
  expect(source()).toBe(`Words\n\n${address}`);
  expect(opened.view.dom.querySelector('.writing-video')?.textContent).toContain(
    'Video on YouTube',
  );
});

test('plain words mean nothing else', () => {
  const { surface: opened, source } = open('|');
  opened.insertPlain('# no heading\n- no list');
  expect(source()).toBe('\\# no heading\n\n\\- no list');
});

test('a line break of a part is a line end, in a post a backslash', () => {
  for (const [dialect, text] of [
    ['part', 'one\ntwo'],
    ['post', 'one\\\ntwo'],
  ] as const) {
    const { press, type, source, surface: opened } = open('one|', dialect);
    press('Enter', { shiftKey: true });
    type('two');
    expect(source()).toBe(text);
    opened.destroy();
  }
});
