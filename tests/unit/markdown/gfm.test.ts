// The extensions of GitHub Flavored Markdown 0.29 through the pipeline of posts, one example of our own for each of its
// rules. Its numbers name the examples there. Of one rule we differ: HTML is left out (651 filters some elements only).
import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../supabase/functions/_shared/markdown.ts';

const link = (href: string, text = href) =>
  `<a href="${href}"${href.startsWith('mailto:') ? '' : ' rel="nofollow noopener noreferrer"'}>${text}</a>`;
const table = (head: string[], ...rows: string[][]) =>
  [
    ...['<table>', '<thead>', '<tr>', ...head.map((cell) => `<th>${cell}</th>`)],
    ...['</tr>', '</thead>'],
    ...(rows.length > 0 ? ['<tbody>'] : []),
    ...rows.flatMap((row) => ['<tr>', ...row.map((cell) => `<td>${cell}</td>`), '</tr>']),
    ...(rows.length > 0 ? ['</tbody>'] : []),
    '</table>',
  ].join('\n');

test.for<[string, string, string]>([
  ['198: a table', '| Ж | б |\n| --- | --- |\n| c | d |', table(['Ж', 'б'], ['c', 'd'])],
  [
    '200: bars in cells',
    '| a\\|b |\n| --- |\n| `c\\|d` |\n| **e\\|f** |',
    table(['a|b'], ['<code>c|d</code>'], ['<strong>e|f</strong>']),
  ],
  [
    '201: a quote ends a table',
    '| a |\n| --- |\n| b |\n> c',
    `${table(['a'], ['b'])}\n<blockquote>\n<p>c</p>\n</blockquote>`,
  ],
  [
    '202: a line without bars is a row, an empty one ends the table',
    '| a | b |\n| - | - |\nc\n\nd',
    `${table(['a', 'b'], ['c', ''])}\n<p>d</p>`,
  ],
  [
    '203: the delimiters fit the head',
    '| a | b |\n| --- |\n| c |',
    '<p>| a | b |\n| --- |\n| c |</p>',
  ],
  [
    '204: rows have the cells of the head',
    '| a | b |\n| - | - |\n| c |\n| d | e | f |',
    table(['a', 'b'], ['c', ''], ['d', 'e']),
  ],
  ['205: a head alone', '| a |\n| --- |', table(['a'])],
  ['491: struck words', 'a ~~b c~~ d ~e~', '<p>a <del>b c</del> d <del>e</del></p>'],
  ['492: not over paragraphs', 'a ~~b\n\nc~~ d', '<p>a ~~b</p>\n<p>c~~ d</p>'],
  ['493: not by three', 'a ~~~b~~~', '<p>a ~~~b~~~</p>'],
  [
    '622: an address without scheme',
    'See www.example.com/a for more.',
    `<p>See ${link('http://www.example.com/a', 'www.example.com/a')} for more.</p>`,
  ],
  [
    '624: the end of a sentence is no part',
    'See www.example.com. Or www.example.com/a.b.',
    `<p>See ${link('http://www.example.com', 'www.example.com')}. Or ${link('http://www.example.com/a.b', 'www.example.com/a.b')}.</p>`,
  ],
  [
    '625: closing parentheses that were not opened',
    '(https://example.com/a_(b)) https://example.com/(c',
    `<p>(${link('https://example.com/a_(b)')}) ${link('https://example.com/(c')}</p>`,
  ],
  [
    '627: an entity at the end',
    'https://example.com/?a=b&lt;',
    `<p>${link('https://example.com/?a=b')}&#x3C;</p>`,
  ],
  [
    '628: a less-than sign ends it',
    'https://example.com/a<b',
    `<p>${link('https://example.com/a')}&#x3C;b</p>`,
  ],
  [
    '630: an address of mail',
    'ada@example.com.',
    `<p>${link('mailto:ada@example.com', 'ada@example.com')}.</p>`,
  ],
  [
    '631: a plus before the @ only',
    'a@b+c.example and a+b@c.example',
    `<p>a@b+c.example and ${link('mailto:a+b@c.example', 'a+b@c.example')}</p>`,
  ],
  [
    '632: no hyphen or underscore at the end',
    'a@b.example- c@d.example_',
    '<p>a@b.example- c@d.example_</p>',
  ],
])('GFM %s', ([, markdown, html]) => {
  expect(renderMarkdown(markdown)).toBe(html);
});

test('GFM 199: alignment, with or without outer bars', () => {
  const html = renderMarkdown('| a | b |\n:-: | --:\nc | d');
  expect(html.match(/<t[hd] [^>]*>/g)).toEqual([
    ...['<th align="center">', '<th align="right">', '<td align="center">', '<td align="right">'],
  ]);
});

test('GFM 279, 280: boxes of tasks, also nested', () => {
  const html = renderMarkdown('- [ ] a\n  - [x] b\n- [x]c');
  expect(html.match(/<input[^>]*>/g)).toEqual([
    ...['<input type="checkbox" disabled>', '<input type="checkbox" checked disabled>'],
  ]);
  expect(html).toContain('[x]c');
});
