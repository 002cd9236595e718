// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { sanitizeHtml } from '@/lib/sanitize-html';
import { renderMarkdown } from '../../../supabase/functions/_shared/markdown.ts';

function drawn(html: string): HTMLElement {
  const body = document.createElement('div');
  body.innerHTML = sanitizeHtml(html);
  return body;
}

test('R-08: links of footnotes and headings still have their targets in the rendered post', () => {
  const body = drawn(renderMarkdown('## Über uns\n\nText[^1] and more[^1].\n\n[^1]: A note'));
  expect(body.querySelector('h2')?.id).toBe('section-über-uns');
  const links = Array.from(body.querySelectorAll('a'), (link) => link.getAttribute('href') ?? '');
  expect(links).toHaveLength(4);
  const ids = Array.from(body.querySelectorAll('[id]'), ({ id }) => id);
  for (const link of links) expect(ids).toContain(decodeURIComponent(link.slice(1)));
});

test.for([
  '<math><mtext><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>"></style></mtext></svg></mglyph></mtext></math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)></style></mglyph></form></mtext></math>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<table><caption><svg><desc><p title="</desc></svg><img src=x onerror=alert(1)>">',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<a href="&#1;javascript:alert(1)">x</a>',
  '<a href="jav\u00adascript:alert(1)">x</a>',
  '<p id="section-x" id="root" onclick=alert(1)>x</p>',
])('R-08: nothing in %s runs, rendered twice', (html) => {
  const body = drawn(drawn(html).innerHTML);
  expect(body.querySelector('svg, math, style, form, script')).toBeNull();
  for (const element of body.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      expect(name).not.toMatch(/^on/);
      if (name === 'href' || name === 'src') expect(value).not.toMatch(/script:/);
    }
  }
});
