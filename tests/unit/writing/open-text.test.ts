// A change of one block keeps the source of the others. By examples; fidelity.test.ts tries thousands.
import type { Node } from 'prosemirror-model';
import { expect, test } from 'vitest';
import { undoBlock } from '@/documents/writing/commands';
import { markdownBlock, openText, toOffset, toPosition } from '@/documents/writing/open-text';
import { schemas, type Dialect } from '@/documents/writing/schema';
import { written } from './written';

test.each([
  '',
  '\n\n',
  ' \n',
  'one\n',
  '\n\none\n\n\ntwo  \n\n',
  'a\r\n\r\n- b\r\n- c\r\n\r\nd\r\n',
  'a\rb\r\rc',
  'Setext\n===\n\nOther\n---',
  '* a\n* b\n\n+ c\n\n- d',
  '1) a\n2) b\n\n5. c',
  '~~~~ts meta\n```\n~~~~',
  '    indented\n\n    code',
  '> A quote\n> on two lines\n\n> another',
  'a | b\n- | -:\n1 | 2\n3',
  'A note[^A].\n\n[^A]: Short.',
  '<details>\n<summary>x</summary>\n\n- a\n\n</details>',
  'line\\\nbreak and  \nanother',
  '[a]: https://a.example\n\n[a]',
  '- ',
  '>',
  // Line ends of two kinds.
  'a\nb\r\n\r\nc',
  'a\r\n\r\nb\nc',
])('opening and closing changes no byte of %j', (source) => {
  for (const dialect of ['post', 'part'] as const) {
    const opened = openText(source, dialect);
    opened.doc.check();
    expect(opened.print(opened.doc).source).toBe(source);
  }
});

test.each<[string, string]>([
  ['¦', 'x'],
  ['    ¦', 'x'],
  ['one¦', 'onex'],
  ['\n\none¦\n\n\n', '\n\nonex\n\n\n'],
  ['Setext¦\n===\n\n* a\n* b', '# Setextx\n\n* a\n* b'],
  ['Setext\n===\n\n* a¦\n* b', 'Setext\n===\n\n* ax\n* b'],
  ['Setext\n===\n\none¦\n\nOther\n---\n', 'Setext\n===\n\nonex\n\nOther\n---\n'],
  // What stood between two blocks stays.
  ['one¦\n\n\n\ntwo', 'onex\n\n\n\ntwo'],
  ['one\n\n\n\ntwo¦', 'one\n\n\n\ntwox'],
  ['one¦\n \t\ntwo', 'onex\n \t\ntwo'],
  ['# a\none¦', '# a\nonex'],
  ['one¦\n# a', 'onex\n# a'],
  ['***\none¦\n***\ntwo', '***\nonex\n***\ntwo'],
  ['one\n\n\n\ntwo¦\n\n\n\n\nthree', 'one\n\n\n\ntwox\n\n\n\n\nthree'],
  ['one\n\na¦\n\nb', 'one\n\nax\n\nb'],
  ['one¦  \n\ntwo', 'onex\n\ntwo'],
  // The line ends of the text.
  ['one\r\n\r\n- a¦\r\n- b\r\n', 'one\r\n\r\n- ax\r\n- b\r\n'],
  ['- a¦\r\n- b', '- ax\r\n- b'],
  ['one¦\r\n\r\ntwo', 'onex\r\n\r\ntwo'],
  ['```\r\na¦\r\nb\r\n```', '```\r\nax\r\nb\r\n```'],
  // The parser reads what is behind indented code as words.
  ['    code¦\n\n10. ten\n\nlast', '```\ncodex\n```\n\n10\\. ten\n\nlast'],
])('typing into %j gives %j', (before, after) => {
  const text = written(before);
  text.type('x');
  expect(text.source()).toBe(after);
});

/** Blocks of a text in another order, or without some of them. */
function reordered(source: string, order: readonly number[], dialect: Dialect = 'post') {
  const { doc, print } = openText(source, dialect);
  return print(
    doc.type.create(
      null,
      order.map((at) => doc.child(at)),
    ),
  );
}

