import { expect, test } from 'vitest';
import { wordsOf } from '@/documents/unfit';

test.for<[unknown, string]>([
  [{ values: { title: 'Old', text: ' ' }, stored: { title: 'x' } }, 'title: Old'],
  [{ title: 'Bare', count: 3, none: null }, 'title: Bare'],
  [
    { values: { tags: ['a', 'b'], stops: [{ url: '/a.png', caption: 'By boat' }] } },
    'tags 1: a\n\ntags 2: b\n\nurl: /a.png\n\ncaption: By boat',
  ],
  [null, ''],
])('the words of %j are read out of it', ([kept, words]) => {
  expect(wordsOf(JSON.stringify(kept))).toBe(words);
});
