// What the tools and keys do to a text, without a view; surface.dom.test.ts types on the real surface.
import { liftListItem, sinkListItem } from 'prosemirror-schema-list';
import { TextSelection, type Command } from 'prosemirror-state';
import { expect, test } from 'vitest';
import {
  createTools,
  hasMark,
  nextCell,
  previousCell,
  splitItem,
  undoBlock,
  type ToolName,
} from '@/documents/writing/commands';
import { schemas } from '@/documents/writing/schema';
import { written } from './written';

const { nodes } = schemas.post;
const toolsOf = () => createTools(schemas.post);

test.each<[ToolName, string, string]>([
  ['heading', '¦one', '## one'],
  ['heading', '### one¦', '## one'],
  ['heading', '¦one\n\ntwo¦\n\nthree', '## one\n\n## two\n\nthree'],
  ['subheading', '### one¦', 'one'],
  ['bold', 'a ¦**b**¦ c', 'a b c'],
  ['italic', 'a ¦b¦ c', 'a _b_ c'],
  ['strike', '¦~~a~~ b¦', 'a b'],
  ['quote', '¦one\n\ntwo¦', '> one\n>\n> two'],
  ['quote', '> one¦\n>\n> two\n\nthree', 'one\n\ntwo\n\nthree'],
  ['quote', '> - one¦\n> - two', '- one\n- two'],
  ['list', '¦one\n\ntwo¦', '- one\n- two'],
  ['list', 'zero\n\n¦one\n\ntwo¦\n\nthree', 'zero\n\n- one\n- two\n\nthree'],
  ['list', '- one\n- two¦\n- three', '- one\n\ntwo\n\n- three'],
  ['list', '3) one¦\n4) two', '- one\n- two'],
  ['list', '- [x] one\n- [ ] two¦', '- one\n- two'],
  ['list', '- one\n\n- two¦', '- one\n\ntwo'],
  ['numbered', '¦one\n\ntwo¦', '1. one\n2. two'],
  ['numbered', '* one¦\n* two', '1. one\n2. two'],
  ['numbered', '- one\n\n- two¦', '1. one\n\n2. two'],
  ['numbered', '1. one¦', 'one'],
  ['numbered', '1. one\n   - two¦', '1. one\n   1. two'],
  ['tasks', '¦one\n\ntwo¦\n\nthree', '- [ ] one\n- [ ] two\n\nthree'],
  ['tasks', 'zero\n\n¦one', 'zero\n\n- [ ] one'],
  ['tasks', '> ¦one', '> - [ ] one'],
  ['tasks', '1. one¦\n2. two', '- [ ] one\n- [ ] two'],
  ['tasks', '- [x] one¦', 'one'],
  ['codeBlock', '¦one', '```\none\n```'],
  ['codeBlock', '```ts\none¦\n```', 'one'],
  ['markdown', '<b>¦', String.raw`\<b>`],
  ['divider', '¦one\n\ntwo', 'one\n\n---\n\ntwo'],
  ['divider', '- one¦\n- two\n\nthree', '- one\n- two\n\n---\n\nthree'],
  ['table', 'one¦\n\ntwo', 'one\n\n| | |\n| - | - |\n| | |\n| | |\n\ntwo'],
  ['footnote', 'one¦ two', 'one[^1] two\n\n[^1]:'],
  ['footnote', 'one[^1]¦\n\n[^1]: x', 'one[^1][^2]\n\n[^1]: x\n\n[^2]:'],
  ['footnote', 'one[^2]¦\n\n[^2]: x', 'one[^2][^1]\n\n[^2]: x\n\n[^1]:'],
  ['footnote', 'one ¦two¦', 'one [^1]\n\n[^1]:'],
  ['footnote', '**one¦**', '**one**[^1]\n\n[^1]:'],
  ['footnote', '- one¦', '- one[^1]\n\n[^1]:'],
])('the tool %s makes of %j', (name, before, after) => {
  const text = written(before);
  expect(text.run(toolsOf()[name].run)).toBe(true);
  expect(text.source()).toBe(after);
  text.state.doc.check();
});

test.each<[ToolName, string]>([
  ['footnote', '```\none¦\n```'],
  // A footnote has its place in no other block: it was lost there.
  ['quote', 'one[^1] ¦a\n\n[^1]: two¦'],
  ['list', 'one[^1] ¦a\n\n[^1]: two¦'],
  ['bold', '```\n¦one¦\n```'],
])('the tool %s does nothing in %j', (name, before) => {
  const text = written(before);
  expect(text.run(toolsOf()[name].run)).toBe(false);
  expect(text.source()).toBe(before.replaceAll('¦', ''));
});

test.each<[string, ToolName[]]>([
  ['one¦', []],
  ['## one¦', ['heading']],
  ['### one¦', ['subheading']],
  ['#### one¦', []],
  ['**one¦**', ['bold']],
  ['¦one **two**¦', ['bold']],
  ['**one** ¦two¦', []],
  ['_~~`one¦`~~_', ['italic', 'strike', 'code']],
  ['> one¦', ['quote']],
  ['> - one¦', ['quote', 'list']],
  ['1. one¦', ['numbered']],
  ['- [x] one¦', ['tasks']],
  ['- one\n  1. two¦', ['numbered']],
  ['```\none¦\n```', ['codeBlock']],
  ['<b>one¦', ['markdown']],
])('in %j these tools are pressed: %j', (text, pressed) => {
  const { state } = written(text);
  const active = Object.entries(toolsOf()).flatMap(([name, { isActive }]) =>
    isActive?.(state) ? [name] : [],
  );
  expect(active).toEqual(pressed);
});