test.each<[string, number[], string]>([
  ['one\n\ntwo\n\n\nthree', [0, 2], 'one\n\nthree'],
  ['one\n\ntwo\n\n\nthree\n', [1, 2], 'two\n\n\nthree\n'],
  ['one\n\ntwo\n\n\nthree\n', [0, 1], 'one\n\ntwo\n'],
  ['one\n\ntwo\n\n\nthree', [2, 0, 1], 'three\n\none\n\ntwo'],
  // The second time it is new.
  ['# one #\n\ntwo', [0, 0, 1], '# one #\n\n# one\n\ntwo'],
  // Two lists side by side would be one.
  ['- a\n\none\n\n- b', [0, 2], '- a\n\n* b'],
  ['* a\n\none\n\n* b', [0, 2], '* a\n\n- b'],
  ['+ a\n\none\n\n+ b', [0, 2], '+ a\n\n- b'],
  ['1. a\n\none\n\n1. b', [0, 2], '1. a\n\n1) b'],
  ['1) a\n\none\n\n1) b', [0, 2], '1) a\n\n1. b'],
  ['- a\n\none\n\n1. b', [0, 2], '- a\n\n1. b'],
  // Indented code behind an item would belong to it.
  ['- a\n\none\n\n    code', [0, 2], '- a\n\n```\ncode\n```'],
  ['one[^1]\n\n[^1]: a\n\ntwo\n\n    code', [0, 1, 3], 'one[^1]\n\n[^1]: a\n\n```\ncode\n```'],
])('of the blocks of %j those of %j give %j', (source, order, after) => {
  expect(reordered(source, order).source).toBe(after);
});

test('behind a list a list of tasks has another sign in a part as well', () => {
  expect(reordered('- a\n- b\n\none\n\n- c\n- d', [0, 2], 'part').source).toBe(
    '- a\n- b\n\n* c\n* d',
  );
});

test('a list with another sign has the line ends of the text', () => {
  expect(reordered('- a\r\n\r\none\r\n\r\n- b\r\n- c', [0, 2]).source).toBe(
    '- a\r\n\r\n* b\r\n* c',
  );
});

test.each<[number, string]>([
  [0, 'new\n\none\n\n\n\ntwo'],
  [1, 'one\n\nnew\n\n\n\ntwo'],
  [2, 'one\n\n\n\ntwo\n\nnew'],
])('a new block at place %d leaves what was between the others', (place, after) => {
  const { doc, print } = openText('one\n\n\n\ntwo', 'post');
  const blocks = [...doc.children];
  blocks.splice(place, 0, schemas.post.node('paragraph', null, [schemas.post.text('new')]));
  expect(print(doc.type.create(null, blocks)).source).toBe(after);
});

test('a heading that becomes words is kept apart from the words below it', () => {
  const text = written('# ¦one\ntwo');
  text.run(undoBlock(schemas.post.nodes));
  expect(text.source()).toBe('one\n\ntwo');
});

test('a block of Markdown has its lines, whatever their ends', () => {
  expect(openText('<b>\r\na\rb', 'post').doc.textContent).toBe('<b>\na\nb');
  expect(markdownBlock('a\r\nb\rc', 'post').textContent).toBe('a\nb\nc');
  expect(markdownBlock('', 'post').childCount).toBe(0);
});

test('a part has one sort of numbered lists: two side by side stay as they were written', () => {
  const source = '1. a\n2. b\n\none\n\n1. c\n2. d';
  expect(reordered(source, [0, 2], 'part').source).toBe('1. a\n2. b\n\n1. c\n2. d');
  expect(reordered(source, [0, 2], 'post').source).toBe('1. a\n2. b\n\n1) c\n2) d');
});

test('a block that was changed back has its source again', () => {
  const source = 'Setext\n===\n\n* a\n* b';
  const { doc, print } = openText(source, 'post');
  const again = doc.type.schema.nodeFromJSON(doc.toJSON());
  expect(print(again).source).toBe(source);
});

test('two blocks that say the same keep their own sources', () => {
  const source = '* a\n\none\n\n- a';
  const { doc, print } = openText(source, 'post');
  const json = doc.toJSON();
  expect(print(doc.type.schema.nodeFromJSON(json)).source).toBe(source);
});

test('it is said where each block begins; an empty paragraph is not printed', () => {
  const { doc, print } = openText('\none\n\n## two', 'post');
  const { nodes } = schemas.post;
  const changed = doc.copy(doc.content.addToStart(nodes.paragraph.create()));
  expect(print(doc).starts).toEqual([1, 6]);
  expect(print(changed)).toEqual({ source: '\none\n\n## two', starts: [-1, 1, 6] });
});

const typesOf = (doc: Node) => doc.children.map(({ type }) => type.name).join(' ');

