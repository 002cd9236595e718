// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../supabase/functions/_shared/markdown.ts';
import { renderPart } from '@/lib/render-part';

const REL = ' rel="nofollow noopener noreferrer"';

test.for([
  ['これは**「重要」**です。', '<p>これは<strong>「重要」</strong>です。</p>'],
  [
    '**これは太字になりません。**ご注意。',
    '<p><strong>これは太字になりません。</strong>ご注意。</p>',
  ],
  ['中文*“引用”*文字', '<p>中文<em>“引用”</em>文字</p>'],
  ['한국어는 **굵게(bold)**입니다.', '<p>한국어는 <strong>굵게(bold)</strong>입니다.</p>'],
  ['これは~~「古い」~~です。', '<p>これは<del>「古い」</del>です。</p>'],
  ['**[リンク](/contact)**。', '<p><strong><a href="/contact">リンク</a></strong>。</p>'],
  ['太字**`code`**。', '<p>太字<strong><code>code</code></strong>。</p>'],
] as const)('emphasis beside full-width punctuation: %s', ([markdown, html]) => {
  expect(renderMarkdown(markdown)).toBe(html);
  expect(renderPart(markdown).html).toBe(html);
});

test.for([
  ['詳しくは https://a.example/b。次', 'https://a.example/b', '。次'],
  ['请看 https://a.example/b，谢谢', 'https://a.example/b', '，谢谢'],
  ['(www.a.example/b）', 'www.a.example/b', '）'],
] as const)('an address ends before full-width punctuation: %s', ([markdown, address, rest]) => {
  const html = renderMarkdown(markdown);
  const href = address.startsWith('www') ? `http://${address}` : address;
  expect(html).toContain(`<a href="${href}"${REL}>${address}</a>${rest}`);
});

test('an address that its author has ended is left as it is', () => {
  const inside = 'https://a.example/b。c';
  expect(renderMarkdown(`<${inside}>`)).toContain(`>${inside}</a>`);
  expect(renderMarkdown(`[${inside}](${inside})`)).toContain(`>${inside}</a>`);
});

test('lists, tables, footnotes and fences hold what they hold elsewhere', () => {
  expect(renderMarkdown('- a\n  1. b\n     - c\n\n       d\n- e')).toBe(
    '<ul>\n<li>a\n<ol>\n<li>b\n<ul>\n<li>\n<p>c</p>\n<p>d</p>\n</li>\n</ul>\n</li>\n</ol>\n</li>\n<li>e</li>\n</ul>',
  );
  expect(renderMarkdown('| a | b |\n|-|-|\n| `x \\| y` | z |')).toContain(
    '<td><code>x | y</code></td>\n<td>z</td>',
  );
  const notes = renderMarkdown('a[^x] b[^x] c[^ü]\n\n[^x]: One\n\n    - two\n\n[^ü]: Three');
  expect(notes.match(/href="#footnote-fn-/g)).toHaveLength(3);
  expect(notes).toContain('<li>two</li>');
  expect(renderMarkdown('```html\n<script>alert(1)</script>\n~~~\n```\n\nAfter')).toMatch(
    /&#x3C;[^]*script[^]*~~~\n<\/code><\/pre>\n<p>After<\/p>$/,
  );
});
