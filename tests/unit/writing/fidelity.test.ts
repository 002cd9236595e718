// What is written on the surface changes the source of its own block only. Over the examples of CommonMark, those of GFM
// written below, every seeded text and documents put together from their blocks; `npm run proof` tries 10,000.
import { readdirSync, readFileSync } from 'node:fs';
import { tests as commonMark } from 'commonmark-spec';
import fc from 'fast-check';
import { Fragment, type Node } from 'prosemirror-model';
import { expect, test } from 'vitest';
import { openText } from '@/documents/writing/open-text';
import { schemas, type Dialect } from '@/documents/writing/schema';
import { signatureOf } from '@/documents/writing/to-markdown';
import { MarkdownError } from '../../../supabase/functions/_shared/markdown-limits.ts';

const GFM = [
  '| a | b |\n| - | :-: |\n| 1 | `x` \\| **y** |',
  '| one |\n|:--|\n| ~~two~~ | lost |\n| |',
  'a | b\n- | -:\n1 | 2\n3',
  '- [ ] to do\n- [x] done\n  - [ ] within',
  '1. [ ] first\n2. [x] second',
  '~~gone~~ and ~one tilde~',
  'See https://example.org/a_b?c=d, www.example.org and me@example.org.',
  'A note[^1], another[^long].\n\n[^1]: Short.\n\n[^long]: Two\n\n    paragraphs.',
  'https://www.youtube.com/watch?v=abcdefghijk',
  '[A film](https://vimeo.com/123456789)',
  'Words before\nhttps://youtu.be/abcdefghijk\nand after',
  '> A quote\n> on two lines\n\n> another',
  '* a\n* b\n\n+ c\n\n- d',
  '1) a\n2) b\n\n5. c',
  '```ts title="a.ts"\nconst a = 1;\n```',
  '~~~~\n```\n~~~~',
  '    indented\n\n    code',
  '![A picture](/images/a.png "title") in words',
  'line\\\nbreak and  \nanother',
  '<details>\n<summary>x</summary>\n\n- a\n\n</details>',
  'Setext\n===\n\nOther\n---',
  '**Лебот**чека и *snake_case* 2 * 3 = 6',
  '「**強調**」です',
];
const ARTICLES = 'supabase/seed/articles/';
const SEEDED = readdirSync(ARTICLES).map((file) => readFileSync(ARTICLES + file, 'utf8'));
const STUDIES = [
  ...readFileSync('supabase/seed.sql', 'utf8').matchAll(/\$text\$(.*?)\$text\$/gs),
].map(([, text = '']) => text);
const SPECIFIED = commonMark.map(({ markdown }) => markdown.replaceAll('→', '\t'));
const TEXTS = [...GFM, ...SEEDED, ...STUDIES, ...SPECIFIED];
const DIALECTS = ['post', 'part'] as const;

/** Null for a text that is refused. */
function open(source: string, dialect: Dialect) {
  try {
    return openText(source, dialect);
  } catch (error) {
    if (error instanceof MarkdownError) return null;
    throw error;
  }
}

test('opening and closing changes no byte', () => {
  for (const dialect of DIALECTS) {
    const texts = TEXTS.filter((text) => dialect === 'post' || text.length < 1000);
    for (const text of [...texts, '', '\n\n', ' \n', 'a\r\n\r\n- b\r\n- c\r\n\r\nd']) {
      const opened = open(text, dialect);
      opened?.doc.check();
      if (opened) expect(opened.print(opened.doc).source).toBe(text);
    }
  }
}, 120_000);

test('the seeded texts and GFM are held, not shown as Markdown', () => {
  const unheld = [...SEEDED, ...GFM].flatMap((text) =>
    (open(text, 'post')?.doc.children ?? [])
      .filter(({ type }) => type.name === 'markdown')
      .map(({ textContent }) => textContent),
  );
  expect(unheld).toEqual(['<details>\n<summary>x</summary>', '</details>']);
});

type Change = { kind: 'type' | 'insert' | 'delete' | 'quote' | 'move'; at: number; words: string };

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('type', 'insert', 'delete', 'quote', 'move'),
  at: fc.nat(),
  words: fc.oneof(
    fc.constantFrom(
      'x',
      'snake_case',
      '# no heading',
      '2 * 3 * 4',
      '- no list',
      '[^1]',
      '1. no',
      '<b>',
      '&amp;',
    ),
    fc
      .string({ minLength: 1, maxLength: 8 })
      .map((text) => text.replace(/\s+/g, ' ').trim() || 'y'),
  ),
});

