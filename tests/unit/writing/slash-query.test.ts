import { NodeSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { slashQueryOf } from '@/documents/writing/slash-query';
import { written } from './written';

test.each([
  ['/¦', ''],
  ['/Ta¦', 'ta'],
  ['/zwei wörter¦', 'zwei wörter'],
  [`/${'a'.repeat(20)}¦`, 'a'.repeat(20)],
])('%j asks for %j', (marked, words) => {
  const query = slashQueryOf(written(marked).state);
  expect(query).toEqual({ words, from: 1, to: marked.length });
});

test('behind another block the place of the query is that of its paragraph', () => {
  expect(slashQueryOf(written('one\n\n/ta¦').state)).toEqual({ words: 'ta', from: 6, to: 9 });
});

test.each([
  ['words before it', 'a /ta¦'],
  ['words behind the caret', '/ta¦ble'],
  ['a selection', '/¦ta¦'],
  ['a heading', '## /ta¦'],
  ['another sign', '/ta2¦'],
  ['more than a name', `/${'a'.repeat(21)}¦`],
  ['no slash', 'ta¦'],
])('%s asks for nothing', (_what, marked) => {
  expect(slashQueryOf(written(marked).state)).toBeNull();
});

test('a selected block asks for nothing', () => {
  const { state } = written('/ta\n\n***');
  const selection = NodeSelection.create(state.doc, state.doc.child(0).nodeSize);
  expect(slashQueryOf(state.apply(state.tr.setSelection(selection)))).toBeNull();
});
