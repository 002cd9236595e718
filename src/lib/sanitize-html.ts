import createPurifier, { type Config, type DOMPurify, type WindowLike } from 'dompurify';
import { copiesOfImage, toPublicImageUrl } from './image-url';
import { widthsFor, type ConnectionClass } from './images/connection';
import { COLUMN_ON_PHONE } from './images/constants';
import { createPolicy } from './trusted-types';

// What an article may hold. Scripts, frames, forms, styles, SVG and MathML have no place in one.
const TAGS = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'section', 'hr', 'br', 'wbr'],
  ...['a', 'strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup'],
  ...['abbr', 'cite', 'q', 'dfn', 'time', 'code', 'kbd', 'samp', 'var', 'span'],
  ...['blockquote', 'pre', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'figure', 'figcaption', 'img'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['details', 'summary', 'input'],
];
const ATTRIBUTES = [
  ...['href', 'src', 'alt', 'title', 'width', 'height', 'id', 'class', 'lang', 'dir', 'datetime'],
  ...['colspan', 'rowspan', 'scope', 'align', 'start', 'reversed', 'open'],
  ...['type', 'checked', 'disabled', 'aria-label', 'aria-describedby'],
];

const CONFIG = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ATTRIBUTES,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
} satisfies Config;

const LINK = /^(?:https?:|mailto:|tel:|#|\/(?![/\\]))/i;
/** The site's own drawings, and pictures of a bucket of ours; which origins those have, img-src knows. */
const PICTURE =
  /^(?:\/images\/|(?:https?:\/\/[^/?#\s\\]+)?\/storage\/v1\/object\/public\/images\/)/i;
/** Ids an article brings begin like this, so that they never name a part of the page around it. */
const ID = /^(?:user-content|section|footnote)-[\p{L}\p{M}\p{N}_-]+$/u;
/** Highlighted code, footnotes and task lists; no class of ours that could lay something over the page. */
const CLASS =
  /^(?:hljs(?:-[\w-]+)?|[a-z]+_|language-[\w+#-]+|footnotes|data-footnote-backref|contains-task-list|task-list-item|sr-only)$/;

/** Whose DOM cleans, where it is not the browser's own. */
let host: WindowLike | undefined;
let purifier: DOMPurify | undefined;
let policy: { createHTML: typeof clean } | undefined;

/**
 * The HTML of an article, safe to draw: what is not on the list is gone, links elsewhere say rel,
 * pictures wait until they are near and bring their size and their copies, wide tables scroll in a
 * box of their own. Where the browser has Trusted Types the result is one (policy 'article', beside
 * DOMPurify's own).
 *
 * @param connection what a picture may cost
 * @throws Error without a DOM, see `sanitizeWith`
 */
export function sanitizeHtml(html: string, connection: ConnectionClass = 'fast'): string {
  policy ??= createPolicy('article', { createHTML: clean });
  return policy.createHTML(html, connection);
}

/** While prerendering there is no browser: the build brings a DOM. */
export function sanitizeWith(dom: WindowLike) {
  host = dom;
}

function clean(html: string, connection: ConnectionClass): string {
  purifier ??= createArticlePurifier();
  const body = purifier.sanitize(html, { ...CONFIG, RETURN_DOM: true });
  // Of a text that begins with a frameset there is no body.
  if (!isElement(body)) return '';
  body.querySelectorAll('h1').forEach(lowerHeading);
  body.querySelectorAll('a').forEach(describeLink);
  body.querySelectorAll('input').forEach(keepCheckbox);
  body.querySelectorAll('img').forEach((picture) => settlePicture(picture, connection));
  body.querySelectorAll('table').forEach(putInScroller);
  body.querySelectorAll('pre').forEach((code) => code.setAttribute('tabindex', '0'));
  return body.innerHTML;
}

/** Of whichever DOM it is. */
function isElement(node: Node | null): node is HTMLElement {
  return node?.nodeType === 1;
}

function createArticlePurifier(): DOMPurify {
  const created = createPurifier(host);
  if (!created.isSupported) throw new Error('Articles cannot be sanitised without a DOM');
  created.addHook('uponSanitizeAttribute', (_node, attribute) => {
    const value = attribute.attrValue.trim();
    if (attribute.attrName === 'href') attribute.keepAttr = LINK.test(value);
    if (attribute.attrName === 'src') attribute.keepAttr = PICTURE.test(value);
    if (attribute.attrName === 'id') attribute.keepAttr = ID.test(value);
    if (attribute.attrName === 'class') {
      attribute.attrValue = value
        .split(/\s+/)
        .filter((name) => CLASS.test(name))
        .join(' ');
      attribute.keepAttr = attribute.attrValue !== '';
    }
  });
  return created;
}

/** The page has a title of its own. */
function lowerHeading(heading: Element) {
  const lower = heading.ownerDocument.createElement('h2');
  if (heading.id) lower.id = heading.id;
  lower.append(...heading.childNodes);
  heading.replaceWith(lower);
}

function describeLink(link: HTMLAnchorElement) {
  const address = link.getAttribute('href') ?? '';
  if (/^https?:/i.test(address)) link.rel = 'noopener noreferrer';
}

/** The mark of a task in a list; nothing else can be filled in. */
function keepCheckbox(input: HTMLInputElement) {
  if (input.type === 'checkbox') input.disabled = true;
  else input.remove();
}

/** What reading.css gives a picture that stands alone. */
const PICTURE_SIZES = `(min-width: 1280px) 892px, (min-width: 1024px) 70vw, ${COLUMN_ON_PHONE}`;

/**
 * The copies are told by the address, so they are not stored with the article: one that is older,
 * or whose picture is replaced, is up to date where it is drawn.
 */
function settlePicture(picture: HTMLImageElement, connection: ConnectionClass) {
  const address = picture.getAttribute('src');
  if (address === null) {
    picture.remove();
    return;
  }
  const url = toPublicImageUrl(address);
  const copies = copiesOfImage(url);
  if (copies) {
    picture.width = copies.width;
    picture.height = copies.height;
    picture.sizes = PICTURE_SIZES;
    picture.srcset = copies.srcSet(widthsFor(connection, copies.widths));
  }
  picture.src = url;
  picture.alt ||= '';
  picture.setAttribute('loading', 'lazy');
  picture.setAttribute('decoding', 'async');
}

/** Reached by keyboard, and named, because a wide table can only be read by scrolling it. */
function putInScroller(table: HTMLTableElement) {
  const scroller = table.ownerDocument.createElement('div');
  scroller.className = 'table-scroller';
  scroller.tabIndex = 0;
  scroller.setAttribute('role', 'group');
  scroller.setAttribute('aria-label', table.caption?.textContent?.trim() || 'Table');
  table.replaceWith(scroller);
  scroller.append(table);
}