function changed(doc: Node, { kind, at, words }: Change, dialect: Dialect): Node {
  const schema = schemas[dialect];
  const blocks = [...doc.children];
  const place = at % blocks.length;
  const block = blocks[place];
  if (!block) return doc;
  const paragraph = schema.node('paragraph', null, [schema.text(words)]);
  if (kind === 'insert') blocks.splice(place, 0, paragraph);
  else if (kind === 'delete') blocks.splice(place, 1);
  else if (kind === 'move') blocks.push(...blocks.splice(place, 1));
  else if (kind === 'quote' && block.type.name !== 'footnote_definition') {
    blocks[place] = schema.node('blockquote', null, [paragraph]);
  } else if (block.isTextblock && !block.type.spec.code) {
    const content = [...block.children, schema.text(block.content.size > 0 ? ` ${words}` : words)];
    blocks[place] = block.copy(Fragment.fromArray(content));
  } else blocks[place] = paragraph;
  return schema.node('doc', null, blocks.length > 0 ? blocks : [paragraph]);
}

/** What a document means; a markdown block is its source. */
function meaningOf(doc: Node): string[] {
  return doc.children.map((block) => signatureOf(block));
}

const isOpen = (node: Node | undefined) =>
  isList(node) || ['footnote_definition', 'markdown', 'code_block'].includes(node?.type.name ?? '');
const isMarkdown = (node: Node | undefined) => node?.type.name === 'markdown';
const isList = (node: Node | undefined) => node?.type.name.endsWith('_list') ?? false;

const block = fc
  .constantFrom(...TEXTS.flatMap((text) => text.split(/\n{2,}(?=\S)/)))
  .filter((text) => {
    // Reaches over the blocks that follow it: an unclosed fence, HTML or a definition.
    if (/^ {0,3}(?:`{3}|~{3}|<)|\]:/m.test(text)) return false;
    // The parser reads some blocks behind indented code as words: see the test below.
    return !/^(?: {4}|\t| {0,3}>.*\n {4})/m.test(text) && text.trim() !== '';
  });
const generated = fc
  .array(fc.tuple(block, fc.constantFrom('\n\n', '\n\n\n', '\n \n')), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.flat().join(''));

const sample = fc.record({
  text: fc.oneof(
    { weight: 9, arbitrary: generated },
    { weight: 1, arbitrary: fc.constantFrom(...SEEDED) },
  ),
  dialect: fc.constantFrom(...DIALECTS),
  change,
});

test(
  'one change keeps the source of every other block, and the whole is parsed as what was written',
  () => {
    fc.assert(
      fc.property(sample, ({ text, dialect, change: made }) => {
        const opened = open(text, dialect);
        if (!opened) return;
        const doc = changed(opened.doc, made, dialect);
        // The author's own Markdown may go on in what comes to stand beside it; a part has one sort of numbered lists.
        const isUnsure = doc.children.some((node, at) => {
          const next = doc.children[at + 1];
          if (isList(node) && isList(next) && dialect === 'part') return true;
          return isOpen(node) && isOpen(next) && (isMarkdown(node) || isMarkdown(next));
        });
        if (isUnsure) return;
        const { source, starts } = opened.print(doc);
        const before = opened.print(opened.doc);
        opened.doc.children.forEach((node, index) => {
          const now = doc.children.indexOf(node);
          const start = starts[now] ?? -1;
          const was = before.starts[index] ?? -1;
          if (start === -1 || was === -1) return;
          const written = text.slice(was, before.starts[index + 1]).trimEnd();
          // Would become part of the block before it, beside which it did not stand: printed anew.
          const isNewBeside = opened.doc.children[index - 1] !== doc.children[now - 1];
          const isTaken = isList(node) || /^\s/.test(written);
          if (isNewBeside && isTaken && isOpen(doc.children[now - 1])) return;
          expect(source.slice(start, start + written.length)).toBe(written);
        });
        const again = open(source, dialect);
        if (!again) return;
        expect(meaningOf(again.doc)).toEqual(meaningOf(doc));
      }),
      { numRuns: process.env.PROVE_ALL ? 10_000 : 100 },
    );
  },
  process.env.PROVE_ALL ? 3_600_000 : 120_000,
);

test('what the parser reads as words behind indented code stays words without the code', () => {
  const opened = openText('    code\n\n10. ten\n\nlast', 'post');
  expect(opened.doc.child(1).textContent).toBe('10. ten');
  const doc = changed(opened.doc, { kind: 'type', at: 0, words: 'x' }, 'post');
  const { source } = opened.print(doc);
  expect(source).toBe('x\n\n10\\. ten\n\nlast');
  expect(meaningOf(openText(source, 'post').doc)).toEqual(meaningOf(doc));
});
