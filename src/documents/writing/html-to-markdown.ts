// HTML from a clipboard or another system as Markdown of our dialect: its structure stays; styles, classes and tracking
// go. Needs no DOM.
import type { Element, ElementContent, RootContent as HtmlContent } from 'hast';
import type { ListItem, Nodes, Root } from 'mdast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import { unified } from 'unified';
import { parseVideo } from '@contracts/video';
import { openText } from './open-text';
import type { Dialect } from './schema';
import { printBlock, printTree } from './to-markdown';

export type Converted = {
  markdown: string;
  /** In the order of the text. */
  pictures: ConvertedPicture[];
};

export type ConvertedPicture = {
  address: string;
  alt: string;
  /** What stands for it in the Markdown. */
  mark: string;
};

const parser = unified().use(rehypeParse, { fragment: true }).freeze();
const converter = unified().use(rehypeRemark).freeze();

/** @throws MarkdownError for more than a text can hold */
export function htmlToMarkdown(html: string, dialect: Dialect): Converted {
  const pictures: ConvertedPicture[] = [];
  const tree = parser.parse(fragmentOf(html));
  tree.children = joined(cleaned(tree.children, { pictures, isInPre: false }));
  const markdown: Root = converter.runSync(tree);
  lowerHeadings(markdown);
  visit(markdown);
  const printed = printTree(markdown, dialect);
  // Once more as the surface would write it, with fewer escapes.
  const blocks = openText(printed, dialect).doc.children;
  return { markdown: blocks.map((block) => printBlock(block, dialect)).join('\n\n'), pictures };
}

/** Programs on Windows put the context of the fragment on the clipboard as well. */
function fragmentOf(html: string): string {
  const start = html.indexOf('<!--StartFragment-->');
  const end = html.lastIndexOf('<!--EndFragment-->');
  if (start === -1 || end < start) return html;
  const fragment = html.slice(start + '<!--StartFragment-->'.length, end);
  // A part of a table begins with its rows.
  return /^\s*<(?:tr|td|col|tbody)/i.test(fragment) ? html : fragment;
}

/** The title of the page is its only h1. */
function lowerHeadings(root: Root) {
  const headings = root.children.filter((node) => node.type === 'heading');
  if (!headings.some(({ depth }) => depth === 1)) return;
  for (const heading of headings) heading.depth = LOWER[heading.depth];
}
const LOWER = { 1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 6 } as const;

/** Tasks that are written as text, and addresses that are their own words. */
function visit(node: Nodes) {
  if (node.type === 'listItem') markTask(node);
  if (node.type === 'list') {
    // Programs put the words of each item into a paragraph.
    for (const item of node.children) {
      item.spread = item.children.filter(({ type }) => type === 'paragraph').length > 1;
    }
    node.spread = node.children.some(({ spread }) => spread);
  }
  if (node.type === 'link') {
    const [words] = node.children;
    const isBare = words?.type === 'text' && words.value === node.url && /[\w/=-]$/.test(node.url);
    if (isBare) node.data = { bare: words.value };
  }
  if ('children' in node) node.children.forEach(visit);
}

function markTask(item: ListItem) {
  const [first] = item.children;
  const text = first?.type === 'paragraph' ? first.children[0] : undefined;
  if (text?.type !== 'text') return;
  const [box, sign] = /^\[([ xX])\]\s+/.exec(text.value) ?? [];
  if (box === undefined) return;
  item.checked = sign !== ' ';
  text.value = text.value.slice(box.length);
}

type Context = { pictures: ConvertedPicture[]; isInPre: boolean };

const DROPPED = new Set([
  ...['head', 'style', 'script', 'meta', 'link', 'title', 'base', 'noscript', 'template', 'svg'],
  ...['object', 'embed', 'audio', 'canvas', 'button', 'select', 'textarea', 'form', 'map', 'math'],
  ...['xml', 'colgroup', 'col'],
]);
/** Kept without what they are: only their content counts. */
const UNWRAPPED = new Set([
  ...['span', 'font', 'u', 'ins', 'mark', 'small', 'big', 'sub', 'sup', 'center', 'abbr', 'cite'],
  ...['time', 'label', 'o:p', 'google-sheets-html-origin', 'figure', 'picture', 'body', 'html'],
]);

