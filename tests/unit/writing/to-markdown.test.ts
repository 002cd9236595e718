// How what is written becomes Markdown. By examples; fidelity.test.ts tries thousands.
import type { Root } from 'mdast';
import type { Mark, Node } from 'prosemirror-model';
import { describe, expect, test } from 'vitest';
import { openText } from '@/documents/writing/open-text';
import { schemas, type Dialect } from '@/documents/writing/schema';
import {
  isEmptyParagraph,
  printBlock,
  printTree,
  signatureOf,
  stableBlocks,
} from '@/documents/writing/to-markdown';

const { nodes, marks } = schemas.post;
const text = (words: string) => schemas.post.text(words);
type Words = string | Node;
const toNode = (words: Words, on: readonly Mark[] = []) =>
  typeof words === 'string' ? schemas.post.text(words, on) : words.mark([...words.marks, ...on]);
const p = (...content: Words[]) =>
  nodes.paragraph.create(
    null,
    content.map((part) => toNode(part)),
  );
const em = (words: Words, sign = '_') => toNode(words, [marks.em.create({ sign })]);
const strong = (words: Words) => toNode(words, [marks.strong.create()]);
const strike = (words: Words) => toNode(words, [marks.strike.create()]);
const code = (words: Words) => toNode(words, [marks.code.create()]);
const link = (words: Words, href: string, more = {}) =>
  toNode(words, [marks.link.create({ href, ...more })]);
const hard = () => nodes.hard_break.create();
const soft = () => nodes.soft_break.create();
const item = (checked: boolean | null, ...content: Node[]) =>
  nodes.list_item.create({ checked }, content);

