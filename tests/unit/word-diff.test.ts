import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffWords, type TextPart } from '@/lib/word-diff';

const spell = (before: string, after: string) => {
  const parts = diffWords(before, after);
  const without = (kind: 'added' | 'removed') =>
    parts
      .filter((part) => part.kind !== kind)
      .map(({ text }) => text)
      .join('');
  return { before: without('added'), after: without('removed') };
};

test('words of any script change as a whole', () => {
  expect(diffWords('Леб што чека, the loaf', 'Леб што чекор, the loaf')).toEqual([
    { kind: 'same', text: 'Леб што ' },
    { kind: 'removed', text: 'чека' },
    { kind: 'added', text: 'чекор' },
    { kind: 'same', text: ', the loaf' },
  ]);
});

test('neighbouring words that changed are one change', () => {
  expect(diffWords('Slow old ferries', 'Quick new ferries').slice(0, 2)).toMatchObject([
    { kind: 'removed', text: expect.stringContaining('Slow old') },
    { kind: 'added', text: expect.stringContaining('Quick new') },
  ]);
});

test.for([
  ['', 'New'],
  ['Old', ''],
  ['', ''],
  ['Same', 'Same'],
  ['one\n\ntwo', 'one\ntwo '],
  ['🥐 and 👩‍🚀', '👩‍🚀 and 🥐'],
])('%j and %j can be restored from their difference', ([before = '', after = '']) => {
  expect(spell(before, after)).toEqual({ before, after });
});

test('any two texts can be restored from their difference', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', ' ', '\n', 'леб', '.', '🥐', 'x y'))
    .map((words) => words.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(spell(before, after)).toEqual({ before, after });
    }),
  );
});

test('two long texts with nothing in common are not compared word by word', () => {
  const words = (letter: string) =>
    Array.from({ length: 4000 }, (_, place) => `${letter}${place}`).join('-');
  expect(diffWords(words('a'), words('b'))).toEqual([
    { kind: 'removed', text: words('a') },
    { kind: 'added', text: words('b') },
  ]);
});

test.for<[string, string, TextPart[]]>([
  ['', '', []],
  ['one', '', [{ kind: 'removed', text: 'one' }]],
  [
    'one two',
    'one three four',
    [
      { kind: 'same', text: 'one ' },
      { kind: 'removed', text: 'two' },
      { kind: 'added', text: 'three four' },
    ],
  ],
  [
    'one and two',
    'three and four',
    [
      { kind: 'removed', text: 'one' },
      { kind: 'added', text: 'three' },
      { kind: 'same', text: ' and ' },
      { kind: 'removed', text: 'two' },
      { kind: 'added', text: 'four' },
    ],
  ],
  [
    'one ',
    'two ',
    [
      { kind: 'removed', text: 'one' },
      { kind: 'added', text: 'two' },
      { kind: 'same', text: ' ' },
    ],
  ],
])('from %j to %j', ([before, after, parts]) => {
  expect(diffWords(before, after)).toEqual(parts);
});

test.for([
  ['x b', ' c'],
  [' c', 'x b'],
])('a blank beside a removed or added word stays separate: %j, %j', ([before = '', after = '']) => {
  expect(diffWords(before, after)[1]).toEqual({ kind: 'same', text: ' ' });
});
