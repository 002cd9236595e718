// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { sanitizeHtml } from '@/lib/sanitize-html';
import { renderMarkdown } from '../../../supabase/functions/_shared/markdown.ts';
import { xssVectors } from '../../support/xss-vectors';

const ELEMENTS = new Set(
  (
    'a abbr b blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption ' +
    'figure h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p pre q s samp section small span strong ' +
    'sub summary sup table tbody td tfoot th thead time tr u ul var wbr'
  ).split(' '),
);
const HARMLESS_ADDRESS = /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i;

function remainderOf(html: string): string[] {
  const page = new DOMParser().parseFromString(`<!doctype html><body>${html}`, 'text/html');
  const found: string[] = [];
  for (const element of page.querySelectorAll('body *')) {
    const name = element.localName;
    if (!ELEMENTS.has(name) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') {
      found.push(`<${name}>`);
    }
    for (const attribute of element.attributes) {
      if (/^on|^style$|^srcdoc$|^srcset$|^formaction$|^is$/i.test(attribute.name)) {
        found.push(attribute.name);
      }
      const isAddress = /^(?:href|src|action|ping|poster|background|cite)$|:href$/.test(
        attribute.name,
      );
      if (isAddress && !HARMLESS_ADDRESS.test(attribute.value)) found.push(attribute.value);
    }
    if (element.id && !/^(?:user-content|section|footnote)-/.test(element.id)) {
      found.push(`#${element.id}`);
    }
    if (element.hasAttribute('name')) found.push('name');
  }
  return found;
}

const kinds = [...new Set(xssVectors.map(({ kind }) => kind))];
const vectorsOf = (wanted: string) => xssVectors.filter(({ kind }) => kind === wanted);

test('R-08: the corpus holds at least 150 vectors, each once', () => {
  const texts = xssVectors.map(({ id, text }) => text.replaceAll(String(id), ''));
  expect(texts.length).toBeGreaterThanOrEqual(150);
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
});

test('R-08: the check detects script, handler and unsafe URL', () => {
  const armed = ['<img src=x onerror=a>', '<a href="java&Tab;script:a">a</a>', '<svg></svg>'];
  for (const html of armed) expect(remainderOf(html), html).not.toEqual([]);
});

test.for(kinds)('R-08: written as Markdown, nothing of %s can run', (kind) => {
  for (const { text } of vectorsOf(kind)) {
    const html = renderMarkdown(text);
    expect(remainderOf(html), text).toEqual([]);
    expect(remainderOf(sanitizeHtml(html)), text).toEqual([]);
  }
});

test.for(kinds)('R-08: rendered as HTML, nothing of %s can run, parsed once or twice', (kind) => {
  for (const { text } of vectorsOf(kind)) {
    const once = sanitizeHtml(text);
    expect(remainderOf(once), text).toEqual([]);
    const parsed = document.createElement('div');
    parsed.innerHTML = once;
    expect(remainderOf(parsed.innerHTML), text).toEqual([]);
    expect(remainderOf(sanitizeHtml(parsed.innerHTML)), text).toEqual([]);
  }
});

test('R-08: all vectors in one text, in both orders: nothing can run', () => {
  const texts = xssVectors.map(({ text }) => text).filter((text) => !text.startsWith('<frameset'));
  const together = sanitizeHtml(texts.join('\n'));
  expect(together).not.toBe('');
  expect(remainderOf(together)).toEqual([]);
  expect(remainderOf(sanitizeHtml(texts.reverse().join('')))).toEqual([]);
});

test('R-08: a post that begins with a frameset is empty and raises no error', () => {
  expect(sanitizeHtml('<frameset><frame src="https://a.example"></frameset><p>Text</p>')).toBe('');
});
