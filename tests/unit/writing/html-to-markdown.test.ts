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

test.each<[string, string, string]>([
  // Characters.
  ['blanks without width', 'a\u200Bb\u2060c\uFEFFd', 'abcd'],
  ['blanks that do not break', '<p>a&nbsp;&nbsp; b\n\tc</p>', 'a b c'],
  ['blanks of code', '<pre>a&nbsp;&nbsp;b\n  c</pre>', '```\na  b\n  c\n```'],
  // The fragment of Windows.
  ['around the fragment', 'x<!--StartFragment--><p>a</p><!--EndFragment-->y', 'a'],
  ['a fragment that does not end', '<!--StartFragment--><p>a</p>', 'a'],
  ['a fragment that ends first', '<p>a</p><!--EndFragment--><!--StartFragment-->', 'a'],
  [
    'a fragment of rows',
    '<table><!--StartFragment--><tr><td>a</td><td>b</td></tr><!--EndFragment--></table>',
    '| a | b |\n| - | - |',
  ],
  // What is left out.
  [
    'styles and scripts',
    '<style>a</style><script>b</script><p>c</p><svg><text>d</text></svg>',
    'c',
  ],
  [
    'fields',
    '<p>a</p><button>b</button><select><option>c</option></select><textarea>d</textarea>',
    'a',
  ],
  ['comments', '<p>a<!-- b --></p>', 'a'],
  ['hidden: display', '<p>a<span style="display: none">b</span></p>', 'a'],
  ['hidden: visibility', '<p>a<span style="visibility:hidden">b</span></p>', 'a'],
  ['hidden: Outlook', '<p>a<span style="mso-hide:all">b</span></p>', 'a'],
  ['hidden', '<p>a<span hidden>b</span></p>', 'a'],
  [
    'not hidden',
    '<p>a<span style="display:inline;visibility:visible;mso-hide:none">b</span></p>',
    'ab',
  ],
  ['a style without a value', '<p style="bold">a</p>', 'a'],
  ['the newline of Apple', '<p>a</p><br class="Apple-interchange-newline">', 'a'],
  // Words.
  ['a line break', '<p>a<br>b</p>', 'a\\\nb'],
  ['strong', '<p><b>a</b> <strong>b</strong> <i>c</i> <em>d</em></p>', '**a** **b** _c_ _d_'],
  [
    'bold that is none',
    '<p><b style="font-weight:normal">a</b> <b style="font-weight:400">b</b></p>',
    'a b',
  ],
  ['bold around blocks', '<b><p>a</p><p>b</p></b>', 'a\n\nb'],
  ['italic that is none', '<p><i style="font-style:normal">a</i></p>', 'a'],
  [
    'bold by style',
    '<p><span style="font-weight: 700">a</span> <span style="FONT-WEIGHT: Bold">b</span> <span style="font-weight:500">c</span></p>',
    '**a** **b** c',
  ],
  [
    'bolder',
    '<p><span style="font-weight:bolder">a</span> <span style="font-weight:1700">b</span></p>',
    '**a** b',
  ],
  ['italic by style', '<p><span style="font-style:italic">a</span> b</p>', '_a_ b'],
  [
    'struck by style',
    '<p><span style="text-decoration:line-through">a</span> <span style="text-decoration-line:line-through">b</span> <span style="text-decoration:underline">c</span></p>',
    '~~a~~ ~~b~~ c',
  ],
  [
    'code by style',
    '<p><span style="font-family:Consolas, serif">a</span> <span style="font-family:serif">b</span></p>',
    '`a` b',
  ],
  [
    'all by style',
    '<p><span style="font-weight:600;font-style:italic;text-decoration:line-through">a</span> b</p>',
    '_**~~a~~**_ b',
  ],
  ['blanks by style', '<p>a<span style="font-weight:700"> </span>b</p>', 'a b'],
  ['a styled block', '<p style="font-weight:700">a</p>', '**a**'],
  ['a style around blocks', '<span style="font-weight:700"><p>a</p></span>', 'a'],
  ['code', '<p><code>a</code> <kbd>b</kbd> <samp>c</samp> <tt>d</tt></p>', '`a` `b` `c` `d`'],
  [
    'words without a meaning',
    '<p><u>a</u><mark>b</mark><sub>c</sub><font color="red">d</font></p>',
    'abcd',
  ],
  // Links.
  ['a link', '<p><a href=" https://a.example/?utm_source=x ">a</a></p>', '[a](https://a.example/)'],
  [
    'a link that is its address',
    '<p><a href="https://a.example/b">https://a.example/b</a></p>',
    'https://a.example/b',
  ],
  ['a link nowhere', '<p><a href="javascript:x">a</a> <a>b</a> <a href="/c">c</a></p>', 'a b c'],
  ['a link without words', '<p>a<a href="https://a.example"> </a>b</p>', 'a b'],
  [
    'the mark beside a heading',
    '<h2>a<a href="#a">#</a></h2><h2>b<a href="#b"> ¶ </a></h2>',
    '## a\n\n## b',
  ],
  ['a link within the page', '<p><a href="#a">a</a></p>', 'a'],
  [
    'a link around a picture',
    '<p><a href="https://a.example"><img src="/images/b.png" alt="b"></a></p>',
    '[![b](/images/b.png)](https://a.example)',
  ],
  ['a link around blocks', '<a href="https://a.example"><p>a</p></a>', 'a'],
  // Pictures and videos.
  [
    'a picture of ours',
    '<p><img src="/storage/v1/object/public/images/a.png"></p>',
    '![](/storage/v1/object/public/images/a.png)',
  ],
  [
    'a dot of a sender',
    '<p>a<img src="https://a.example/b" width="1" height="1"><img src="https://a.example/c" width="3"></p>',
    'a',
  ],
  ['a picture without an address', '<p>a<img src=" "><img></p>', 'a'],
  [
    'a video',
    '<iframe src="//www.youtube.com/embed/abcdefghijk"></iframe>',
    'https://www.youtube.com/watch?v=abcdefghijk',
  ],
  [
    'a frame of another page',
    '<p>a</p><iframe src="https://a.example"></iframe><iframe></iframe>',
    'a',
  ],
  // Blocks.
  [
    'headings below the title',
    '<h1>a</h1><h2>b</h2><h5>c</h5><h6>d</h6>',
    '## a\n\n### b\n\n###### c\n\n###### d',
  ],
  ['headings', '<h2><b>a</b></h2><h3>b</h3>', '## a\n\n### b'],
  [
    'a heading by its role',
    '<div role="heading" aria-level="3">a</div><div role="heading" aria-level="9">b</div>',
    '### a\n\nb',
  ],
  ['headings of Word', '<p class="MsoTitle">a</p><p class="MsoSubtitle">b</p>', '## a\n\n### b'],
  [
    'quotes of Word',
    '<p class="MsoQuote">a</p><p class="MsoIntenseQuote">b</p><p class="MsoQuoteX">c</p>',
    '> a\n\n> b\n\nc',
  ],
  ['a quote', '<blockquote><p>a</p></blockquote>', '> a'],
  ['lines in blocks', '<div>a</div><div>b</div><div><div>c</div></div>', 'a\n\nb\n\nc'],
  [
    'code of a language',
    '<pre class="language-ts"><code>a</code></pre><pre><code class="x language-c++">b</code></pre>',
    '```\na\n```\n\n```c++\nb\n```',
  ],
  [
    'lines of an editor',
    '<div style="white-space: pre"><div><span>a</span> b</div><div>  c</div></div>',
    '```\na b\n  c\n```',
  ],
  ['a line', '<p>a</p><hr><p>b</p>', 'a\n\n---\n\nb'],
  // Lists.
  ['a list', '<ul><li>a</li><li><p>b</p></li></ul>', '- a\n- b'],
  ['paragraphs of an item', '<ul><li><p>a</p><p>b</p></li><li>c</li></ul>', '- a\n\n  b\n\n- c'],
  [
    'a number to start with',
    '<ol start="3"><li>a</li></ol><ol start="0"><li>b</li></ol>',
    '3. a\n\n1) b',
  ],
  ['a list within', '<ul><li>a<ul><li>b</li></ul></li></ul>', '- a\n  - b'],
  ['a list beside its item', '<ul><li>a</li><ul><li>b</li></ul></ul>', '- a\n  - b'],
  ['what is no item', '<ul><b>a</b><li>b</li></ul>', '- **a**\n- b'],
  [
    'each item in a list of its own',
    '<div><ul><li>a</li></ul></div><div><ul><li>b</li></ul></div><div><ol><li>c</li></ol></div>',
    '- a\n- b\n\n1. c',
  ],
  [
    'tasks',
    '<ul><li><input type="checkbox" checked> a</li><li><input type="checkbox"> b</li></ul>',
    '- [x] a\n- [ ] b',
  ],
  [
    'tasks by their signs',
    '<ul><li>[x] a</li><li>[ ] b</li><li>[y] c</li><li>[X]  <b>d</b></li></ul>',
    '- [x] a\n- [ ] b\n- \\[y] c\n- [x] **d**',
  ],
  [
    'items of Word',
    '<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1.<span>&nbsp;</span></span>a</p>' +
      '<p style="mso-list:l0 level2 lfo1"><span><span style="mso-list:Ignore">o</span></span>b</p>' +
      '<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">2.</span>c</p>' +
      '<p style="mso-list:l1 level1 lfo2"><span style="mso-list:Ignore">·</span>d</p><p>e</p>' +
      '<p class="MsoListParagraphCxSpFirst">f</p>',
    '1. a\n   - b\n2. c\n\n- d\n\ne\n\n- f',
  ],
  // Tables.
  [
    'a table',
    '<table><tr><th><b>a</b></th><th>b</th></tr><tr><td>c</td><td>d</td></tr></table>',
    '| a | b |\n| - | - |\n| c | d |',
  ],
  [
    'paragraphs of a cell',
    '<table><tr><td><p>a</p><p>b</p></td><td>c<br>d</td></tr></table>',
    '| a b | c d |\n| - | - |',
  ],
  [
    'cells over several',
    '<table><tr><td colspan="2">a</td><td>b</td></tr><tr><td>c</td><td>d</td><td>e</td></tr></table>',
    '| a | | b |\n| - | - | - |\n| c | d | e |',
  ],
  [
    'a table for the layout',
    '<table><tr><td>a</td></tr><tr><td><p>b</p></td></tr></table>',
    'a\n\nb',
  ],
  [
    'a table for presentation',
    '<table role="presentation"><tr><td>a</td><td>b</td></tr></table>',
    'a\n\nb',
  ],
  [
    'a table in a table',
    '<table><tr><td><table><tr><td>a</td><td>b</td></tr></table></td><td>c</td></tr></table>',
    '| a | b |\n| - | - |\n\nc',
  ],
  ['a table without rows', '<p>a</p><table></table>', 'a'],
  [
    'a fragment with a table',
    'x<!--StartFragment--><p>a</p><table><tr><td>b</td><td>c</td></tr></table><!--EndFragment-->',
    'a\n\n| b | c |\n| - | - |',
  ],
  ['the newline of Apple among words', '<p>a<br class="Apple-interchange-newline">b</p>', 'ab'],
  [
    'an address that ends in a sign',
    '<p><a href="https://a.example/b.">https://a.example/b.</a></p>',
    '<https://a.example/b.>',
  ],
  ['a box among words', '<ul><li>a [x] b</li></ul>', '- a \\[x] b'],
  [
    'strong and stressed that are not',
    '<p><strong style="font-weight:normal">a</strong> <em style="font-style:normal">b</em></p>',
    'a b',
  ],
  ['bold around blocks in it', '<b><span><p>a</p></span></b>', 'a'],
  ['styles of code', '<pre><span style="font-weight:700">a</span></pre>', '```\na\n```'],
  [
    'a link around a blank and a picture',
    '<p><a href="https://a.example"> <img src="/images/b.png" alt="b"></a></p>',
    '[![b](/images/b.png)](https://a.example)',
  ],
  [
    'a picture of no width',
    '<p><img src="/images/a.png" width="0" alt="a"></p>',
    '![a](/images/a.png)',
  ],
  [
    'another role or level',
    '<div role="note" aria-level="2">a</div><div role="heading" aria-level="12">b</div>',
    'a\n\nb',
  ],
  ['numbers within numbers', '<ol><li>a</li><ol><li>b</li></ol></ol>', '1. a\n   1. b'],
  [
    'words between items of Word',
    '<p class="MsoListParagraph">a</p>x<p class="MsoListParagraph">b</p>',
    '- a\n\nx\n\n- b',
  ],
  [
    'numbers and signs of Word',
    '<p class="MsoListParagraph"><span style="mso-list:Ignore">10)</span>a</p><p class="MsoListParagraph"><span style="mso-list:Ignore"> iv.</span>b</p><p class="MsoListParagraph"><span style="mso-list:Ignore">– 1.</span>c</p>',
    '1. a\n2. b\n\n- c',
  ],
  [
    'three levels of Word',
    [1, 2, 3, 2, 1]
      .map((level) => `<p style="mso-list:l0 level${level} lfo1">${level}</p>`)
      .join(''),
    '- 1\n  - 2\n    - 3\n  - 2\n- 1',
  ],
  [
    'a block around a list and words',
    '<div><ul><li>a</li></ul><p>b</p></div><div><ul><li>c</li></ul></div>',
    '- a\n\nb\n\n- c',
  ],
  [
    'paragraphs of a heading cell',
    '<table><tr><th><p>a</p><p>b</p></th><th>c</th></tr></table>',
    '| a b | c |\n| - | - |',
  ],
  [
    'a cell over two rows',
    '<table><tr><td>x</td><td>y</td></tr><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></table>',
    '| x | y |\n| - | - |\n| a | b |\n| | c |',
  ],
  [
    'a table in one row of a table',
    '<table><tr><td><table><tr><td>a</td><td>b</td></tr></table></td><td>c</td></tr><tr><td>d</td><td>e</td></tr></table>',
    '| a | b |\n| - | - |\n\nc\n\nd\n\ne',
  ],
  [
    'words beside lines of an editor',
    '<div style="white-space:pre">a<div>b</div></div>',
    '```\na\nb\n```',
  ],
  ['nothing', '', ''],
])('%s', (_what, html, markdown) => {
  expect(htmlToMarkdown(html, 'post').markdown).toBe(markdown);
});

