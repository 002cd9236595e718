// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headTags, renderHead } from '@/lib/head-tags';
import { sanitizeHtml } from '@/lib/sanitize-html';
import { toJsonLd } from '@/lib/structured-data';

const piece = fc.constantFrom(
  ...['<', '>', '"', "'", '/', '=', ' ', '&', '&lt;', '<!--', '-->', '<![CDATA[', ']]>', '\0', '`'],
  ...['<script>', '</script>', '<style>', '</style>', '<svg>', '<math>', '<mtext>', '<template>'],
  ...['<p>', '</p>', '<table>', '<td>', '<select>', '<form>', '<iframe srcdoc=', '<noscript>'],
  ...[
    '<a href="',
    '<img src="',
    '<img src=x ',
    '<input ',
    '<details open ',
    '<h1 id="',
    '<pre class="',
  ],
  ...[
    'javascript:',
    'JaVa\tScRiPt:',
    'data:text/html,',
    '//evil.example',
    'https://a.example/',
    '#x',
  ],
  ...[
    'onerror=',
    'onload=',
    'ontoggle=',
    'style=',
    'formaction=',
    'xlink:href=',
    'alert(1)',
    'text',
  ],
);
const html = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));

const HARMLESS = /^(?:https?:|mailto:|tel:|#|\/(?![/\\]))/i;

test('R-08, POST-7: no HTML gives an element that runs, loads or links to a forbidden target', () => {
  fc.assert(
    fc.property(html, (written) => {
      const body = document.createElement('div');
      body.innerHTML = sanitizeHtml(written);
      for (const element of body.querySelectorAll('*')) {
        expect(element.localName).not.toMatch(
          /^(?:script|style|svg|math|iframe|object|embed|form|select|button|template|noscript|link|meta|base)$/,
        );
        for (const { name, value } of element.attributes) {
          expect(name).not.toMatch(/^on|^style$|srcdoc|formaction|xlink/);
          if (name === 'href' || name === 'src') expect(value).toMatch(HARMLESS);
        }
      }
    }),
    { numRuns: 400 },
  );
});

test('R-08: sanitizing a sanitized post again changes nothing', () => {
  fc.assert(
    fc.property(html, (written) => {
      const once = sanitizeHtml(written);
      // Each sanitizing adds one box around a table.
      fc.pre(!once.includes('table-scroller'));
      expect(sanitizeHtml(once)).toBe(once);
    }),
    { numRuns: 300 },
  );
});

test('SEO: no text of a page ends its JSON-LD block', () => {
  fc.assert(
    fc.property(html, (text) => {
      const json = toJsonLd(
        [{ '@type': 'Article', name: text, url: `/blog/${text}` }],
        'https://a.example',
      );
      expect(json).not.toContain('<');
      expect(JSON.parse(json)['@graph'][0].name).toBe(text === '' ? undefined : text);
    }),
  );
});

test('SEO: no text of a page ends its tag in the head', () => {
  fc.assert(
    fc.property(html, html, html, (title, description, alt) => {
      const image = { url: '/a.webp', alt, width: 1, height: 1 };
      const tags = headTags(
        { title, description, image },
        { siteUrl: 'https://a.example', path: '/' },
      );
      const head = new DOMParser().parseFromString(renderHead(tags), 'text/html');
      expect(head.body.childNodes).toHaveLength(0);
      expect(head.querySelectorAll('script')).toHaveLength(0);
      expect(head.head.children).toHaveLength(tags.length);
      const shown = head.querySelector('meta[property="og:image:alt"]')?.getAttribute('content');
      // The parser replaces NUL.
      expect(shown).toBe(alt.replaceAll('\0', '\uFFFD'));
    }),
    { numRuns: 200 },
  );
});