function cleaned(nodes: readonly HtmlContent[], context: Context): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'text') return [{ type: 'text', value: cleanText(node.value, context) }];
    return node.type === 'element' ? cleanElement(node, context) : [];
  });
}

function cleanText(text: string, { isInPre }: Context): string {
  const visible = text.replace(/[\u200B\u2060\uFEFF]/g, '');
  return isInPre ? visible.replaceAll('\u00A0', ' ') : visible.replace(/[ \t\n\r\u00A0]+/g, ' ');
}

function cleanElement(element: Element, context: Context): ElementContent[] {
  const { tagName } = element;
  const style = stylesOf(element);
  if (DROPPED.has(tagName) || isHidden(element, style)) return [];
  if (tagName === 'iframe') return frameOf(element);
  if (tagName === 'img') return pictureOf(element, context);
  if (tagName === 'br') {
    return classesOf(element).includes('Apple-interchange-newline') ? [] : [plain('br')];
  }
  if (tagName === 'input') return [plain('input', [], checkboxOf(element))];
  const isPre = tagName === 'pre' || style['white-space'] === 'pre';
  if (isPre && tagName === 'div') return [codeOf(element)];
  const children = joined(
    cleaned(element.children, { ...context, isInPre: context.isInPre || isPre }),
  );
  if (tagName === 'a') return linkOf(element, children);
  if (tagName === 'table') return tableOf(element, children);
  if (tagName === 'p' || tagName === 'div') return [blockOf(element, children, style)];
  if (tagName === 'ul' || tagName === 'ol')
    return [plain(tagName, nested(children), startOf(element))];
  if (/^h[1-6]$/.test(tagName)) return [plain(tagName, children.flatMap(withoutBold))];
  if (tagName === 'b' || tagName === 'strong') {
    const isPlain = /^(?:normal|400)$/.test(style['font-weight'] ?? '') || hasBlocks(children);
    return isPlain ? children : [plain('strong', children)];
  }
  if (tagName === 'i' || tagName === 'em') {
    return style['font-style'] === 'normal' ? children : [plain('em', children)];
  }
  if (UNWRAPPED.has(tagName)) return context.isInPre ? children : styled(children, style);
  if (tagName === 'td' || tagName === 'th')
    return [plain(tagName, flatCell(children), spanOf(element))];
  return [plain(tagName, children, tagName === 'code' ? languageOf(element) : {})];
}

const plain = (
  tagName: string,
  children: ElementContent[] = [],
  properties: Element['properties'] = {},
): Element => ({ type: 'element', tagName, properties, children });

type Styles = Readonly<Record<string, string>>;

function stylesOf({ properties }: Element): Styles {
  const { style } = properties;
  if (typeof style !== 'string') return {};
  return Object.fromEntries(
    style.split(';').map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim().toLowerCase(), value.join(':').trim().toLowerCase()];
    }),
  );
}

function classesOf({ properties: { className } }: Element): string[] {
  return Array.isArray(className) ? className.map(String) : [];
}

function isHidden(element: Element, style: Styles): boolean {
  return (
    style.display === 'none' ||
    style['mso-hide'] === 'all' ||
    style.visibility === 'hidden' ||
    element.properties.hidden === true ||
    // The number of a list item, which Word writes as text.
    style['mso-list'] === 'ignore'
  );
}

