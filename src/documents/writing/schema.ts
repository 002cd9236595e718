import { Schema, type DOMOutputSpec } from 'prosemirror-model';
import { tableNodes } from 'prosemirror-tables';

/** The Markdown of posts, or that of the parts of a case study: see docs/data-model.md. */
export type Dialect = 'post' | 'part';

/** How an address is written: as it is, between < and >, or with words of its own. */
export type LinkForm = 'bare' | 'angled' | 'words';

const tables = tableNodes({
  tableGroup: 'block',
  cellContent: 'inline*',
  cellAttributes: {
    align: {
      default: null,
      getFromDOM: (cell) => cell.style.textAlign || null,
      setDOMAttr: (align, attributes) => {
        if (typeof align === 'string') attributes.style = `text-align: ${align}`;
      },
    },
  },
});

/** The direction follows the first letter, as on the public page. */
const AUTO = { dir: 'auto' };

/** Null for an address that the public page shows as words. */
function safeAddress(address: unknown): string | null {
  const text = String(address);
  return /^(?:https?:|mailto:|tel:|[#/])/i.test(text) ? text : null;
}

/** What the writing surface can hold. Everything else is a `markdown` block: its source, editable as text. */
function createSchema(dialect: Dialect) {
  /** As the public page shows them: its title is the only h1, and the heading of a part is an h2. */
  const highest = dialect === 'part' ? 3 : 2;
  return new Schema({
    nodes: {
      doc: { content: '(block | footnote_definition)+' },
      paragraph: {
        group: 'block',
        content: 'inline*',
        parseDOM: [{ tag: 'p' }],
        toDOM: () => ['p', AUTO, 0],
      },
      heading: {
        group: 'block',
        content: 'inline*',
        attrs: { level: { default: 2, validate: 'number' } },
        defining: true,
        parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
        toDOM: ({ attrs }) => [`h${Math.max(highest, attrs.level)}`, AUTO, 0],
      },
      blockquote: {
        group: 'block',
        content: 'block+',
        defining: true,
        parseDOM: [{ tag: 'blockquote' }],
        toDOM: () => ['blockquote', AUTO, 0],
      },
      bullet_list: {
        group: 'block',
        content: 'list_item+',
        attrs: { marker: { default: '-' }, spread: { default: false } },
        parseDOM: [{ tag: 'ul' }],
        toDOM: () => ['ul', AUTO, 0],
      },
      ordered_list: {
        group: 'block',
        content: 'list_item+',
        attrs: { marker: { default: '.' }, spread: { default: false }, start: { default: 1 } },
        parseDOM: [{ tag: 'ol' }],
        toDOM: ({ attrs }) => ['ol', { ...AUTO, start: attrs.start }, 0],
      },
      list_item: {
        content: 'block+',
        // `checked` is null for an item that is no task.
        attrs: { checked: { default: null }, spread: { default: false } },
        defining: true,
        parseDOM: [{ tag: 'li' }],
        toDOM: () => ['li', 0],
      },
      code_block: {
        group: 'block',
        content: 'text*',
        marks: '',
        attrs: { language: { default: '' }, meta: { default: null } },
        code: true,
        defining: true,
        parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
        toDOM: () => ['pre', ['code', 0]],
      },
      markdown: {
        group: 'block',
        content: 'text*',
        marks: '',
        code: true,
        defining: true,
        isolating: true,
        toDOM: () => ['pre', { 'data-markdown': '' }, ['code', 0]],
      },
      horizontal_rule: {
        group: 'block',
        parseDOM: [{ tag: 'hr' }],
        toDOM: () => ['hr'],
      },
      /** The page of a video on a line of its own; without a title it is only the address. */
      video: {
        group: 'block',
        attrs: { url: { validate: 'string' }, title: { default: null } },
        toDOM: ({ attrs }): DOMOutputSpec => ['p', ['a', { href: attrs.url }, attrs.url]],
      },
      /** In no other block, where Markdown has no place for it. */
      footnote_definition: {
        content: 'block+',
        attrs: { label: { validate: 'string' } },
        defining: true,
        isolating: true,
        toDOM: ({ attrs }) => [
          'section',
          { class: 'footnote', 'data-label': attrs.label, 'aria-label': `Footnote ${attrs.label}` },
          0,
        ],
      },
      ...tables,
      text: { group: 'inline' },
      image: {
        group: 'inline',
        inline: true,
        draggable: true,
        attrs: {
          src: { validate: 'string' },
          alt: { default: '' },
          title: { default: null },
        },
        toDOM: ({ attrs }): DOMOutputSpec => ['img', { src: attrs.src, alt: attrs.alt }],
      },
      hard_break: {
        group: 'inline',
        inline: true,
        selectable: false,
        linebreakReplacement: true,
        parseDOM: [{ tag: 'br' }],
        toDOM: () => ['br'],
      },
      /** A line end of the source, which the page shows as a blank. */
      soft_break: {
        group: 'inline',
        inline: true,
        selectable: false,
        toDOM: () => ['span', { 'data-soft-break': '' }, ' '],
      },
      footnote_reference: {
        group: 'inline',
        inline: true,
        attrs: { label: { validate: 'string' } },
        toDOM: ({ attrs }) => ['sup', { 'data-footnote': '' }, attrs.label],
      },
    },
    marks: {
      link: {
        inclusive: false,
        attrs: {
          href: { validate: 'string' },
          title: { default: null },
          form: { default: 'words' },
        },
        parseDOM: [{ tag: 'a[href]', getAttrs: (link) => ({ href: link.getAttribute('href') }) }],
        // The title shows where a link leads: pressing it places the caret.
        toDOM: ({ attrs }) => ['a', { href: safeAddress(attrs.href), title: attrs.href }, 0],
      },
      em: {
        attrs: { sign: { default: '_' } },
        parseDOM: [{ tag: 'em' }, { tag: 'i' }],
        toDOM: () => ['em', 0],
      },
      strong: {
        parseDOM: [{ tag: 'strong' }, { tag: 'b' }],
        toDOM: () => ['strong', 0],
      },
      strike: {
        parseDOM: [{ tag: 'del' }, { tag: 's' }],
        toDOM: () => ['del', 0],
      },
      code: {
        code: true,
        parseDOM: [{ tag: 'code' }],
        toDOM: () => ['code', 0],
      },
    },
  });
}

export const schemas = { post: createSchema('post'), part: createSchema('part') };
export type WritingSchema = (typeof schemas)['post'];
