// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { renderPart } from '@/lib/render-part';
import { toParagraphs } from '@/features/case-studies/components/case-study-text';

const lines = (html: string) => html.replace(/<br>\n/g, '\n');

/** As plain text was shown: a paragraph per block, with its line breaks. */
function asPlainText(text: string): string {
  const escaped = document.createElement('p');
  return toParagraphs(text.replaceAll('\r\n', '\n'))
    .map((paragraph) => {
      escaped.textContent = paragraph.replace(/^[ \t]+/gm, '');
      return escaped.outerHTML;
    })
    .join('\n');
}

test.for([
  'One line\nand the next.\n\nA second paragraph.',
  'Windows\r\nline ends.\r\n\r\nTwo.',
  '2019. A hard year for shops.',
  '14. November: opening\n15. November: the first queue',
  '3. Third\n5. Fifth',
  '1. The only numbered line',
  '1. First\n\nAbout the first.\n\n2. Second\n\nAbout the second.',
  '1) One\n2) Two',
  '12 weeks\n3 shops',
  '+ 38 % orders\n+ 5 % in winter',
  '+ 38 % orders\n\n+ 5 % in winter',
  '- Dana Whitlock, owner',
  '* Figures of the client',
  '– a dash\n• a bullet\n-5 % waste',
  '    An indented line\n    and another',
  'Text with <b>markup</b>, AT&T and &amp; or 1 < 2 > 0.',
  '[1]: a note\n\nSee[^1].\n\n[^1]: The note.',
  'snake_case_name, 3 * 4 * 5, ~5 to ~8 weeks, #1 in search, C:\\Work',
])('the plain text %j looks as it was typed', (text) => {
  expect(lines(renderPart(text).html)).toBe(asPlainText(text));
});

test('words in another language are marked, and stay so in the browser', () => {
  expect(renderPart('Say [Grüß\nGott]{lang=de}').html).toBe(
    '<p>Say <span lang="de">Grüß<br>\nGott</span></p>',
  );
});

test('lists, emphasis, links, quotes and tables are those of a post', () => {
  const { html } = renderPart(
    '**Bold** and *italic*, [a link](https://a.example)\n\n- one\n- two\n\n1. first\n2. second\n\n> quote\n\n| a |\n|-|\n| 1 |',
  );
  expect(html).toContain('<strong>Bold</strong> and <em>italic</em>');
  expect(html).toContain('<a href="https://a.example" rel="noopener noreferrer">a link</a>');
  expect(html).toContain('<ul>\n<li>one</li>\n<li>two</li>\n</ul>');
  expect(html).toContain('<ol>\n<li>first</li>\n<li>second</li>\n</ol>');
  expect(html).toContain('<blockquote>\n<p>quote</p>\n</blockquote>');
  expect(html).toContain('<th>a</th>');
});

test('a list that is not one keeps the blocks inside its items', () => {
  const { html } = renderPart('5. Five\n\n   > quoted\n\n6. Six');
  expect(html).toBe('<p>5. Five</p>\n<blockquote>\n<p>quoted</p>\n</blockquote>\n<p>6. Six</p>');
  expect(renderPart('+ - a\n  - b').html).toBe('<p>+ </p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>');
});

test('a task list may have one task', () => {
  expect(renderPart('- [x] done').html).toContain(
    '<input type="checkbox" checked="" disabled="" aria-label="Done">',
  );
});

test('headings are below the h2 of the part and have no id, which another part could have too', () => {
  expect(renderPart('# A\n\n## B\n\n### C\n\n###### D').html).toBe(
    '<h3>A</h3>\n<h3>B</h3>\n<h4>C</h4>\n<h6>D</h6>',
  );
});

test('no executable HTML gets through', () => {
  const { html } = renderPart('<img src=x onerror=alert(1)> [x](javascript:alert(1))');
  expect(html).toBe('<p>&lt;img src=x onerror=alert(1)&gt; <span>x</span></p>');
});

test('a text that cannot be rendered gives its reason and no HTML', () => {
  expect(renderPart('![A](https://a.example/a.png)')).toEqual({
    html: '',
    problem: expect.stringContaining('is on another website'),
  });
  expect(renderPart('> '.repeat(500)).problem).toContain('nested too deeply');
});

test('an error of the renderer is not reported as one of the text', () => {
  // @ts-expect-error -- a value that no caller passes
  expect(() => renderPart(null)).toThrow(TypeError);
});
