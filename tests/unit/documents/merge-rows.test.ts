import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import type { CaseStudyInput } from '@contracts/case-study';
import {
  chooseEverywhere,
  compareVersions,
  countOpen,
  mergeVersions,
  noChoices,
  type Choices,
} from '@/documents/comparison';
import { hasSameContent } from '@/documents/fields';
import { mergeRows, resolveRows, type RowRules } from '@/documents/merge-rows';
import { caseStudyFields as fields, emptyCaseStudyInput } from '@/features/case-studies/fields';

beforeEach(() => {
  vi.stubEnv('VITE_SUPABASE_URL', 'https://backend.example');
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_test');
});

type Row = { name: string; text: string };

const rules: RowRules<Row> = {
  keyOf: (row) => JSON.stringify(row),
  isSameThing: (one, other) => one.name === other.name,
  isAlike: () => false,
};

/** 'a b:2 c' → three rows, b with another text than usual. */
function rowsOf(text: string): Row[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const [name = '', body = '1'] = word.split(':');
      return { name, text: body };
    });
}

function write(rows: Row[]): string {
  return rows.map(({ name, text }) => (text === '1' ? name : `${name}:${text}`)).join(' ');
}

const merge = (base: string, mine: string, theirs: string) =>
  mergeRows(rowsOf(base), rowsOf(mine), rowsOf(theirs), rules);
const questionsOf = ({ rows, orderSide }: ReturnType<typeof merge>) =>
  rows.filter(({ side }) => side === null).length + (orderSide === null ? 1 : 0);

test.for([
  ['rows added on either side', 'a b', 'x a b', 'a b y', 'x a b y'],
  ['both add at the end', 'a', 'a x', 'a y', 'a y x'],
  ['the same row added on both sides', 'a', 'a x', 'a x', 'a x'],
  ['a row removed by me', 'a b c', 'a c', 'a b c d', 'a c d'],
  ['a row removed by them', 'a b c', 'a b c:2', 'a c', 'a c:2'],
  ['different rows changed', 'a b', 'a:2 b', 'a b:2', 'a:2 b:2'],
  ['I change, they move', 'a b c', 'a:2 b c', 'c a b', 'c a:2 b'],
  ['I move, they add and change', 'a b c', 'c b a', 'a:2 b c d', 'c d b a:2'],
  ['both move alike', 'a b c', 'c a b', 'c a b', 'c a b'],
  ['I empty the list, they add', 'a b', '', 'a b c', 'c'],
  ['one of two equal rows removed by me, they move', 'a b a c', 'b a c', 'c a b a', 'c b a'],
  ['the same row twice, one of them changed', 'a a', 'a a:2', 'a a b', 'a a:2 b'],
])('R-04: no question: %s', ([, base = '', mine = '', theirs = '', expected]) => {
  const merged = merge(base, mine, theirs);
  expect(questionsOf(merged)).toBe(0);
  expect(write(resolveRows(merged, { rows: {} }))).toBe(expected);
});

test.for([
  ['a row changed on both sides', 'a b', 'a:2 b', 'a:3 b', 'a:2 b', 'a:3 b'],
  ['a row I changed and they removed', 'a b', 'a:2 b', 'b', 'a:2 b', 'b'],
  ['a row they changed and I removed', 'a b', 'b', 'a:2 b', 'b', 'a:2 b'],
  ['one thing added on both sides', 'a', 'a x:2', 'a x:3', 'a x:2', 'a x:3'],
  [
    'two rows of one name: the nearer',
    'b c a',
    'a:2 b c a:3',
    'b c a:4',
    'a:2 b c a:3',
    'a:2 b c a:4',
  ],
  ['rows moved to different places', 'a b c', 'b a c', 'a c b', 'b a c', 'a c b'],
])('R-04: %s: one question', ([, base = '', mine = '', theirs = '', ifMine, ifTheirs]) => {
  const merged = merge(base, mine, theirs);
  expect(questionsOf(merged)).toBe(1);
  const resolved = (side: 'mine' | 'theirs') =>
    write(
      resolveRows(merged, {
        rows: Object.fromEntries(merged.rows.map(({ id }) => [id, side])),
        order: side,
      }),
    );
  expect(resolved('mine')).toBe(ifMine);
  expect(resolved('theirs')).toBe(ifTheirs);
});

const anyRow = fc.record({
  name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  text: fc.constantFrom('1', '2', '3'),
});
const anyRows = fc.array(anyRow, { maxLength: 7 });
const uniqueRows = fc.uniqueArray(anyRow, { maxLength: 5, selector: ({ name }) => name });
const none: Row = { name: '', text: '' };
const anySide = fc.constantFrom('mine' as const, 'theirs' as const);
const sameOnBoth = (base: Row[], rows: Row[]) => mergeRows(base, rows, rows, rules);

test('R-04: merging two equal sides changes nothing', () => {
  fc.assert(
    fc.property(anyRows, anyRows, (base, rows) => {
      const merged = sameOnBoth(base, rows);
      expect(questionsOf(merged)).toBe(0);
      expect(resolveRows(merged, { rows: {} })).toEqual(rows);
    }),
  );
});

test('R-04: an unchanged side takes the other side whole', () => {
  fc.assert(
    fc.property(anyRows, anyRows, anySide, (base, changed, side) => {
      const [mine, theirs] = side === 'mine' ? [changed, base] : [base, changed];
      const merged = mergeRows(base, mine, theirs, rules);
      expect(questionsOf(merged)).toBe(0);
      expect(resolveRows(merged, { rows: {} })).toEqual(changed);
    }),
  );
});

