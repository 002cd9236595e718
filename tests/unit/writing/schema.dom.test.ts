// @vitest-environment jsdom
// What the surface shows of each block, and how it reads the page after a browser has changed it.
import { DOMParser, DOMSerializer } from 'prosemirror-model';
import { expect, test } from 'vitest';
import { openText } from '@/documents/writing/open-text';
import { schemas, type Dialect } from '@/documents/writing/schema';

function htmlOf(source: string, dialect: Dialect = 'post') {
  const place = document.createElement('div');
  const { content } = openText(source, dialect).doc;
  place.append(DOMSerializer.fromSchema(schemas[dialect]).serializeFragment(content));
  return place.innerHTML;
}

test.each([
  ['one', '<p dir="auto">one</p>'],
  ['# one', '<h2 dir="auto">one</h2>'],
  ['### one', '<h3 dir="auto">one</h3>'],
  ['> one', '<blockquote dir="auto"><p dir="auto">one</p></blockquote>'],
  ['- one', '<ul dir="auto"><li><p dir="auto">one</p></li></ul>'],
  ['3. one', '<ol dir="auto" start="3"><li><p dir="auto">one</p></li></ol>'],
  ['```ts\none\n```', '<pre><code>one</code></pre>'],
  ['<b>', '<pre data-markdown=""><code>&lt;b&gt;</code></pre>'],
  ['***', '<hr>'],
  [
    'https://vimeo.com/123456789',
    '<p><a href="https://vimeo.com/123456789">https://vimeo.com/123456789</a></p>',
  ],
  [
    '[^a]\n\n[^a]: b',
    '<p dir="auto"><sup data-footnote="">a</sup></p>' +
      '<section class="footnote" data-label="a" aria-label="Footnote a"><p dir="auto">b</p></section>',
  ],
  ['![a](/b.png)', '<p dir="auto"><img src="/b.png" alt="a"></p>'],
  ['a\\\nb', '<p dir="auto">a<br>b</p>'],
  ['a\nb', '<p dir="auto">a<span data-soft-break=""> </span>b</p>'],
  [
    '_a_ **b** ~~c~~ `d`',
    '<p dir="auto"><em>a</em> <strong>b</strong> <del>c</del> <code>d</code></p>',
  ],
  [
    '| a |\n| -: |\n| b |',
    '<table><tbody><tr><th style="text-align: right;">a</th></tr><tr><td style="text-align: right;">b</td></tr></tbody></table>',
  ],
  ['| a |\n| - |', '<table><tbody><tr><th>a</th></tr></tbody></table>'],
])('%j is shown as %s', (source, html) => {
  expect(htmlOf(source)).toBe(html);
});

test('the headings of a part are below that of the part', () => {
  expect(htmlOf('# one\n\n## two\n\n#### three', 'part')).toBe(
    '<h3 dir="auto">one</h3><h3 dir="auto">two</h3><h4 dir="auto">three</h4>',
  );
});

test.each([
  ['https://a.example', true],
  ['mailto:me@a.example', true],
  ['tel:+31', true],
  ['/work', true],
  ['#top', true],
  ['javascript:alert(1)', false],
  ['a.example', false],
  ['data:text/html,https://a.example', false],
])('a link to %s has its address in its title, and leads there: %s', (href, isSafe) => {
  const link = schemas.post.marks.link.create({ href });
  const place = document.createElement('div');
  place.append(
    DOMSerializer.fromSchema(schemas.post).serializeNode(schemas.post.text('a', [link])),
  );
  const shown = place.querySelector('a');
  expect(shown?.getAttribute('href')).toBe(isSafe ? href : null);
  expect(shown?.title).toBe(href);
});

test.each([
  '- a\n- **b** _c_ ~~d~~ `e`',
  '1. one',
  '#### a\n\n> b\n\n***',
  '[a](https://a.example)\\\nb',
  '```\na  b\n c\n```',
  '| a | b |\n| -: | - |\n| c | d |',
])('what a browser makes of the page while typing is read as what it shows: %j', (source) => {
  const { doc } = openText(source, 'post');
  const place = document.createElement('div');
  place.innerHTML = htmlOf(source);
  const again = DOMParser.fromSchema(schemas.post).parse(place);
  expect(again.toString()).toBe(doc.toString());
  expect(again.toJSON()).toEqual(doc.toJSON());
});

test.each([
  ['<p><i>a</i> <b>b</b> <s>c</s></p>', 'paragraph(em("a"), " ", strong("b"), " ", strike("c"))'],
  ['<h6>a</h6>', 'heading("a")'],
])('%s is read as %s', (html, block) => {
  const place = document.createElement('div');
  place.innerHTML = html;
  expect(DOMParser.fromSchema(schemas.post).parse(place).toString()).toBe(`doc(${block})`);
});
