import createPurifier, { type Config, type DOMPurify } from 'dompurify';
import { toPublicImageUrl } from './image-url';

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
const PICTURE = /^(?:https?:|\/(?![/\\]))/i;
/** Ids an article brings begin like this, so that they never name a part of the page around it. */
const ID = /^(?:user-content|section|footnote)-[\p{L}\p{M}\p{N}_-]+$/u;
/** Highlighted code, footnotes and task lists; no class of ours that could lay something over the page. */
const CLASS =
  /^(?:hljs(?:-[\w-]+)?|[a-z]+_|language-[\w+#-]+|footnotes|data-footnote-backref|contains-task-list|task-list-item|sr-only)$/;

type Policy = { createHTML: (html: string) => string };

declare global {
  // Merged into the library's own, which does not know Trusted Types yet.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Window {
    trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy };
  }
}

let purifier: DOMPurify | undefined;
let policy: Policy | undefined;

/**
 * The HTML of an article, safe to draw: what is not on the list is gone, links elsewhere say rel,
 * pictures wait until they are near, wide tables scroll in a box of their own. Where the browser
 * has Trusted Types the result is one (policy 'article', beside DOMPurify's own).
 *
 * @throws Error without a DOM: a prerender has to bring one as `window`
 */
export function sanitizeHtml(html: string): string {
  policy ??= createPolicy();
  return policy.createHTML(html);
}

function createPolicy(): Policy {
  const rules = { createHTML: clean };
  return window.trustedTypes?.createPolicy('article', rules) ?? rules;
}

function clean(html: string): string {
  purifier ??= createArticlePurifier();
  const body = purifier.sanitize(html, { ...CONFIG, RETURN_DOM: true });
  if (!(body instanceof HTMLElement)) throw new Error('The sanitiser gave back no element');
  body.querySelectorAll('h1').forEach(lowerHeading);
  body.querySelectorAll('a').forEach(describeLink);
  body.querySelectorAll('input').forEach(keepCheckbox);
  body.querySelectorAll('img').forEach(settlePicture);
  body.querySelectorAll('table').forEach(putInScroller);
  body.querySelectorAll('pre').forEach((code) => code.setAttribute('tabindex', '0'));
  return body.innerHTML;
}

function createArticlePurifier(): DOMPurify {
  const created = createPurifier();
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

function settlePicture(picture: HTMLImageElement) {
  const address = picture.getAttribute('src');
  if (address === null) {
    picture.remove();
    return;
  }
  picture.src = toPublicImageUrl(address);
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
