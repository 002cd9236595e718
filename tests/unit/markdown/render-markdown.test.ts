import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../supabase/functions/_shared/markdown.ts';
import {
  MARKDOWN_MAX,
  MarkdownError,
} from '../../../supabase/functions/_shared/markdown-limits.ts';

test('R-08: paragraphs, emphasis, lists and quotes become plain elements', () => {
  expect(renderMarkdown('A *b* **c** ~~d~~\n\n> q\n\n3. x\n4. y')).toBe(
    '<p>A <em>b</em> <strong>c</strong> <del>d</del></p>\n' +
      '<blockquote>\n<p>q</p>\n</blockquote>\n<ol start="3">\n<li>x</li>\n<li>y</li>\n</ol>',
  );
});

test('R-08: a text with a first-level heading moves down as a whole, so the page keeps one h1', () => {
  expect(renderMarkdown('# A\n\n## B\n\n###### C')).toBe(
    '<h2 id="section-a">A</h2>\n<h3 id="section-b">B</h3>\n<h6 id="section-c">C</h6>',
  );
  expect(renderMarkdown('## A\n\n### B')).toContain('<h2 id="section-a">A</h2>');
  expect(renderMarkdown('> # A')).not.toContain('<h1');
});

test('R-08: ids of headings carry a prefix, are unique and keep any script', () => {
  const html = renderMarkdown('## main\n\n## Main!\n\n## Ёлка & co\n\n## !');
  expect([...html.matchAll(/id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
    'section-main',
    'section-main-2',
    'section-ёлка-co',
    'section',
  ]);
});

test.for([
  ['Say [Grüß *Gott*]{lang=de}.', 'Say <span lang="de">Grüß <em>Gott</em></span>.'],
  [
    'See [1], [[a link](/x) [b] c]{lang=zh-Hans}',
    'See [1], <span lang="zh-Hans"><a href="/x">a link</a> [b] c</span>',
  ],
  [
    '*[mot]{lang=fr}* [two]{lang=fr}',
    '<em><span lang="fr">mot</span></em> <span lang="fr">two</span>',
  ],
  [
    '[Добар [bon]{lang=fr} ден]{lang=mk}',
    '<span lang="mk">Добар <span lang="fr">bon</span> ден</span>',
  ],
  // No language, no words, no bracket, code.
  ['[x]{lang=} [x]{lang=a"b} [x]{lang=d}', '[x]{lang=} [x]{lang=a"b} [x]{lang=d}'],
  ['[]{lang=de} ]{lang=de} [open', '[]{lang=de} ]{lang=de} [open'],
  ['`[x]{lang=de}`', '<code>[x]{lang=de}</code>'],
] as const)('words in another language: %s', ([markdown, html]) => {
  expect(renderMarkdown(markdown)).toBe(`<p>${html}</p>`);
});

test('R-08: code keeps its language and its highlighting classes', () => {
  const html = renderMarkdown('```ts\nclass A { f() { return "<b>" } }\n```');
  expect(html).toContain('<pre><code class="hljs language-ts">');
  expect(html).toContain('<span class="hljs-keyword">class</span>');
  expect(html).toContain('<span class="hljs-string">"&#x3C;b>"</span>');
});

test('R-08: code in an unknown language is not highlighted', () => {
  expect(renderMarkdown('```klingon\nqapla\n```')).toBe(
    '<pre><code class="hljs language-klingon">qapla\n</code></pre>',
  );
});

test('R-08: tables keep their alignment, tasks their boxes', () => {
  const html = renderMarkdown('| a | b |\n|:-|-:|\n| 1 | 2 |\n\n- [x] done\n- [ ] open');
  expect(html).toContain('<th align="left">a</th>');
  expect(html).toContain('<td align="right">2</td>');
  expect(html).toContain('<input type="checkbox" checked disabled> done');
  expect(html).toContain('<input type="checkbox" disabled> open');
});

test('R-08: footnotes link to the note and back', () => {
  const html = renderMarkdown('Said[^1].\n\n[^1]: By whom.');
  expect(html).toContain('<a href="#footnote-fn-1" id="footnote-fnref-1"');
  expect(html).toContain('<li id="footnote-fn-1">');
  expect(html).toContain('href="#footnote-fnref-1"');
  expect(html).toContain('aria-label="Back to reference 1"');
});

test('R-08: external links get rel nofollow and send no referrer', () => {
  const rel = ' rel="nofollow noopener noreferrer"';
  expect(renderMarkdown('[a](https://a.example/?b=1&c=2)')).toBe(
    `<p><a href="https://a.example/?b=1&#x26;c=2"${rel}>a</a></p>`,
  );
  expect(renderMarkdown('[a](HTTP://a.example)')).toContain(`href="http://a.example"${rel}`);
  for (const address of ['/contact', '#section-a', 'mailto:hi@a.example', 'tel:+15550100']) {
    expect(renderMarkdown(`[a](${address})`)).toBe(`<p><a href="${address}">a</a></p>`);
  }
});

test('R-08: pictures are of this site, and lazy', () => {
  const late = ' loading="lazy" decoding="async"';
  expect(renderMarkdown('![A cat](/storage/v1/object/public/images/cat.webp "Tom")')).toBe(
    `<p><img src="/storage/v1/object/public/images/cat.webp" alt="A cat" title="Tom"${late}></p>`,
  );
  expect(renderMarkdown('![A](/images/placeholder-1-960.webp)')).toContain(
    `<img src="/images/placeholder-1-960.webp" alt="A"${late}>`,
  );
  // As "Copy URL" gives it.
  const copied = 'https://abc.supabase.co/storage/v1/object/public/images/cat.webp?v=1x1.1';
  expect(renderMarkdown(`![A](${copied})`)).toContain(
    `<img src="/storage/v1/object/public/images/cat.webp?v=1x1.1" alt="A"${late}>`,
  );
});

test.for([
  '![A](https://a.example/a.png)',
  '![A](HTTP://a.example/a.png)',
  '![A](//a.example/a.png)',
  '![A][a]\n\n[a]: https://a.example/a.png',
  '[![A](https://a.example/images/a.png)](/)',
  '![A](https://a.example/?of=/storage/v1/object/public/images/a.png)',
])('R-08: %s names a picture of another website and is refused', (markdown) => {
  expect(() => renderMarkdown(markdown)).toThrow(/The picture \S+ is on another website/);
  expect(renderMarkdown(`\`\`\`\n${markdown}\n\`\`\``)).toContain('<pre>');
});

test.for([
  '/etc/passwd',
  'a.png',
  'data:image/png;base64,AA',
  '/storage/v1/object/public/images/../../../../rest/v1/x',
  '/storage/v1/object/public/images/./a.png',
  '/storage/v1/object/public/images//a.png',
])('R-08: a picture at %s is replaced by its alt text', (address) => {
  expect(renderMarkdown(`![A cat](${address})`)).toBe('<p><span>A cat</span></p>');
});

test('the same text gives the same bytes', () => {
  const text = '# A\n\n[^1] **b** `c`\n\n```js\nlet a\n```\n\n[^1]: d';
  expect(renderMarkdown(text)).toBe(renderMarkdown(text));
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example></SCRIPT>',
  '<img src=x onerror=alert(1)>',
  '<img/src=x/onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel="stylesheet" href="https://evil.example/a.css">',
  '<style>@import "https://evil.example/a.css"</style>',
  '<form action="https://evil.example"><button>go</button></form>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<body onload=alert(1)>',
  '<a href="javascript:alert(1)">a</a>',
  '<p style="background:url(javascript:alert(1))">a</p>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](java&#9;script:alert(1))',
  '[a](\u0001javascript:alert(1))',
  '[a](vbscript:msgbox(1))',
  '[a](data:text/html,<script>alert(1)</script>)',
  '[a](data:text/html;base64,PHNjcmlwdD4=)',
  '[a](<javascript:alert(1)>)',
  '[a]( javascript:alert(1) "t")',
  '[a]: javascript:alert(1)\n\n[a]',
  '![a](javascript:alert(1))',
  '![a](x"onerror="alert(1))',
  '![a"onerror="alert(1)](/images/x.png)',
  '[a](https://a.example "x\\" onmouseover=\\"alert(1)")',
  '<javascript:alert(1)>',
  '[a](//evil.example)',
  '[a](/\\evil.example)',
  '``` "><script>alert(1)</script>\na\n```',
  '```js" onload="alert(1)\na\n```',
  '`<script>alert(1)</script>`',
  '## <img src=x onerror=alert(1)>',
  '## a" onclick="alert(1)',
  '[^"><script>]\n\n[^"><script>]: a',
  '| <script>alert(1)</script> |\n|-|\n| <img src=x onerror=alert(1)> |',
  '<a href="https://a.example" id="main" name="body" class="fixed inset-0">a</a>',
];

/** Every tag of the output with its attributes, as an HTML parser would find them. */
function tagsOf(html: string): [name: string, attributes: string[], text: string][] {
  return [...html.matchAll(/<(\/?[a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"]*")?)*)>/g)].map(
    ([text, name = '', attributes = '']) => [
      name,
      [...attributes.matchAll(/ ([a-z-]+)(?:="[^"]*")?/g)].map(([, attribute = '']) => attribute),
      text,
    ],
  );
}

const ELEMENTS =
  /^\/?(?:p|h[2-6]|blockquote|ul|ol|li|pre|code|span|em|strong|del|br|hr|sup|a|img|input|section|table|thead|tbody|tr|th|td)$/;
const ATTRIBUTES =
  /^(?:class|id|title|alt|align|start|rel|aria-label|aria-describedby|data-footnotes|data-footnote-ref|data-footnote-backref|loading|decoding|href|src|type|checked|disabled)$/;

test.for(HOSTILE)('R-08: nothing of %j can run', (markdown) => {
  const html = renderMarkdown(markdown);
  const tags = tagsOf(html);
  const rest = tags.reduce((left, [, , text]) => left.replace(text, ''), html);
  expect(rest, 'every < begins a tag of ours').not.toContain('<');
  for (const [name, attributes] of tags) {
    expect(name).toMatch(ELEMENTS);
    for (const attribute of attributes) expect(attribute).toMatch(ATTRIBUTES);
  }
  for (const [, address] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
    expect(address).toMatch(/^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/);
  }
});

test('R-08: HTML in Markdown cannot set ids or classes', () => {
  const html = renderMarkdown(
    '<h2 id="main" class="fixed">x</h2>\n\n<div id="root">\n\ny\n\n</div>',
  );
  expect(html).not.toMatch(/id=|class=/);
});

test.for([
  ['quotes', '>'.repeat(10_000)],
  ['lists', '- '.repeat(5000)],
  ['numbered lists', '1. '.repeat(5000)],
  ['lists in quotes', '> - '.repeat(2000)],
  ['footnotes', '[^a]: '.repeat(2000)],
  ['brackets', '['.repeat(20_000)],
  ['pictures in pictures', `${'!['.repeat(5000)}a${'](b)'.repeat(5000)}`],
  ['emphasis', `${'_*'.repeat(5000)}a${'*_'.repeat(5000)}`],
  ['strikes', '~~a '.repeat(5000)],
  ['table cells', `${'|'.repeat(6000)}\n`],
] as const)('a text of nested %s is refused at once with a message', ([, markdown]) => {
  const start = performance.now();
  expect(() => renderMarkdown(markdown)).toThrow(MarkdownError);
  expect(performance.now() - start).toBeLessThan(500);
});

test('ever deeper lists are refused without a stack overflow', () => {
  const lines = Array.from({ length: 200 }, (_, depth) => `${'  '.repeat(depth)}- a`);
  expect(() => renderMarkdown(lines.join('\n'))).toThrow('nested too deeply');
});

test('ordinary texts pass: deep lists, long tables, code full of punctuation', () => {
  const list = Array.from({ length: 12 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n');
  const table = `| a | b |\n|-|-|\n${'| 1 | *2* |\n'.repeat(200)}`;
  const code = `\`\`\`c\n${'int **a_b = c_d[0][1]; /* x */\n'.repeat(100)}\`\`\``;
  expect(renderMarkdown(`${list}\n\n${table}\n\n${code}`)).toContain('</table>');
});

test('100,000 characters pass and one more does not', () => {
  const sentence = 'The quick brown fox jumps over the lazy dog. \n';
  const text = sentence.repeat(3000).slice(0, MARKDOWN_MAX);
  expect(renderMarkdown(text)).toContain('lazy dog');
  expect(() => renderMarkdown(`${text}x`)).toThrow('100,000');
  expect(renderMarkdown('😀'.repeat(MARKDOWN_MAX / 2))).toContain('😀');
});

test.for([
  ['https://müller.de/straße', 'https://xn--mller-kva.de/stra%C3%9Fe'],
  ['http://пример.мкд', 'http://xn--e1afmkfd.xn--d1alf'],
  ['https://ada@müller.de:8080?a=ж', 'https://ada@xn--mller-kva.de:8080?a=%D0%B6'],
  ['https://example.com/%20', 'https://example.com/%20'],
])('a link to %s has a host that every reader resolves', ([written, href]) => {
  expect(renderMarkdown(`[x](${written})`)).toContain(`href="${href}"`);
});
