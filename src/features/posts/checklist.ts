import type { PictureFacts } from '@contracts/picture-facts';
import { hasFrame } from '@/documents/pasted-embed';
import { imagePathOfUrl } from '@/lib/image-url';
import { altOf } from '@/lib/picture-facts';
import type { PostField, PostInput } from './fields';

/** The alt text of a pasted picture until the editor replaces it. */
export const ALT_PLACEHOLDER = 'Describe this picture';

const EXCERPT_SHORTEST = 70;
const EXCERPT_LONGEST = 200;
const TITLE_LONGEST = 70;

export type CheckItem = {
  id: string;
  /** The check if it is met, otherwise what to do. */
  label: string;
  isDone: boolean;
  /** The field to focus. */
  field: PostField;
};

/** Advice beyond what saving requires. It never blocks saving. */
export function checkPost(input: PostInput, html: string, facts: PictureFacts): CheckItem[] {
  const article = new DOMParser().parseFromString(html, 'text/html').body;
  const excerpt = input.excerpt.trim().length;
  const item = (id: string, field: PostField, isDone: boolean, done: string, todo: string) => ({
    id,
    field,
    isDone,
    label: isDone ? done : todo,
  });
  return [
    item(
      'title',
      'title',
      input.title.trim() !== '' && input.title.trim().length <= TITLE_LONGEST,
      'The title fits into search results',
      input.title.trim() === ''
        ? 'Give it a title'
        : `Search results cut a title after about ${TITLE_LONGEST} characters`,
    ),
    item(
      'excerpt',
      'excerpt',
      excerpt >= EXCERPT_SHORTEST && excerpt <= EXCERPT_LONGEST,
      'The excerpt has a good length',
      `Write an excerpt of ${EXCERPT_SHORTEST} to ${EXCERPT_LONGEST} characters; it has ${excerpt}`,
    ),
    item('cover', 'imageUrl', input.imageUrl !== '', 'It has a cover picture', 'Choose a cover'),
    item(
      'cover-alt',
      'imageAlt',
      input.imageUrl === '' ||
        input.imageAlt.trim() !== '' ||
        altOf(facts, input.imageUrl) !== null,
      'The cover is described',
      'Describe the cover for readers who cannot see it',
    ),
    item('text', 'markdown', hasText(article), 'It has a text', 'Write the text'),
    item(
      'pictures',
      'markdown',
      picturesWithoutAlt(article) === 0,
      'Every picture in the text is described',
      'Describe every picture in the text: ![what it shows](address)',
    ),
    item(
      'headings',
      'markdown',
      hasOrderedHeadings(input.markdown, article),
      'Headings start at the second level and skip none',
      'Start headings with ## and skip no level',
    ),
    item(
      'links',
      'markdown',
      brokenLinks(input.markdown, article) === 0,
      'Every link and picture has a valid address',
      'A link has no complete address (https://…, /page, #part or mailto:), or a picture is not of this website',
    ),
    item(
      'embeds',
      'markdown',
      !hasFrame(linesOutsideCode(input.markdown).join('\n')),
      'The text holds no embed code',
      'Visitors do not see the <iframe> in the text: put the address of the video on a line of its own',
    ),
    item(
      'terms',
      'category',
      input.category.trim() !== '' && input.tags.length > 0,
      'Readers find it by category and tags',
      'Choose a category and at least one tag',
    ),
  ];
}

function hasText(article: HTMLElement): boolean {
  return (article.textContent ?? '').trim() !== '' || article.querySelector('img') !== null;
}

function picturesWithoutAlt(article: HTMLElement): number {
  return [...article.querySelectorAll('img')].filter(
    ({ alt }) => alt.trim() === '' || alt === ALT_PLACEHOLDER,
  ).length;
}

/** Reads the h1 from the source, because the renderer lowers all headings of a text with an h1. */
function hasOrderedHeadings(markdown: string, article: HTMLElement): boolean {
  if (linesOutsideCode(markdown).some((line) => /^ {0,3}#(?:\s|$)/.test(line))) return false;
  let level = 1;
  for (const { tagName } of article.querySelectorAll('h2, h3, h4, h5, h6')) {
    const next = Number(tagName.slice(1));
    if (next > level + 1) return false;
    level = next;
  }
  return true;
}

/** Line by line: one regular expression over the text takes minutes for a long row of backticks. */
function linesOutsideCode(markdown: string): string[] {
  let fence = '';
  return markdown.split('\n').filter((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    const isOutside = fence === '' && mark === '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = '';
    return isOutside;
  });
}

/** Reads the source too: rendering drops forbidden addresses. The toolbar's `url` counts as broken. */
function brokenLinks(markdown: string, article: HTMLElement): number {
  const written = [...markdown.matchAll(/\]\(\s*([^)\s]*)/g)].map(([, to]) => to ?? '');
  const shown = [...article.querySelectorAll('a[href], img[src]')].map(
    (element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '',
  );
  const empty = shown.filter((address) => !isAddress(address)).length;
  return empty + written.filter((address) => !isAddress(address)).length;
}

function isAddress(address: string): boolean {
  if (imagePathOfUrl(address) !== null) return true;
  if (/^(?:#.|\/(?!\/)|mailto:.+@|tel:\+?\d)/i.test(address)) return true;
  return /^https?:\/\/[^/]+\.[^/]+/i.test(address) && URL.canParse(address);
}
