import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLists } from '@/lib/list-diff';

type Row = { id: string; text: string };
const row = (id: string, text = ''): Row => ({ id, text });
const diff = (before: Row[], after: Row[]) =>
  diffLists(before, after, (one, other) => one.id === other.id);

test('a row inserted at the front moves no other row', () => {
  expect(diff([row('a'), row('b')], [row('new'), row('a'), row('b')])).toEqual([
    { kind: 'added', to: 1, after: row('new') },
  ]);
});

test('removed, moved and changed rows are distinguished', () => {
  expect(
    diff([row('a'), row('b'), row('c'), row('d', 'old')], [row('c'), row('a'), row('d', 'new')]),
  ).toEqual([
    { kind: 'removed', from: 2, before: row('b') },
    { kind: 'moved', from: 1, to: 2, after: row('a') },
    { kind: 'changed', from: 4, to: 3, before: row('d', 'old'), after: row('d', 'new') },
  ]);
});

test('equal lists have no difference', () => {
  expect(diff([row('a'), row('a')], [row('a'), row('a')])).toEqual([]);
});

test('one of two equal rows can be removed', () => {
  expect(diff([row('a'), row('a')], [row('a')])).toMatchObject([{ kind: 'removed' }]);
});

test('no row is lost: added and removed rows explain both lengths', () => {
  const rows = fc.array(
    fc.record({ id: fc.constantFrom('a', 'b', 'c'), text: fc.constantFrom('', 'x') }),
  );
  fc.assert(
    fc.property(rows, rows, (before, after) => {
      const changes = diff(before, after);
      const count = (kind: string) => changes.filter((change) => change.kind === kind).length;
      expect(before.length - count('removed') + count('added')).toBe(after.length);
      const places = changes.flatMap((change) => ('to' in change ? change.to : []));
      expect(new Set(places).size).toBe(places.length);
    }),
  );
});

test('two rows with the same name are each paired with their own text', () => {
  const [one, two] = [row('a', 'one'), row('a', 'two')];
  const rest = [row('x'), row('y'), row('z')];
  expect(diff([one, two, ...rest], [...rest, two, one])).toEqual([
    { kind: 'moved', from: 2, to: 4, after: two },
    { kind: 'moved', from: 1, to: 5, after: one },
  ]);
});