test.each([
  ['https://www.google.com/url?q=https://a.example/%3Futm_id%3D1&sa=D', 'https://a.example/'],
  ['https://google.co.uk/url?url=https://a.example', 'https://a.example'],
  ['https://www.google.com/search?q=a', 'https://www.google.com/search?q=a'],
  [
    'https://google.com.evil.example/url?q=https://a.example',
    'https://google.com.evil.example/url?q=https://a.example',
  ],
  [
    'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2F&data=x',
    'https://a.example/',
  ],
  ['https://l.facebook.com/l.php?u=https%3A%2F%2Fa.example%2F%3Ffbclid%3Dx', 'https://a.example/'],
  ['https://facebook.com/?u=https://a.example', 'https://facebook.com/?u=https://a.example'],
  ['https://www.google.com/url?q=javascript:alert(1)', null],
  [' tel:+31201234567 ', 'tel:+31201234567'],
  ['HTTPS://a.example', 'HTTPS://a.example'],
  ['http://[', null],
  ['xhttps://a.example', null],
  ['xmailto:me@a.example', null],
  ['http://a.example/?utm_id=1', 'http://a.example/'],
  ['https://www.google.de/url?q=https://a.example', 'https://a.example'],
  [
    'https://evilgoogle.com/url?q=https://a.example',
    'https://evilgoogle.com/url?q=https://a.example',
  ],
  ['https://a.example/?my_utm_source=x', 'https://a.example/?my_utm_source=x'],
])('the address %s is cleaned: %s', (address, expected) => {
  expect(cleanAddress(address)).toBe(expected);
});

test('a picture from elsewhere has a place of its own in the text', () => {
  const { markdown, pictures } = htmlToMarkdown(
    '<p>a<img src="https://a.example/images/b.png" alt=" b " width="40" height="4">c<img src="https://a.example/d.png"></p>',
    'post',
  );
  expect(pictures).toEqual([
    { address: 'https://a.example/images/b.png', alt: 'b', mark: '![0](/images/pasted)' },
    { address: 'https://a.example/d.png', alt: '', mark: '![1](/images/pasted)' },
  ]);
  expect(markdown).toBe('a![0](/images/pasted)c![1](/images/pasted)');
});
