// What of a text the writing surface holds, with all that Markdown says about it.
import type { Node } from 'prosemirror-model';
import { expect, test } from 'vitest';
import { openText } from '@/documents/writing/open-text';
import { schemas, type Dialect } from '@/documents/writing/schema';

const { nodes, marks } = schemas.post;
const text = (words: string, ...on: string[]) =>
  schemas.post.text(
    words,
    on.map((name) => schemas.post.mark(name)),
  );
const p = (...content: Node[]) => nodes.paragraph.create(null, content);
const link = (words: string, attrs: { href: string; title?: string; form?: string }) =>
  schemas.post.text(words, [marks.link.create(attrs)]);
const hard = () => nodes.hard_break.create();
const soft = () => nodes.soft_break.create();
const item = (checked: boolean | null, spread: boolean, ...content: Node[]) =>
  nodes.list_item.create({ checked, spread }, content);

test.each<[string, Node[]]>([
  ['#### a', [nodes.heading.create({ level: 4 }, text('a'))]],
  ['```ts x y\na\n```', [nodes.code_block.create({ language: 'ts', meta: 'x y' }, text('a'))]],
  ['```\n```', [nodes.code_block.create()]],
  [
    '- [x] a\n- [ ] b\n- c',
    [
      nodes.bullet_list.create({ marker: '-', spread: false }, [
        item(true, false, p(text('a'))),
        item(false, false, p(text('b'))),
        item(null, false, p(text('c'))),
      ]),
    ],
  ],
  [
    '* a\n\n* b\n\n  c',
    [
      nodes.bullet_list.create({ marker: '*', spread: true }, [
        item(null, false, p(text('a'))),
        item(null, true, p(text('b')), p(text('c'))),
      ]),
    ],
  ],
  ['-', [nodes.bullet_list.create(null, item(null, false, p()))]],
  [
    '123456789) a',
    [
      nodes.ordered_list.create({ marker: ')', start: 123456789 }, [
        item(null, false, p(text('a'))),
      ]),
    ],
  ],
  [
    '| a | b |\n| :- | - |\n| c |',
    [
      nodes.table.create(null, [
        nodes.table_row.create(null, [
          nodes.table_header.create({ align: 'left' }, text('a')),
          nodes.table_header.create(null, text('b')),
        ]),
        nodes.table_row.create(null, [
          nodes.table_cell.create({ align: 'left' }, text('c')),
          nodes.table_cell.create(),
        ]),
      ]),
    ],
  ],
  [
    '*a* _b_ **c** ~~d~~ `e` **~~f~~**',
    [
      p(
        schemas.post.text('a', [marks.em.create({ sign: '*' })]),
        text(' '),
        schemas.post.text('b', [marks.em.create({ sign: '_' })]),
        ...[text(' '), text('c', 'strong'), text(' '), text('d', 'strike'), text(' ')],
        ...[text('e', 'code'), text(' '), text('f', 'strong', 'strike')],
      ),
    ],
  ],
  [
    '![a](/b.png "c") ![](/d.png)',
    [
      p(
        nodes.image.create({ src: '/b.png', alt: 'a', title: 'c' }),
        text(' '),
        nodes.image.create({ src: '/d.png' }),
      ),
    ],
  ],
  ['a\\\nb\nc', [p(text('a'), hard(), text('b'), soft(), text('c'))]],
  [
    'a[^N]\n\n[^N]: b',
    [
      p(text('a'), nodes.footnote_reference.create({ label: 'N' })),
      nodes.footnote_definition.create({ label: 'N' }, p(text('b'))),
    ],
  ],
  [
    '[a](/b "c") <https://d.example> https://e.example',
    [
      p(
        link('a', { href: '/b', title: 'c' }),
        text(' '),
        link('https://d.example', { href: 'https://d.example', form: 'angled' }),
        text(' '),
        link('https://e.example', { href: 'https://e.example', form: 'bare' }),
      ),
    ],
  ],
  [
    '[*a*](/b)',
    [
      p(
        schemas.post.text('a', [marks.link.create({ href: '/b' }), marks.em.create({ sign: '*' })]),
      ),
    ],
  ],
  ['https://vimeo.com/123456789', [nodes.video.create({ url: 'https://vimeo.com/123456789' })]],
  [
    '[A film](https://vimeo.com/123456789)',
    [nodes.video.create({ url: 'https://vimeo.com/123456789', title: 'A film' })],
  ],
  [
    'https://vimeo.com/123456789 now',
    [
      p(
        link('https://vimeo.com/123456789', { href: 'https://vimeo.com/123456789', form: 'bare' }),
        text(' now'),
      ),
    ],
  ],
  [
    '[*film*](https://vimeo.com/123456789)',
    [
      p(
        schemas.post.text('film', [
          marks.link.create({ href: 'https://vimeo.com/123456789' }),
          marks.em.create({ sign: '*' }),
        ]),
      ),
    ],
  ],
])('%j', (source, blocks) => {
  const { doc } = openText(source, 'post');
  expect(doc.toJSON()).toEqual(nodes.doc.create(null, blocks).toJSON());
});

test.each<[Dialect, string]>([
  ['post', 'soft_break'],
  ['part', 'hard_break'],
])('in a %s a line end is a %s, whatever its signs', (dialect, name) => {
  const { doc } = openText('a\nb\r\nc\rd', dialect);
  const inline = doc.child(0).children.map(({ type, text: words }) => words ?? type.name);
  expect(inline).toEqual(['a', name, 'b', name, 'c', name, 'd']);
});

test.each(['**a **b** c**', '[](https://a.example)', '<b>', '[a][b]\n\n[b]: /c', '> <b>'])(
  'the first block of %j is shown as Markdown',
  (source) => {
    const { doc } = openText(source, 'post');
    expect(doc.child(0).type).toBe(nodes.markdown);
    expect(source.startsWith(doc.child(0).textContent)).toBe(true);
  },
);