test('a mark that was chosen for the next words counts before they are typed', () => {
  const text = written('one¦');
  text.run(toolsOf().bold.run);
  expect(hasMark(text.state, schemas.post.marks.strong)).toBe(true);
  text.run(toolsOf().bold.run);
  expect(hasMark(text.state, schemas.post.marks.strong)).toBe(false);
});

test.each<[ToolName, string, string]>([
  // In place of an empty paragraph, and there is a place to write behind it.
  ['divider', '> ¦', '¦'],
  ['table', 'one¦', '¦'],
  ['divider', 'one¦', '¦'],
  ['divider', 'one¦\n\ntwo', '¦two'],
  ['footnote', 'one¦', '¦'],
])('after the tool %s in %j the caret is where one goes on writing: %j', (name, before, caret) => {
  const text = written(before);
  text.run(toolsOf()[name].run);
  expect(text.caret()).toBe(caret);
});

test('after a table and a divider at the end there is a paragraph to write in, and only one', () => {
  for (const name of ['table', 'divider'] as const) {
    const text = written('one¦');
    text.run(toolsOf()[name].run);
    const types = text.state.doc.children.map(({ type }) => type.name);
    expect(types).toEqual([
      'paragraph',
      name === 'table' ? 'table' : 'horizontal_rule',
      'paragraph',
    ]);
  }
  const between = written('one¦\n\ntwo');
  between.run(toolsOf().table.run);
  expect(between.state.doc.childCount).toBe(3);
});

test('a new table has a row of headings and two rows, each of two cells; the caret is in the first', () => {
  const text = written('¦');
  text.run(toolsOf().table.run);
  const table = text.state.doc.child(0);
  expect(table.children.map((row) => row.children.map(({ type }) => type.name))).toEqual([
    ['table_header', 'table_header'],
    ['table_cell', 'table_cell'],
    ['table_cell', 'table_cell'],
  ]);
  expect(text.state.selection.$head.index(0)).toBe(0);
  expect(text.state.selection.$head.parent).toBe(table.child(0).child(0));
});

const TABLE = '| a | b |\n| - | - |\n| c | d |';
test.each<[string, Command, string, string]>([
  ['the next cell', nextCell, TABLE.replace('a', 'a¦'), 'b'],
  ['the first cell of the next row', nextCell, TABLE.replace('b', 'b¦'), 'c'],
  ['a new row', nextCell, TABLE.replace('d', 'd¦'), ''],
  ['the cell before', previousCell, TABLE.replace('d', 'd¦'), 'c'],
  ['the first cell, from itself', previousCell, TABLE.replace('a', 'a¦'), 'a'],
])('Tab or Shift+Tab in a table goes to %s', (_what, command, before, cell) => {
  const text = written(before);
  expect(text.run(command)).toBe(true);
  const { $from } = text.state.selection;
  if (cell !== '') expect($from.parent.textContent).toBe(cell);
});

test('a new row at the end is added once', () => {
  const text = written(TABLE.replace('d', 'd¦'));
  text.run(nextCell);
  expect(text.source()).toBe(`${TABLE}\n| | |`);
});

test.each<[string, Command]>([
  ['nextCell', nextCell],
  ['previousCell', previousCell],
  ['splitItem', splitItem(nodes)],
  ['undoBlock', undoBlock(nodes)],
])('%s leaves a paragraph to other keys', (_name, command) => {
  expect(written('¦one').run(command)).toBe(false);
});

test.each<[string, Command, string, string]>([
  ['Enter', splitItem(nodes), '- one¦two', '- one\n- two'],
  ['Enter', splitItem(nodes), '1. one¦two', '1. one\n2. two'],
  ['Enter', splitItem(nodes), '- [x] one¦two', '- [x] one\n- [ ] two'],
  ['Tab', sinkListItem(nodes.list_item), '- one\n- two¦', '- one\n  - two'],
  ['Shift+Tab', liftListItem(nodes.list_item), '- one\n  - two¦', '- one\n- two'],
  ['Shift+Tab', liftListItem(nodes.list_item), '- one¦', 'one'],
  ['Backspace', undoBlock(nodes), '## ¦one', 'one'],
  ['Backspace', undoBlock(nodes), '```\n¦one\n```', 'one'],
  ['Backspace', undoBlock(nodes), '¦<b>', String.raw`\<b>`],
  ['Backspace', undoBlock(nodes), '- ¦one\n- two', 'one\n\n- two'],
  ['Backspace', undoBlock(nodes), '- one\n- ¦two', '- one\n\ntwo'],
])('%s (%o) in %j gives %j', (_key, command, before, after) => {
  const text = written(before);
  text.run(command);
  expect(text.source()).toBe(after);
});

test.each([
  '## o¦ne',
  '> ¦one',
  '¦one',
  '- one\n\n  ¦two',
  '- > ¦one',
  '- o¦ne',
  '## ¦one¦',
  '| ¦a | b |\n| - | - |',
])('Backspace in %j is left to the browser', (before) => {
  const text = written(before);
  expect(text.run(undoBlock(nodes))).toBe(false);
});

test('a selection that is no caret keeps its block', () => {
  const text = written('## ¦one¦');
  expect(text.state.selection).toBeInstanceOf(TextSelection);
  expect(text.run(undoBlock(nodes))).toBe(false);
});
