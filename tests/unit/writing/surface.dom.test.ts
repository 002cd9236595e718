// @vitest-environment jsdom
import { AllSelection, NodeSelection, TextSelection } from 'prosemirror-state';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { surfaceTarget } from '@/documents/text-target';
import type { ToolName } from '@/documents/writing/commands';
import type { Dialect } from '@/documents/writing/schema';
import { createSurface, type Surface, type SurfaceOptions } from '@/documents/writing/surface';
import { keysOf } from './keys';

let surface: Surface | undefined;

// jsdom has no layout, by which a view scrolls to the cursor.
beforeAll(() => {
  const nowhere = new DOMRect();
  Range.prototype.getClientRects = () => Object.assign([nowhere], { item: () => nowhere });
  Range.prototype.getBoundingClientRect = () => nowhere;
  Object.assign(document, { elementFromPoint: () => null });
});

afterEach(() => surface?.destroy());

/** `|` in the source is the cursor. */
function open(text: string, dialect: Dialect = 'post', more: Partial<SurfaceOptions> = {}) {
  const offset = text.indexOf('|');
  const onChange = vi.fn<(source: string) => void>();
  const onUpdate = vi.fn();
  const onLink = vi.fn();
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
    onLink,
    onBlur: vi.fn(),
    onTransfer: () => false,
    ...more,
  });
  surface = opened;
  const { view } = opened;
  return {
    surface: opened,
    view,
    onChange,
    onUpdate,
    onLink,
    source: () => onChange.mock.lastCall?.[0],
    use: (name: ToolName) => opened.tools[name].run(view.state, view.dispatch, view),
    ...keysOf(view),
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

test.each<[string, string, string]>([
  ['words of a paragraph', 'one **two** three', '**two** three'],
  ['an item', '- one\n- two', '- two'],
  ['blocks', '# one\n\ntwo', '# one\n\ntwo'],
])('what is copied is Markdown: %s', (what, source, copied) => {
  const { view } = open(source);
  const { doc } = view.state;
  const selection =
    what === 'an item'
      ? NodeSelection.create(doc, 1 + doc.child(0).child(0).nodeSize)
      : what === 'blocks'
        ? new AllSelection(doc)
        : TextSelection.create(doc, 5, doc.content.size - 1);
  view.dispatch(view.state.tr.setSelection(selection));
  expect(view.serializeForClipboard(view.state.selection.content()).text).toBe(copied);
});

test('a row of a table is copied as a table', () => {
  const { view } = open('| a |\n| - |\n| b |');
  const row = view.state.doc.slice(1, 1 + view.state.doc.child(0).child(0).nodeSize);
  expect(view.serializeForClipboard(row).text).toBe('| a |\n| - |');
});

test.each([
  ['one |two', '*x*', 'one *x*two'],
  ['one|', '  *x*\n', 'one*x*'],
  ['one|', 'a\n\nb', 'onea\n\nb'],
  ['one|two', 'a\n\nb', 'onea\n\nbtwo'],
  ['one|', '# a', 'one\n\n# a'],
  ['|', '# a', '# a'],
  ['|', 'a\n\nb', 'a\n\nb'],
  ['# one|', 'a', '# onea'],
  ['- one|', '- a\n- b', '- one\n  - a\n  - b'],
  ['one|', '', 'one'],
])('into %j the Markdown %j is inserted: %j', (before, markdown, after) => {
  const { surface: opened, view } = open(before);
  opened.insert(markdown);
  expect(view.state.doc.textContent).not.toContain('|');
  const printed = open(after);
  expect(view.state.doc.toString()).toBe(printed.view.state.doc.toString());
  opened.destroy();
});

test('behind what was inserted one goes on writing', () => {
  const { surface: opened, type, source } = open('one| three');
  opened.insert('_two_');
  type('!');
  expect(source()).toBe('one*two!* three');
  opened.insert('# a\n\nb');
  type('!');
  expect(source()).toContain('b! three');
});

test('a picture goes beside a selected block, and in place of a selection', () => {
  const { surface: opened, view, select, source } = open('one two\n\n***');
  select('two');
  opened.insert('![a](/b.png)');
  expect(source()).toBe('one ![a](/b.png)\n\n***');
  const { doc } = view.state;
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(doc, doc.child(0).nodeSize)));
  opened.insert('words');
  expect(source()).toBe('one ![a](/b.png)\n\nwords');
});

test('plain words go into code as they are; without words nothing happens', () => {
  const { surface: opened, source, onChange } = open('```\none|\n```');
  expect(opened.isInCode()).toBe(true);
  opened.insertPlain('\n# a\n\nb');
  expect(source()).toBe('```\none\n# a\n\nb\n```');
  opened.destroy();
  const words = open('one|');
  expect(words.surface.isInCode()).toBe(false);
  words.surface.insertPlain(' \n\n');
  expect(words.onChange).not.toHaveBeenCalled();
  words.surface.insertPlain('a\n\nb');
  expect(words.source()).toBe('onea\n\nb');
  expect(onChange).toHaveBeenCalledOnce();
});

