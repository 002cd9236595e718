// The examples of the CommonMark specification through the pipeline of posts. Structure and texts must be those of the
// specification, except in the examples listed here.
import { tests as examples } from 'commonmark-spec';
import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../supabase/functions/_shared/markdown.ts';

/** Numbers of the examples of version 0.31.2 whose result differs, by reason. */
const DIFFERENT: Readonly<Record<string, readonly number[]>> = {
  'HTML in a post is left out': [
    ...[21, 148, 149, 150, 151, 152, 153, 154, 155, 159, 160, 161, 162, 163, 164, 165, 166, 167],
    ...[168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 182, 183, 184, 185, 186],
    ...[188, 189, 190, 191, 201, 308, 309, 491, 494, 524, 536, 613, 614, 615, 617, 625, 626, 627],
    ...[628, 629],
  ],
  'an address written as it is becomes a link, as on GitHub': [602, 606, 608, 611, 612],
  'schemes are written in lower case': [597],
};

const { document } = new JSDOM('').window;

/** Elements, texts and addresses, without what a post does on purpose: ids, colours, rel, one h1 less, no odd addresses. */
function structureOf(html: string): string {
  const part = document.createElement('div');
  part.innerHTML = html;
  if (part.querySelector('h1')) {
    for (const heading of part.querySelectorAll('h1, h2, h3, h4, h5')) {
      const lower = document.createElement(`h${Number(heading.tagName[1]) + 1}`);
      lower.append(...heading.childNodes);
      heading.replaceWith(lower);
    }
  }
  for (const picture of part.querySelectorAll('img')) {
    if (!/^\/images\//.test(picture.getAttribute('src') ?? '')) picture.replaceWith(picture.alt);
  }
  for (const link of part.querySelectorAll('a')) {
    const isKept = /^(?:https?:\/\/.|mailto:|tel:|#|\/(?![/\\]))/i.test(
      link.getAttribute('href') ?? '',
    );
    if (!isKept) link.replaceWith(...link.childNodes);
  }
  for (const span of part.querySelectorAll('span')) span.replaceWith(...span.childNodes);
  for (const element of part.querySelectorAll('*')) {
    for (const { name } of [...element.attributes]) {
      if (!['href', 'src', 'alt', 'title', 'start'].includes(name)) element.removeAttribute(name);
    }
  }
  part.normalize();
  return part.innerHTML.replace(/\s*\n\s*/g, '\n').trim();
}

/** Null where the text is refused. */
function rendered(markdown: string): string | null {
  try {
    return structureOf(renderMarkdown(markdown));
  } catch {
    return null;
  }
}

test('every example of CommonMark has the structure of the specification, or its reason', () => {
  const differing = examples.flatMap(({ markdown, html, number }) =>
    rendered(markdown.replaceAll('→', '\t')) === structureOf(html.replaceAll('→', '\t'))
      ? []
      : [number],
  );
  expect(differing).toEqual(
    Object.values(DIFFERENT)
      .flat()
      .sort((a, b) => a - b),
  );
});