describe('a paragraph is printed', () => {
  test.each<[string, Node]>([
    ['one', p('one')],
    // Marks: the longest is the outer one, and neighbours share one.
    ['**a**', p(strong('a'))],
    ['**a _b_ c**', p(strong('a '), strong(em('b')), strong(' c'))],
    ['_a **b**_ c', p(em('a '), em(strong('b')), ' c')],
    ['~~a~~ `b`', p(strike('a'), ' ', code('b'))],
    ['**_a_ b**', p(em(strong('a')), strong(' b'))],
    ['a**b** _c_', p('a', strong('b'), ' ', em('c'))],
    ['_a**b**_', p(em('a'), em(strong('b')))],
    ['a**b**', p('a', strong('b'), hard(), soft(), hard())],
    // What is beside a sign decides whether it is escaped.
    [String.raw`1\. **a**`, p('1.', strong(' a'))],
    ['**`a`b**', p(strong(code('a')), strong('b'))],
    ['``a`b``', p(code('a`b'))],
    // `_` means nothing within a word.
    ['a*b*', p('a', em('b'))],
    ['*b*c', p(em('b'), 'c')],
    ['1*b*', p('1', em('b'))],
    ['a _b_ c', p('a ', em('b'), ' c')],
    ['(_b_)', p('(', em('b'), ')')],
    ['*a* and *b*', p(em('a', '*'), ' and ', em('b'))],
    ['_a_ and _b_', p(em('a'), ' and ', em('b'))],
    // Emphasis cannot begin or end with a blank or a break.
    ['a **b** c', p('a', strong(' b '), 'c')],
    ['a *b* c', p('a', em(' b '), 'c')],
    ['a\\\n**b**', p('a', strong(hard()), strong('b'))],
    ['**a**\\\nb', p(strong('a'), strong(hard()), 'b')],
    ['**a\\\nb**', p(strong('a'), strong(hard()), strong('b'))],
    ['a b', p('a', strong(' '), 'b')],
    ['a **`  b  `** c', p('a ', strong(code(' b ')), ' c')],
    // Blanks and breaks at the ends, and blanks beside breaks.
    ['a', p(' a ')],
    ['a', p(hard(), ' ', hard(), 'a', soft(), ' ')],
    ['a\\\nb', p('a ', hard(), ' b')],
    ['a\nb', p('a ', soft(), ' b')],
    ['`` ` ``', p(code('`'))],
    // Links.
    ['[a](https://a.example)', p(link('a', 'https://a.example'))],
    ['[a](https://a.example "t")', p(link('a', 'https://a.example', { title: 't' }))],
    ['https://a.example', p(link('https://a.example', 'https://a.example', { form: 'bare' }))],
    ['<https://a.example>', p(link('https://a.example', 'https://a.example', { form: 'angled' }))],
    [
      '[a **b**](https://a.example)',
      p(link('a ', 'https://a.example'), link(strong('b'), 'https://a.example')),
    ],
    [
      '[a](https://a.example) [b](https://b.example)',
      p(link('a', 'https://a.example'), ' ', link('b', 'https://b.example')),
    ],
    [
      String.raw`https://a.example \*b\*`,
      p(link('https://a.example', 'https://a.example', { form: 'bare' }), ' *b*'),
    ],
    ['me@a.example', p(link('me@a.example', 'mailto:me@a.example', { form: 'bare' }))],
    // A bare address that would go on in the words behind it.
    [
      '<https://a.example>x',
      p(link('https://a.example', 'https://a.example', { form: 'bare' }), 'x'),
    ],
    // Pictures and notes.
    ['a ![b](/c.png "d")', p('a ', nodes.image.create({ src: '/c.png', alt: 'b', title: 'd' }))],
    ['a[^Note]', p('a', nodes.footnote_reference.create({ label: 'Note' }))],
  ])('%s', (markdown, block) => {
    expect(printBlock(block, 'post')).toBe(markdown);
  });

  test.each([
    ['snake_case', 'snake_case'],
    ['2 * 3 * 4 < 5 & 6', '2 * 3 * 4 < 5 & 6'],
    ['# a', String.raw`\# a`],
    ['- a', String.raw`\- a`],
    ['+ a', String.raw`\+ a`],
    ['1. a', String.raw`1\. a`],
    ['> a', String.raw`\> a`],
    ['*a*', String.raw`\*a\*`],
    ['_a_', String.raw`\_a\_`],
    ['~~a~~', String.raw`\~\~a\~\~`],
    ['`a`', '\\`a\\`'],
    ['[a](b)', String.raw`\[a]\(b)`],
    ['[a]', String.raw`\[a]`],
    ['[Ja]{lang=de}', '[Ja]{lang=de}'],
    ['![a]{lang=de} [b]', String.raw`!\[a]{lang=de} \[b]`],
    ['<b>', String.raw`\<b>`],
    ['&amp;', String.raw`\&amp;`],
    ['---', String.raw`\---`],
    // An address is a link, on the page and when the text is opened again.
    ['See https://a.example/a_b now', 'See https://a.example/a_b now'],
    ['me@a.example', 'me@a.example'],
    ['www.a.example', 'www.a.example'],
    ['[a] https://a.example', String.raw`\[a] https\://a.example`],
    ['| a |', '| a |'],
  ])('the words %j as %j', (words, markdown) => {
    expect(printBlock(p(words), 'post')).toBe(markdown);
    const again = openText(markdown, 'post').doc;
    expect(again.textContent).toBe(words);
    expect(again.firstChild?.type).toBe(nodes.paragraph);
  });
});

