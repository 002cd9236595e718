// HTML in the manner of the programs that people copy from, written for this test: structure stays, styles, classes and
// tracking go. Each file of the folder clipboard has what becomes of it beside it.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cleanAddress, htmlToMarkdown } from '@/documents/writing/html-to-markdown';

const FOLDER = `${import.meta.dirname}/clipboard/`;
const programs = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.html'))
  .map((file) => file.replace(/\.html$/, ''));
const read = (file: string) => readFileSync(FOLDER + file, 'utf8');

test('there are twenty of them', () => expect(programs.length).toBeGreaterThanOrEqual(20));

test.each(programs)('%s becomes clean Markdown', (program) => {
  const { markdown } = htmlToMarkdown(read(`${program}.html`), 'post');
  expect(`${markdown}\n`).toBe(read(`${program}.md`));
});

test('pictures are named in the order of the text, with their alternative texts', () => {
  const { pictures } = htmlToMarkdown(read('pictures.html'), 'post');
  expect(pictures.map(({ address, alt }) => [address.slice(0, 20), alt])).toEqual([
    ['data:image/png;base6', 'A dot'],
    ['file:///C:/Users/a/c', ''],
    ['https://example.org/', 'The mill [old]'],
  ]);
});

test('in a part of a study a line break is a line end', () => {
  expect(htmlToMarkdown('<p>one<br>two</p>', 'part').markdown).toBe('one\ntwo');
});

test.each([
  ['https://a.example/?utm_source=x', 'https://a.example/'],
  ['https://a.example/b?c=1&fbclid=2#d', 'https://a.example/b?c=1#d'],
  ['https://a.example/b?c=%20', 'https://a.example/b?c=%20'],
  ['mailto:me@a.example', 'mailto:me@a.example'],
  ['javascript:alert(1)', null],
  ['file:///etc/passwd', null],
  ['/relative', null],
])('the address %s becomes %s', (address, expected) => {
  expect(cleanAddress(address)).toBe(expected);
});