test('R-04: every row of each side is in the merge exactly once, for any choice', () => {
  fc.assert(
    fc.property(anyRows, anyRows, anyRows, anySide, (base, mine, theirs, order) => {
      const merged = mergeRows(base, mine, theirs, rules);
      for (const [side, rows] of [['mine', mine] as const, ['theirs', theirs] as const]) {
        expect(merged.rows.flatMap((row) => row[side] ?? [])).toHaveLength(rows.length);
        const byId = new Map(merged.rows.map((row) => [row.id, row[side]]));
        expect(merged.order[side].map((id) => byId.get(id))).toEqual(rows);
      }
      expect(merged.rows.flatMap((row) => row.base ?? [])).toEqual(base);
      const settled = merged.rows.filter(({ side, ...row }) => side && row[side]);
      const open = merged.rows.filter(({ side }) => side === null);
      for (const side of ['mine', 'theirs'] as const) {
        const choices = { rows: Object.fromEntries(open.map(({ id }) => [id, side])), order };
        const chosen = open.filter((row) => row[side] !== null);
        expect(resolveRows(merged, choices)).toHaveLength(settled.length + chosen.length);
      }
    }),
  );
});

test('R-04: what one side added is never lost', () => {
  fc.assert(
    fc.property(anyRows, anyRows, anyRows, (base, mine, theirs) => {
      const merged = mergeRows(base, mine, theirs, rules);
      const result = resolveRows(merged, { rows: {} });
      for (const row of merged.rows) {
        const isAdded = row.base === null && row.side !== null;
        if (isAdded) expect(result).toContainEqual(row[row.side ?? 'mine'] ?? row.mine);
      }
    }),
  );
});

test('R-04: swapped sides give the same questions and rows if no name repeats', () => {
  fc.assert(
    fc.property(uniqueRows, uniqueRows, uniqueRows, (base, mine, theirs) => {
      const one = mergeRows(base, mine, theirs, rules);
      const other = mergeRows(base, theirs, mine, rules);
      const shape = ({ rows }: typeof one) =>
        rows.map(({ side, ...row }) => (side === null ? 'ask' : rules.keyOf(row[side] ?? none)));
      expect(shape(other).sort()).toEqual(shape(one).sort());
    }),
  );
});

const anyText = fc.constantFrom('', 'one', 'two', ' two ');
const anyInput: fc.Arbitrary<CaseStudyInput> = fc
  .record({
    title: fc.constantFrom('One', 'Two', 'Three'),
    headline: anyText,
    challenge: anyText,
    serviceTags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
    metrics: fc.array(fc.record({ value: anyText, label: anyText }), { maxLength: 5 }),
    gallery: fc.array(fc.record({ url: anyText, caption: anyText, altText: anyText }), {
      maxLength: 4,
    }),
  })
  .map((values) => ({ ...emptyCaseStudyInput, ...values }));
const stored = anyInput.map((input) => ({
  ...input,
  metrics: input.metrics.filter(({ value, label }) => value.trim() && label.trim()),
  gallery: input.gallery.filter(({ url }) => url.trim()),
}));

test('R-04: whole studies: equal sides merge to themselves, and an unchanged side takes the other', () => {
  fc.assert(
    fc.property(anyInput, stored, anyInput, (base, theirs, mine) => {
      expect(compareVersions(fields, base, mine, mine)).toEqual({
        onlyMine: [],
        onlyTheirs: [],
        both: [],
        lists: [],
      });
      const untouched = compareVersions(fields, base, base, theirs);
      expect(countOpen(untouched, noChoices)).toBe(0);
      const taken = mergeVersions(fields, base, theirs, untouched, noChoices);
      expect(hasSameContent(fields, taken, theirs)).toBe(true);
    }),
  );
});

test('R-04: when every question is answered with one side, its values are taken where both changed', () => {
  fc.assert(
    fc.property(stored, anyInput, stored, anySide, (base, mine, theirs, side) => {
      const comparison = compareVersions(fields, base, mine, theirs);
      const choices: Choices = chooseEverywhere(comparison, side);
      expect(countOpen(comparison, choices)).toBe(0);
      const merged = mergeVersions(fields, mine, theirs, comparison, choices);
      for (const field of comparison.both) {
        expect(merged[field]).toEqual((side === 'mine' ? mine : theirs)[field]);
      }
      for (const field of comparison.onlyMine) expect(merged[field]).toEqual(mine[field]);
      for (const field of comparison.onlyTheirs) expect(merged[field]).toEqual(theirs[field]);
    }),
  );
});

test('R-04: a merge keeps my incomplete rows', () => {
  const row = (value: string, label: string) => ({ value, label });
  const base = { ...emptyCaseStudyInput, metrics: [row('1', 'shop'), row('7', '')] };
  const mine = { ...base, metrics: [row('1', 'shop'), row('7', ''), row('2', 'towns')] };
  const theirs = { ...base, metrics: [row('4', 'shops'), row('1', 'shop')] };
  const comparison = compareVersions(fields, base, mine, theirs);
  expect(mergeVersions(fields, mine, theirs, comparison, noChoices).metrics).toEqual([
    row('4', 'shops'),
    row('1', 'shop'),
    row('7', ''),
    row('2', 'towns'),
  ]);
});