test.each<[string, string, string]>([
  ['one', 'paragraph', 'paragraph'],
  ['# one\n\ntwo', 'heading paragraph', 'heading paragraph'],
  ['- a\n- b\n\n1. c\n2. d', 'bullet_list ordered_list', 'bullet_list ordered_list'],
  // One item of a part may be a line that begins with a dash.
  ['- a', 'bullet_list', 'markdown'],
  ['1) a', 'ordered_list', 'markdown'],
  ['> a\n\n***', 'blockquote horizontal_rule', 'blockquote horizontal_rule'],
  ['```\na\n```', 'code_block', 'code_block'],
  ['| a |\n| - |', 'table', 'table'],
  ['https://vimeo.com/123456789', 'video', 'video'],
  ['[A film](https://vimeo.com/123456789)', 'video', 'video'],
  ['<https://vimeo.com/123456789>', 'paragraph', 'paragraph'],
  ['[A film](https://vimeo.com/123456789 "x")', 'paragraph', 'paragraph'],
  ['[A *film*](https://vimeo.com/123456789)', 'paragraph', 'paragraph'],
  ['See https://vimeo.com/123456789', 'paragraph', 'paragraph'],
  ['https://a.example', 'paragraph', 'paragraph'],
  ['<b>a</b>', 'markdown', 'paragraph'],
  ['<div>\n\na', 'markdown paragraph', 'paragraph paragraph'],
  ['a[^1]\n\n[^1]: b', 'paragraph footnote_definition', 'paragraph paragraph'],
  ['a[^1]\n\n[^1]: <b>b', 'paragraph markdown', 'paragraph paragraph'],
  ['[a]: https://a.example\n\n[a]', 'markdown markdown', 'paragraph paragraph'],
  ['[](https://a.example)', 'markdown', 'markdown'],
  ['**a **b** c**', 'markdown', 'markdown'],
  ['> [^1]: a', 'markdown', 'blockquote'],
])('%j is held as %s in a post, as %s in a part', (source, post, part) => {
  expect(typesOf(openText(source, 'post').doc)).toBe(post);
  expect(typesOf(openText(source, 'part').doc)).toBe(part);
});

test.each([
  'one\n\ntwo',
  '## A *small* title\n\nlast',
  '- one\n- [two](https://a.example) three\n\nlast',
  '> one\n>\n> - two\n> - three',
  '| a | b |\n| - | - |\n| c | d |',
  'A 👍 and 👎\n\n```ts\ncode\n```\n\n<b>\n\nlast',
])('in %j the caret keeps its place when its Markdown is shown and the page again', (source) => {
  const { doc, print } = openText(source, 'post');
  const printed = print(doc);
  doc.descendants((node, begin) => {
    if (!node.isTextblock) return;
    let at = begin + 1;
    for (const character of node.textContent) {
      expect(toPosition(doc, toOffset(doc, at, printed), printed)).toBe(at);
      at += character.length;
    }
    expect(toPosition(doc, toOffset(doc, at, printed), printed)).toBe(at);
  });
});

test.each([
  ['## Title', 'Title', 3],
  ['- one\n- two', 'two', 8],
  ['one\n\n> - two', 'two', 9],
])('in %j the caret before %j is at %d of the Markdown', (source, words, offset) => {
  const { doc, print } = openText(source, 'post');
  let position = 0;
  doc.descendants((node, at) => {
    if (node.text === words) position = at;
  });
  expect(toOffset(doc, position, print(doc))).toBe(offset);
  expect(toPosition(doc, offset, print(doc))).toBe(position);
});

test('the caret in an empty paragraph is at the block before it, and what is no place is the nearest', () => {
  const { doc, print } = openText('one\n\ntwo', 'post');
  const changed = doc.copy(doc.content.addToEnd(schemas.post.nodes.paragraph.create()));
  const printed = print(changed);
  expect(toOffset(changed, changed.content.size - 1, printed)).toBe(5);
  const between = doc.type.create(null, [
    doc.child(0),
    schemas.post.nodes.paragraph.create(),
    doc.child(1),
  ]);
  expect(toOffset(between, 6, print(between))).toBe(0);
  // A sign that stands in the Markdown under another name.
  const named = openText('a&nbsp;b', 'post');
  expect(toOffset(named.doc, 4, named.print(named.doc))).toBe(1);
  expect(toPosition(doc, 100, print(doc))).toBe(doc.content.size - 1);
  expect(toPosition(doc, 4, print(doc))).toBe(4);
});
