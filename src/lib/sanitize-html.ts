import createPurifier, { type Config, type DOMPurify, type WindowLike } from 'dompurify';
import { sizeOfImage, toPublicImageUrl, variantsOfImage } from './image-url';
import { widthsFor, type ConnectionClass } from './images/connection';
import { COLUMN_ON_PHONE } from './images/constants';
import { createPolicy } from './trusted-types';
import { settleVideo } from './video-poster';

// Elements and attributes allowed in an article: no scripts, frames, forms, styles, SVG or MathML.
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
/** Built-in drawings and images of our bucket on any origin; the CSP's img-src restricts the origins. */
const PICTURE =
  /^(?:\/images\/|(?:https?:\/\/[^/?#\s\\]+)?\/storage\/v1\/object\/public\/images\/)/i;
/** Ids in an article have one of these prefixes, so that they never clash with ids of the page. */
const ID = /^(?:user-content|section|footnote)-[\p{L}\p{M}\p{N}_-]+$/u;
/** Highlighted code, footnotes, task lists and videos; none of the site's classes, which could cover the page. */
const CLASS =
  /^(?:hljs(?:-[\w-]+)?|[a-z]+_|language-[\w+#-]+|footnotes|data-footnote-backref|contains-task-list|task-list-item|sr-only|video)$/;

/** The DOM to use outside a browser. */
let serverDom: WindowLike | undefined;
let purifier: DOMPurify | undefined;
let policy: { createHTML: typeof clean } | undefined;

/**
 * Sanitises the HTML of an article: removes what is not on the lists, adds `rel` to external links, gives pictures
 * lazy loading, size and `srcset`, turns links of videos into posters, and wraps tables in a scrolling box. Returns
 * TrustedHTML where the browser has Trusted Types (policy 'article', besides DOMPurify's own).
 *
 * @param connection limits the sizes of pictures
 * @throws Error without a DOM, see `sanitizeWith`
 */
export function sanitizeHtml(html: string, connection: ConnectionClass = 'fast'): string {
  policy ??= createPolicy('article', { createHTML: clean });
  return policy.createHTML(html, connection);
}

/** Sets the DOM for prerendering, where there is no browser. */
export function sanitizeWith(dom: WindowLike) {
  serverDom = dom;
}

function clean(html: string, connection: ConnectionClass): string {
  purifier ??= createArticlePurifier();
  const body = purifier.sanitize(html, { ...CONFIG, RETURN_DOM: true });
  // A text that begins with a frameset has no body.
  if (!isElement(body)) return '';
  body.querySelectorAll('h1').forEach(lowerHeading);
  body.querySelectorAll('a').forEach(describeLink);
  body.querySelectorAll('input').forEach(keepCheckbox);
  body.querySelectorAll('img').forEach((picture) => settlePicture(picture, connection));
  body.querySelectorAll<HTMLAnchorElement>('a.video').forEach(settleVideo);
  body.querySelectorAll('table').forEach(putInScroller);
  body.querySelectorAll('pre').forEach(nameCode);
  return body.innerHTML;
}

/** `instanceof` would fail for the DOM of the build. */
function isElement(node: Node | null): node is HTMLElement {
  return node?.nodeType === 1;
}

function createArticlePurifier(): DOMPurify {
  const created = createPurifier(serverDom);
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

/** The title of the page is its only h1. */
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

/** Keeps the checkboxes of task lists, disabled and named, and removes every other input. */
function keepCheckbox(input: HTMLInputElement) {
  if (input.type !== 'checkbox') {
    input.remove();
    return;
  }
  input.disabled = true;
  input.setAttribute('aria-label', input.checked ? 'Done' : 'Not done');
}

/** The width that reading.css gives a picture in an article. */
const PICTURE_SIZES = `(min-width: 1280px) 892px, (min-width: 1024px) 70vw, ${COLUMN_ON_PHONE}`;

/**
 * The address lists the variants, so they are not stored with the article: a replaced picture, or
 * one with new variants, is up to date without saving the article again.
 */
function settlePicture(picture: HTMLImageElement, connection: ConnectionClass) {
  const address = picture.getAttribute('src');
  if (address === null) {
    picture.remove();
    return;
  }
  const url = toPublicImageUrl(address);
  const size = sizeOfImage(url);
  if (size) {
    picture.width = size.width;
    picture.height = size.height;
  }
  const variants = variantsOfImage(url);
  if (variants) {
    picture.sizes = PICTURE_SIZES;
    picture.srcset = variants.srcSet(widthsFor(connection, variants.widths));
  }
  picture.src = url;
  picture.alt ||= '';
  picture.setAttribute('loading', 'lazy');
  picture.setAttribute('decoding', 'async');
}

/** Focusable, because a long line can only be read by scrolling it; named, because a screen reader would stay silent. */
function nameCode(code: HTMLPreElement) {
  // The only one of the three that is kept when this is sanitised again, and so the first.
  code.setAttribute('aria-label', 'Code');
  code.tabIndex = 0;
  code.setAttribute('role', 'group');
}

/** Focusable and labelled, because a wide table can only be read by scrolling it. */
function putInScroller(table: HTMLTableElement) {
  const scroller = table.ownerDocument.createElement('div');
  scroller.className = 'table-scroller';
  scroller.tabIndex = 0;
  scroller.setAttribute('role', 'group');
  scroller.setAttribute('aria-label', table.caption?.textContent?.trim() || 'Table');
  table.replaceWith(scroller);
  scroller.append(table);
}