test.each<[string, Node]>([
  ['### a', nodes.heading.create({ level: 3 }, text('a'))],
  ['---', nodes.horizontal_rule.create()],
  ['> a\n>\n> b', nodes.blockquote.create(null, [p('a'), p(), p('b')])],
  ['```\na\n```', nodes.code_block.create(null, text('a'))],
  ['```ts x\na\n```', nodes.code_block.create({ language: 'ts', meta: 'x' }, text('a'))],
  ['```\na\n```', nodes.code_block.create({ language: '', meta: 'x' }, text('a'))],
  ['````\n```\n````', nodes.code_block.create(null, text('```'))],
  ['<b>a', nodes.markdown.create(null, text('<b>a'))],
  ['- a\n- b', nodes.bullet_list.create(null, [item(null, p('a')), item(null, p('b'))])],
  ['* a', nodes.bullet_list.create({ marker: '*' }, item(null, p('a')))],
  ['+ a', nodes.bullet_list.create({ marker: '+' }, item(null, p('a')))],
  [
    '- a\n\n- b',
    nodes.bullet_list.create({ spread: true }, [item(null, p('a')), item(null, p('b'))]),
  ],
  ['- [ ] a\n- [x] b', nodes.bullet_list.create(null, [item(false, p('a')), item(true, p('b'))])],
  ['3. a\n4. b', nodes.ordered_list.create({ start: 3 }, [item(null, p('a')), item(null, p('b'))])],
  ['1) a', nodes.ordered_list.create({ marker: ')' }, item(null, p('a')))],
  // The marker of a list is not that of the lists in it.
  [
    '* a\n  - b\n* c',
    nodes.bullet_list.create({ marker: '*' }, [
      item(null, p('a'), nodes.bullet_list.create(null, item(null, p('b')))),
      item(null, p('c')),
    ]),
  ],
  [
    '1) a\n   1. b',
    nodes.ordered_list.create(
      { marker: ')' },
      item(null, p('a'), nodes.ordered_list.create(null, item(null, p('b')))),
    ),
  ],
  [
    '| a | b |\n| :- | -: |\n| c\\|d | |',
    nodes.table.create(null, [
      nodes.table_row.create(null, [
        nodes.table_header.create({ align: 'left' }, text('a')),
        nodes.table_header.create({ align: 'right' }, text('b')),
      ]),
      nodes.table_row.create(null, [
        nodes.table_cell.create({ align: 'left' }, text('c|d')),
        nodes.table_cell.create({ align: 'right' }),
      ]),
    ]),
  ],
  ['https://vimeo.com/1', nodes.video.create({ url: 'https://vimeo.com/1' })],
  [
    '[A film](https://vimeo.com/1)',
    nodes.video.create({ url: 'https://vimeo.com/1', title: 'A film' }),
  ],
  ['[^Note]: a\n\n    b', nodes.footnote_definition.create({ label: 'Note' }, [p('a'), p('b')])],
])('a block is printed: %s', (markdown, block) => {
  block.check();
  expect(printBlock(block, 'post')).toBe(markdown);
});

test.each<[Dialect, string]>([
  ['post', 'a\\\nb'],
  ['part', 'a\nb'],
])('in a %s a line break is %j', (dialect, markdown) => {
  const { nodes: of } = schemas[dialect];
  const block = of.paragraph.create(null, [
    of.text.schema.text('a'),
    of.hard_break.create(),
    of.text.schema.text('b'),
  ]);
  expect(printBlock(block, dialect)).toBe(markdown);
});

test.each<[boolean, Node]>([
  [true, p()],
  [true, p(' ', hard(), soft())],
  [false, p('a')],
  [false, p(nodes.image.create({ src: '/a.png' }))],
  [false, nodes.heading.create()],
])('nothing is printed for an empty paragraph: %s', (isEmpty, block) => {
  expect(isEmptyParagraph(block)).toBe(isEmpty);
});

test('two blocks mean the same if they differ only in how they are written', () => {
  const list = (marker: string, words = 'a') =>
    nodes.bullet_list.create({ marker, spread: marker === '*' }, item(null, p(words)));
  expect(signatureOf(list('-'))).toBe(signatureOf(list('*')));
  expect(signatureOf(p(em('a', '*')))).toBe(signatureOf(p(em('a'))));
  expect(signatureOf(list('-'))).not.toBe(signatureOf(list('-', 'b')));
  expect(signatureOf(p(strong('a')))).not.toBe(signatureOf(p('a')));
});

test('the blocks that are the same after printing are found in one pass', () => {
  const note = p('a', nodes.footnote_reference.create({ label: '1' }));
  // A heading has no levels beyond 6.
  const blocks = [p('one'), nodes.heading.create({ level: 9 }, text('a')), p('two')];
  expect([...stableBlocks(blocks, 'post')]).toEqual([blocks[0], blocks[2]]);
  // A note without its definition is no note: each block is tried alone.
  expect([...stableBlocks([p('one'), note], 'post')]).toEqual([p('one'), note]);
  expect(stableBlocks([], 'post').size).toBe(0);
});

test('a tree from elsewhere is printed with `-` for lists, and with the line breaks of the dialect', () => {
  const words = (value: string) => ({ type: 'text', value }) as const;
  const children = [words('a'), { type: 'break' } as const, words('b')];
  const root: Root = {
    type: 'root',
    children: [
      { type: 'paragraph', children: [{ type: 'emphasis', children }] },
      {
        type: 'list',
        children: [{ type: 'listItem', children: [{ type: 'paragraph', children: [words('c')] }] }],
      },
    ],
  };
  expect(printTree(structuredClone(root), 'post')).toBe('_a\\\nb_\n\n- c\n');
  expect(printTree(structuredClone(root), 'part')).toBe('_a\nb_\n\n- c\n');
});