/** Bold, italic and struck-through words that are so by style. */
function styled(children: ElementContent[], style: Styles): ElementContent[] {
  if (hasBlocks(children) || textOf(children).trim() === '') return children;
  let result = children;
  if (
    /\b(?:courier|consolas|menlo|monaco|monospace|roboto mono)\b/.test(style['font-family'] ?? '')
  ) {
    result = [plain('code', result)];
  }
  const line = `${style['text-decoration'] ?? ''} ${style['text-decoration-line'] ?? ''}`;
  if (line.includes('line-through')) result = [plain('del', result)];
  if (style['font-style'] === 'italic') result = [plain('em', result)];
  if (/^(?:bold|bolder|[6-9]00)$/.test(style['font-weight'] ?? ''))
    result = [plain('strong', result)];
  return result;
}

const BLOCKS = new Set([
  ...['p', 'div', 'ul', 'ol', 'table', 'blockquote', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['section', 'article', 'header', 'footer', 'main', 'hr', 'dl', 'li', 'tr', 'td', 'th'],
]);

const isBlock = (node: ElementContent) => node.type === 'element' && BLOCKS.has(node.tagName);
const hasBlocks = (nodes: readonly ElementContent[]): boolean =>
  nodes.some((node) => isBlock(node) || (node.type === 'element' && hasBlocks(node.children)));

function textOf(nodes: readonly ElementContent[]): string {
  return nodes
    .map((node) =>
      node.type === 'text' ? node.value : node.type === 'element' ? textOf(node.children) : '',
    )
    .join('');
}

/** A heading is bold anyway. */
function withoutBold(node: ElementContent): ElementContent[] {
  return node.type === 'element' && node.tagName === 'strong' ? node.children : [node];
}

const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|gclsrc|dclid|msclkid|yclid|twclid|igshid|igsh|mc_cid|mc_eid|_hsenc|_hsmi|mkt_tok|vero_id|oly_anon_id|oly_enc_id|wickedid|ref_src|s_cid)$/i;

/** Null for a link that leads nowhere outside the program. */
export function cleanAddress(address: string): string | null {
  const text = address.trim();
  if (/^(?:mailto|tel):/i.test(text)) return text;
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const wrapped = wrappedAddress(url);
  if (wrapped !== null) return cleanAddress(wrapped);
  const tracking = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  // An address without tracking stays as it is written.
  if (tracking.length === 0) return text;
  for (const name of tracking) url.searchParams.delete(name);
  return url.href;
}

/** Docs and Outlook link to a page of theirs that leads on. */
function wrappedAddress({ hostname, pathname, searchParams }: URL): string | null {
  if (/^(?:www\.)?google\.(?:com|[a-z]{2}|com?\.[a-z]{2})$/.test(hostname) && pathname === '/url') {
    return searchParams.get('q') ?? searchParams.get('url');
  }
  if (hostname.endsWith('.safelinks.protection.outlook.com')) return searchParams.get('url');
  return hostname === 'l.facebook.com' ? searchParams.get('u') : null;
}

