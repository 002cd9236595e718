import { cutText } from '@contracts/words/cut-text';
import { directionOf } from '@contracts/words/direction';
import { countWords, readingMinutes } from '@contracts/words/reading-time';
import { expect, test } from 'vitest';
import { AGENCY } from '@contracts/agency';
import { excerpt, letter } from '../../../supabase/functions/_shared/letter.ts';
import { renderMarkdown } from '../../../supabase/functions/_shared/markdown.ts';
import { headTags } from '@/lib/head-tags';
import { readingTime } from '@/features/posts/model';

test.for([
  ['3,000 Han characters', '<p>重要な文章</p>'.repeat(600), 6],
  ['1,500 kana', 'これは'.repeat(500), 3],
  ['600 Thai words', '<p>สวัสดีครับ</p>'.repeat(300), 3],
  ['400 Korean words', '안녕하세요 '.repeat(400), 2],
  ['201 Arabic words', 'مرحبا، '.repeat(201), 2],
] as const)('BLOG-10: %s take %i minutes', ([, html, minutes]) => {
  expect(readingMinutes(countWords(html))).toBe(minutes);
  expect(readingTime(html)).toBe(minutes);
});

test.for([
  ['It’s one well-known fact: 3.5 & more', 7],
  ['AT&amp;T&nbsp;shop', 3],
  ['— … !', 0],
] as const)('"%s" has %i words', ([html, words]) => {
  expect(countWords(html)).toBe(words);
});

test('a text is cut between characters as people see them', () => {
  expect(cutText('family 👩‍👩‍👧‍👦 home', 12)).toBe('family');
  expect(cutText('family 👩‍👩‍👧‍👦 home', 14)).toBe('family 👩‍👩‍👧‍👦');
  expect(cutText('नमस्ते दुनिया', 4, '…')).toBe('नम…');
  expect(cutText('Cafe\u0301 Zürich', 4)).toBe('Caf');
  expect(cutText('short', 5)).toBe('short');
  expect(cutText(`e${'\u0301'.repeat(50)}`, 10)).toHaveLength(10);
});

test.for<[string, string | undefined]>([
  ['مرحبا, Acme 2.0!', 'auto'],
  ['שלום', 'auto'],
  ['Acme مرحبا', 'auto'],
  ['Zürich, Скопје, 東京', undefined],
])('the direction of "%s" is %s', ([text, direction]) => {
  expect(directionOf(text)).toBe(direction);
});

test('only blocks of a post with right-to-left letters have a direction', () => {
  const html = renderMarkdown('مرحبا, Acme 2.0!\n\n- שלום\n- x\n\nEnglish\n\n> نص');
  expect(html.match(/<(?:p|ul|blockquote)[^>]*>/g)).toEqual([
    ...['<p dir="auto">', '<ul dir="auto">', '<p>', '<blockquote dir="auto">', '<p>'],
  ]);
});

test('descriptions, mails and copies are cut by characters', () => {
  const flag = '👩‍👩‍👧‍👦';
  const [description] = headTags(
    { title: 'T', description: `これは重要な文章です。${flag}`.repeat(20) },
    { siteUrl: 'https://x.example', path: '/', cut: cutText },
  ).flatMap(({ attributes }) => (attributes.name === 'description' ? [attributes.content] : []));
  expect(String(description).replaceAll(flag, '')).toMatch(/^[これは重要な文章です。]+…$/);
  expect(excerpt(flag.repeat(60)).replaceAll(flag, '')).toBe('…');
  const mail = letter(['مرحبا', { quote: 'שלום' }, 'Plain'], AGENCY).html;
  expect(mail.match(/<(?:p|blockquote)(?: dir="auto")?/g)?.slice(0, 3)).toEqual([
    ...['<p dir="auto"', '<blockquote dir="auto"', '<p'],
  ]);
});

test('the longest texts are counted and cut at once', () => {
  const started = performance.now();
  for (const text of ['😀', 'word ', '重要', 'é ', '&a;<b>'].map((part) => part.repeat(100_000))) {
    countWords(text);
    cutText(text, 300, '…');
  }
  // With one segmenter for each text it takes minutes.
  expect(performance.now() - started).toBeLessThan(10_000);
});