test('only words of one paragraph become a link; one that was there is replaced', () => {
  const { surface: opened, view, select, source } = open('[one](/a) two\n\nthree');
  view.dispatch(view.state.tr.setSelection(new AllSelection(view.state.doc)));
  expect(opened.link('/b')).toBe(false);
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 2, 12)));
  expect(opened.link('/b')).toBe(false);
  select('one');
  expect(opened.link('/b')).toBe(true);
  expect(source()).toBe('[one](/b) two\n\nthree');
});

test('a text is replaced where it stands last, by nothing as well; one that is gone is not', () => {
  const { surface: opened, source, onChange } = open('one two one');
  opened.replace('gone', 'x');
  expect(onChange).not.toHaveBeenCalled();
  opened.replace('one', '**x**');
  expect(source()).toBe('one two **x**');
  opened.replace(' two ', '');
  expect(source()).toBe('one**x**');
});

test('an upload that failed leaves nothing, and another picture stays', () => {
  const { surface: opened, source } = open('![Uploading 1]() ![Uploading 2]()');
  opened.replace('![Uploading 2]()', '');
  expect(source()).toBe('![Uploading 1]()');
});

test('a block in place of words stands by itself', () => {
  const { surface: opened, source } = open('one film two');
  const target = surfaceTarget(opened);
  target.replaceByBlock('film', 'https://vimeo.com/123456789');
  expect(source()).toBe('one\n\nhttps://vimeo.com/123456789\n\ntwo');
  expect(target.isNative).toBe(false);
});

test('a text that is shown from elsewhere keeps the caret near its place and is told', () => {
  const { surface: opened, view, onUpdate, onChange, type, source } = open('one two| three');
  opened.show('one two three four');
  expect(view.state.selection.$head.parentOffset).toBe(7);
  expect(onUpdate).toHaveBeenCalledOnce();
  expect(onChange).not.toHaveBeenCalled();
  opened.show('one two three four');
  expect(onUpdate).toHaveBeenCalledOnce();
  opened.show('a');
  expect(view.state.selection.$head.parentOffset).toBe(1);
  type('b');
  expect(source()).toBe('ab');
});

test('of several texts that were written, each comes back once', () => {
  const { surface: opened, type, view } = open('|');
  type('ab');
  opened.show('a');
  expect(view.state.doc.textContent).toBe('ab');
  opened.show('ab');
  opened.show('a');
  expect(view.state.doc.textContent).toBe('a');
});

test('every change of text or caret is told, and only a change of the text is a new text', () => {
  const { view, onUpdate, onChange, surface: opened } = open('one');
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 2)));
  expect(onUpdate).toHaveBeenCalledExactlyOnceWith(opened);
  expect(onChange).not.toHaveBeenCalled();
  view.dispatch(view.state.tr.insertText('x'));
  expect(onUpdate).toHaveBeenCalledTimes(2);
  expect(onChange).toHaveBeenCalledExactlyOnceWith('oxne');
});

test('it has the focus only if it opens with a caret', () => {
  const first = open('one');
  expect(document.activeElement).not.toBe(first.view.dom);
  first.surface.focus();
  expect(document.activeElement).toBe(first.view.dom);
  first.surface.destroy();
  const second = open('on|e');
  expect(document.activeElement).toBe(second.view.dom);
});

test('what is pasted and dropped is offered first; without data and for its own drag it is left to the surface', () => {
  const onTransfer = vi.fn(() => true);
  const onBlur = vi.fn();
  const { view } = open('one|', 'post', { onTransfer, onBlur });
  const data = { getData: () => '', files: [], types: [] };
  const send = (type: string, more: object) => {
    const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), more);
    view.dom.dispatchEvent(event);
    return event;
  };
  const paste = send('paste', { clipboardData: data });
  expect(onTransfer).toHaveBeenCalledExactlyOnceWith(paste, data);
  const drop = send('drop', { dataTransfer: data });
  expect(onTransfer).toHaveBeenLastCalledWith(drop, data);
  send('paste', { clipboardData: null });
  send('drop', { dataTransfer: null });
  view.dragging = { slice: view.state.doc.slice(0), move: true };
  send('drop', { dataTransfer: data });
  expect(onTransfer).toHaveBeenCalledTimes(2);
  expect(onBlur).not.toHaveBeenCalled();
  send('blur', {});
  expect(onBlur).toHaveBeenCalledOnce();
});