function linkOf({ properties }: Element, children: ElementContent[]): ElementContent[] {
  const href = typeof properties.href === 'string' ? cleanAddress(properties.href) : null;
  // The mark beside a heading that links to it.
  const isAnchor = typeof properties.href === 'string' && properties.href.startsWith('#');
  if (isAnchor && /^[#¶§\s]*$/.test(textOf(children))) return [];
  const isEmpty = textOf(children).trim() === '' && !hasPicture(children);
  if (href === null || isEmpty || hasBlocks(children)) return children;
  return [plain('a', children, { href })];
}

const hasPicture = (nodes: readonly ElementContent[]): boolean =>
  nodes.some(
    (node) => node.type === 'element' && (node.tagName === 'img' || hasPicture(node.children)),
  );

/** A video stands on a line of its own. */
function frameOf({ properties: { src } }: Element): ElementContent[] {
  const video = typeof src === 'string' ? parseVideo(src.replace(/^\/\//, 'https://')) : null;
  if (!video) return [];
  return [plain('p', [plain('a', [{ type: 'text', value: video.page }], { href: video.page })])];
}

function pictureOf({ properties }: Element, { pictures }: Context): ElementContent[] {
  const { src, alt, width, height } = properties;
  const address = typeof src === 'string' ? src.trim() : '';
  // A dot that tells a sender that the mail was read.
  const isDot = [width, height].some((size) => Number(size) > 0 && Number(size) <= 3);
  if (address === '' || isDot) return [];
  if (/^(?:\/storage\/v1\/object\/public)?\/images\//.test(address)) {
    return [plain('img', [], { src: address, alt: typeof alt === 'string' ? alt : '' })];
  }
  const mark = `![${pictures.length}](/images/pasted)`;
  pictures.push({ address, alt: typeof alt === 'string' ? alt.trim() : '', mark });
  return [plain('img', [], { src: '/images/pasted', alt: String(pictures.length - 1) })];
}

const checkboxOf = ({ properties: { checked } }: Element) => ({
  type: 'checkbox',
  ...(checked !== undefined && checked !== false && checked !== null && { checked: true }),
});

function startOf({ tagName, properties: { start } }: Element): Element['properties'] {
  return tagName === 'ol' && Number(start) > 1 ? { start: Number(start) } : {};
}

function spanOf({ properties: { colSpan, rowSpan } }: Element): Element['properties'] {
  return {
    ...(Number(colSpan) > 1 && { colSpan: Number(colSpan) }),
    ...(Number(rowSpan) > 1 && { rowSpan: Number(rowSpan) }),
  };
}

function languageOf(element: Element): Element['properties'] {
  const language = classesOf(element).find((name) => /^language-[\w+#-]+$/.test(name));
  return language === undefined ? {} : { className: [language] };
}

/** A paragraph, or what Word and mails mean by it. */
function blockOf(element: Element, children: ElementContent[], style: Styles): Element {
  const classes = classesOf(element);
  const [, level] = /\blevel(\d)\b/.exec(style['mso-list'] ?? '') ?? [];
  const isItem = level !== undefined || classes.some((name) => name.startsWith('MsoListParagraph'));
  if (isItem) {
    const type = /^\s*(?:\d+|[a-z]{1,4})[.)]/i.test(markerOf(element)) ? 'ol' : 'ul';
    return plain('word-item', children, { level: Number(level ?? 1), type });
  }
  const { role, ariaLevel } = element.properties;
  if (role === 'heading' && /^[1-6]$/.test(String(ariaLevel))) {
    return plain(`h${String(ariaLevel)}`, children.flatMap(withoutBold));
  }
  if (classes.includes('MsoTitle')) return plain('h1', children);
  if (classes.includes('MsoSubtitle')) return plain('h2', children);
  if (classes.some((name) => /^Mso(?:Intense)?Quote$/.test(name))) {
    return plain('blockquote', [plain('p', children)]);
  }
  return hasBlocks(children) ? plain('div', children) : plain('p', styled(children, style));
}

const isList = (node: ElementContent | undefined): node is Element =>
  node?.type === 'element' && (node.tagName === 'ul' || node.tagName === 'ol');

/** The number or dot that Word puts before an item. */
function markerOf(element: Element): string {
  for (const child of element.children) {
    if (child.type !== 'element') continue;
    if (stylesOf(child)['mso-list'] === 'ignore') return rawText(child);
    const inner = markerOf(child);
    if (inner !== '') return inner;
  }
  return '';
}

function rawText(element: Element): string {
  return element.children
    .map((child) =>
      child.type === 'text' ? child.value : child.type === 'element' ? rawText(child) : '',
    )
    .join('')
    .replaceAll('\u00A0', ' ')
    .trim();
}

/** Word's items as lists, and Docs' lists within lists put into the item before them. */
function joined(nodes: ElementContent[]): ElementContent[] {
  const result: ElementContent[] = [];
  let open: { list: Element; level: number }[] = [];
  for (const node of nodes) {
    if (node.type === 'text' && node.value.trim() === '' && open.length > 0) continue;
    if (node.type !== 'element' || node.tagName !== 'word-item') {
      open = [];
      // Word on the web puts each item into a list of its own.
      const inner = isWrapper(node) ? node.children : [node];
      for (const part of inner) {
        const last = result.at(-1);
        const isSame = isList(part) && isList(last) && part.tagName === last.tagName;
        if (isSame && isWrapper(node)) last.children.push(...part.children);
        else result.push(part);
      }
      continue;
    }
    const level = Number(node.properties.level);
    const type = String(node.properties.type);
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    const last = open.at(-1);
    if (!last || last.level < level || last.list.tagName !== type) {
      if (last?.level === level) open.pop();
      const list = plain(type);
      const parent = open.at(-1)?.list.children.at(-1);
      if (parent?.type === 'element') parent.children.push(list);
      else result.push(list);
      open.push({ list, level });
    }
    open.at(-1)?.list.children.push(plain('li', node.children));
  }
  return result;
}

/** A `div` around lists only. */
function isWrapper(node: ElementContent): node is Element {
  return (
    node.type === 'element' &&
    node.tagName === 'div' &&
    node.children.length > 0 &&
    node.children.every(isList)
  );
}

function nested(children: ElementContent[]): ElementContent[] {
  const items: ElementContent[] = [];
  for (const child of children) {
    const last = items.findLast((item) => item.type === 'element');
    if (isList(child) && last?.type === 'element') last.children.push(child);
    else if (child.type === 'element')
      items.push(child.tagName === 'li' ? child : plain('li', [child]));
  }
  return items;
}

/** Tables that only lay out a mail are their content. */
function tableOf({ properties }: Element, children: ElementContent[]): ElementContent[] {
  const rows = rowsOf(children);
  const widest = Math.max(0, ...rows.map((row) => row.children.filter(isBlock).length));
  const isLayout =
    properties.role === 'presentation' || widest < 2 || rows.some((row) => hasTable(row));
  if (!isLayout) {
    const [head, ...others] = rows;
    return head ? [plain('table', [plain('tr', head.children.map(toHeader)), ...others])] : [];
  }
  return rows.flatMap((row) =>
    row.children.flatMap((cell) => (cell.type === 'element' ? [plain('div', cell.children)] : [])),
  );
}

/** The first row has the headings of the columns. */
function toHeader(cell: ElementContent): ElementContent {
  if (cell.type !== 'element') return cell;
  return plain('th', cell.children.flatMap(withoutBold), cell.properties);
}

function rowsOf(nodes: readonly ElementContent[]): Element[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'element') return [];
    return node.tagName === 'tr' ? [node] : rowsOf(node.children);
  });
}

const hasTable = ({ children }: Element): boolean =>
  children.some(
    (child) => child.type === 'element' && (child.tagName === 'table' || hasTable(child)),
  );

/** Code of an editor has a `div` for each line. */
function codeOf(element: Element): Element {
  const lines = element.children.map((line) =>
    line.type === 'text' ? line.value : line.type === 'element' ? rawLine(line) : '',
  );
  return plain('pre', [plain('code', [{ type: 'text', value: lines.join('\n') }])]);
}

function rawLine({ children }: Element): string {
  return children
    .map((child) =>
      child.type === 'text' ? child.value : child.type === 'element' ? rawLine(child) : '',
    )
    .join('');
}

/** A cell of Markdown has no blocks: its paragraphs become one, with blanks between them. */
function flatCell(children: ElementContent[]): ElementContent[] {
  if (
    children.some(
      (child) => child.type === 'element' && ['table', 'ul', 'ol'].includes(child.tagName),
    )
  )
    return children;
  return children.flatMap((child, index): ElementContent[] => {
    const gap: ElementContent[] = index > 0 ? [{ type: 'text', value: ' ' }] : [];
    if (child.type !== 'element') return [child];
    return ['p', 'div'].includes(child.tagName) ? [...gap, ...child.children] : [child];
  });
}
