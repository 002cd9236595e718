// The two formats of Ghost's editors as HTML, for posts that have none. Only what HTML can say.
import { z } from 'zod';

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // Broken: the post comes without a text.
    return null;
  }
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

type LexicalNode = { [name: string]: unknown; children: LexicalNode[] };
const lexicalSchema: z.ZodType<LexicalNode> = z.lazy(() =>
  z.looseObject({ children: z.array(lexicalSchema).default([]) }),
);

/** Bits of `format`. */
const FORMATS = ['strong', 'em', 'del', 'u', 'code', 'sub', 'sup'] as const;

export function lexicalToHtml(json: string): string {
  const read = z.object({ root: lexicalSchema }).safeParse(parse(json));
  return read.success ? ofChildren(read.data.root) : '';
}

const ofChildren = ({ children }: LexicalNode) => children.map(ofLexical).join('');

function ofLexical(node: LexicalNode): string {
  const field = (name: string) => (typeof node[name] === 'string' ? node[name] : '');
  const wrap = (tag: string) => `<${tag}>${ofChildren(node)}</${tag}>`;
  switch (node.type) {
    case 'text':
    case 'extended-text':
      return FORMATS.reduce(
        (html, tag, bit) =>
          (Number(node.format ?? 0) >> bit) % 2 === 1 ? `<${tag}>${html}</${tag}>` : html,
        escaped(field('text')),
      );
    case 'linebreak':
      return '<br>';
    case 'paragraph':
      return wrap('p');
    case 'heading':
    case 'extended-heading':
      return wrap(field('tag'));
    case 'quote':
    case 'extended-quote':
    case 'aside':
      return wrap('blockquote');
    case 'list':
      return wrap(node.listType === 'number' ? 'ol' : 'ul');
    case 'listitem':
      return wrap('li');
    case 'link':
      return `<a href="${escaped(field('url'))}">${ofChildren(node)}</a>`;
    default:
      return ofCard(String(node.type), node);
  }
}

/** A card has the same fields in both formats. */
function ofCard(type: string, card: Record<string, unknown>): string {
  const field = (name: string) => (typeof card[name] === 'string' ? card[name] : '');
  const picture = (one: Record<string, unknown>) =>
    `<figure><img src="${escaped(String(one.src ?? ''))}" alt="${escaped(String(one.alt ?? ''))}">` +
    `<figcaption>${typeof one.caption === 'string' ? one.caption : ''}</figcaption></figure>`;
  switch (type) {
    case 'image':
      return picture(card);
    case 'gallery':
      return z
        .array(z.record(z.string(), z.unknown()))
        .catch([])
        .parse(card.images)
        .map(picture)
        .join('');
    case 'html':
    case 'embed':
      return field('html');
    case 'code':
    case 'codeblock':
      return `<pre><code class="language-${escaped(field('language'))}">${escaped(field('code'))}</code></pre>`;
    case 'hr':
    case 'horizontalrule':
      return '<hr>';
    case 'bookmark':
      return `<p><a href="${escaped(field('url'))}">${escaped(field('title') || field('url'))}</a></p>`;
    case 'callout':
      return `<blockquote>${field('calloutText')}</blockquote>`;
    // As code, because it is Markdown already: toMarkdown in text.ts takes it out again.
    case 'markdown':
    case 'card-markdown':
      return `<pre data-markdown>${escaped(field('markdown'))}</pre>`;
    default:
      return `<unknown-card>${escaped(type)}</unknown-card>`;
  }
}

const mobiledocSchema = z.object({
  markups: z.array(z.tuple([z.string()]).rest(z.array(z.string()))).default([]),
  atoms: z.array(z.unknown()).default([]),
  cards: z.array(z.tuple([z.string(), z.record(z.string(), z.unknown())])).default([]),
  sections: z.array(z.array(z.unknown())).default([]),
});
const markersSchema = z
  .array(z.tuple([z.number(), z.array(z.number()), z.number(), z.union([z.string(), z.number()])]))
  .catch([]);

/** Sections: [1, tag, markers], [2, address], [3, tag, [markers]], [10, card]. */
export function mobiledocToHtml(json: string): string {
  const read = mobiledocSchema.safeParse(parse(json));
  if (!read.success) return '';
  const { markups, cards, sections } = read.data;
  const ofMarkers = (value: unknown) => {
    const open: string[] = [];
    return markersSchema.parse(value).reduce((html, [type, opened, closed, text]) => {
      let result = html;
      for (const at of opened) {
        const [tag = 'span', attributes = []] = markups[at] ?? [];
        const href = attributes[attributes.indexOf('href') + 1];
        result += tag === 'a' ? `<a href="${escaped(href ?? '')}">` : `<${tag}>`;
        open.push(tag);
      }
      // An atom (1) of Ghost is a line break.
      result += type === 1 ? '<br>' : escaped(String(text));
      for (let count = 0; count < closed; count += 1) result += `</${open.pop() ?? 'span'}>`;
      return result;
    }, '');
  };
  return sections
    .map(([type, tag, content]) => {
      if (type === 1) return `<${String(tag)}>${ofMarkers(content)}</${String(tag)}>`;
      if (type === 2) return `<img src="${escaped(String(tag))}">`;
      if (type === 3) {
        const items = z.array(z.unknown()).catch([]).parse(content);
        return `<${String(tag)}>${items.map((item) => `<li>${ofMarkers(item)}</li>`).join('')}</${String(tag)}>`;
      }
      const [name, card] = cards[Number(tag)] ?? ['', {}];
      return ofCard(name, card);
    })
    .join('');
}
