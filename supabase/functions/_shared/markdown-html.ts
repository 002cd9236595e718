// The HTML that Markdown may become: allowed elements, attributes and addresses. The database checks the
// same for posts in private.is_rendered_post.
import type { Element, ElementContent, Root as HtmlRoot } from 'hast';
import type { Options as SanitizeSchema } from 'rehype-sanitize';
import { directionOf } from './contracts/words/direction.ts';
import { LANGUAGE_TAG } from './markdown-languages.ts';
import { MarkdownError } from './markdown-limits.ts';

export function everyElement(root: HtmlRoot, visit: (element: Element) => void) {
  const walk = (nodes: readonly (ElementContent | HtmlRoot['children'][number])[]) => {
    for (const node of nodes) {
      if (node.type !== 'element') continue;
      visit(node);
      walk(node.children);
    }
  };
  walk(root.children);
}

export function textOf(element: Element): string {
  return element.children
    .map((child) =>
      child.type === 'text' ? child.value : child.type === 'element' ? textOf(child) : '',
    )
    .join('');
}

const WEB_ADDRESS = /^https?:\/\/[^/?#\s]/i;
const LINK_ADDRESS = /^(?:mailto:|tel:|#|\/(?![/\\]))/i;
const FOREIGN_ADDRESS = /^(?:https?:|[/\\]{2})/i;
const PICTURE_ADDRESS = /^(?:\/storage\/v1\/object\/public)?\/images\//;
/** The origin of a bucket address, as "Copy URL" gives it. It is removed because it differs by installation. */
const BUCKET_ORIGIN = /^https?:\/\/[^/?#\s]+(?=\/storage\/v1\/object\/public\/images\/)/i;
/** `..`, `.` or nothing between slashes, also percent-encoded: browsers and servers shorten the address. */
const DOT_SEGMENT = /[/\\](?:\.|%2e){0,2}(?=[/\\?#]|$)/i;

/**
 * Links and pictures with a forbidden address are replaced by their text. A picture of another website is
 * an error, so that its author learns that it cannot be shown.
 */
export function checkAddresses() {
  return (root: HtmlRoot) => {
    everyElement(root, (element) => {
      if (element.tagName === 'a') checkLink(element);
      if (element.tagName === 'img') checkPicture(element);
    });
  };
}

/** Blocks with letters of Hebrew, Arabic and the like take the direction of their first letter. */
export function setDirections() {
  return (root: HtmlRoot) => {
    for (const node of root.children) {
      if (node.type === 'element' && node.tagName !== 'pre' && directionOf(textOf(node))) {
        node.properties.dir = 'auto';
      }
    }
  };
}

function checkLink(element: Element) {
  const address = String(element.properties.href ?? '');
  if (WEB_ADDRESS.test(address)) {
    element.properties.href = asciiHost(lowerCaseScheme(address));
    element.properties.rel = ['nofollow', 'noopener', 'noreferrer'];
  } else if (LINK_ADDRESS.test(address)) {
    element.properties.href = lowerCaseScheme(address);
  } else {
    replaceBySpan(element, element.children);
  }
}

function checkPicture(element: Element) {
  const address = String(element.properties.src ?? '').replace(BUCKET_ORIGIN, '');
  if (FOREIGN_ADDRESS.test(address)) throw new MarkdownError(foreignPicture(address));
  if (PICTURE_ADDRESS.test(address) && !DOT_SEGMENT.test(address)) {
    Object.assign(element.properties, { src: address, loading: 'lazy', decoding: 'async' });
  } else {
    replaceBySpan(element, [{ type: 'text', value: String(element.properties.alt ?? '') }]);
  }
}

const foreignPicture = (address: string) =>
  `The picture ${address.slice(0, 100)} is on another website. Please upload it and insert it from here`;

const lowerCaseScheme = (address: string) =>
  address.replace(/^[a-z]+:/i, (scheme) => scheme.toLowerCase());

/** 'https://xn--mller-kva.de' for 'https://müller.de', whose percent-encoded form feed readers do not resolve. */
function asciiHost(address: string): string {
  const [origin = ''] = /^https?:\/\/[^/?#]*/.exec(address) ?? [];
  if (!/%[89a-f]/i.test(origin) || !URL.canParse(origin)) return address;
  return new URL(origin).href.slice(0, -1) + address.slice(origin.length);
}

function replaceBySpan(element: Element, children: ElementContent[]) {
  Object.assign(element, { tagName: 'span', properties: {}, children });
}

const HIGHLIGHT_CLASSES = [
  'className',
  'hljs',
  /^hljs-[a-z0-9_-]+$/,
  /^language-[\w.+#-]+$/,
] as const;

export const schema: SanitizeSchema = {
  tagNames: [
    ...['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'pre', 'code', 'span'],
    ...['em', 'strong', 'del', 'br', 'hr', 'sup', 'a', 'img', 'input', 'section'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  attributes: {
    '*': [['dir', 'auto']],
    h2: ['id', ['className', 'sr-only']],
    ...Object.fromEntries(['h3', 'h4', 'h5', 'h6'].map((heading) => [heading, ['id']])),
    a: [
      ...['href', 'title', 'rel', 'id', 'ariaLabel', 'ariaDescribedBy'],
      ...[
        'dataFootnoteRef',
        'dataFootnoteBackref',
        ['className', 'data-footnote-backref', 'video'],
      ],
    ] as NonNullable<SanitizeSchema['attributes']>[string],
    img: ['src', 'alt', 'title', ['loading', 'lazy'], ['decoding', 'async']],
    input: [['type', 'checkbox'], 'checked', ['disabled', true]],
    ul: [['className', 'contains-task-list']],
    ol: ['start', ['className', 'contains-task-list']],
    li: ['id', ['className', 'task-list-item']],
    section: ['dataFootnotes', ['className', 'footnotes']],
    code: [[...HIGHLIGHT_CLASSES]],
    span: [
      ['className', /^hljs-[a-z0-9_-]+$/, /^(?:class|function|inherited)_+$/],
      ['lang', LANGUAGE_TAG],
    ],
    th: [['align', 'left', 'center', 'right']],
    td: [['align', 'left', 'center', 'right']],
  },
  protocols: { href: ['http', 'https', 'mailto', 'tel'], src: ['https'] },
  required: { input: { type: 'checkbox', disabled: true } },
  ancestors: Object.fromEntries(
    ['thead', 'tbody', 'tr', 'th', 'td'].map((part) => [part, ['table']]),
  ),
  // All ids are set by this file or the footnotes plugin, with a prefix.
  clobber: [],
  strip: ['script', 'style'],
};
