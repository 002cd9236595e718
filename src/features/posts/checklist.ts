import type { PictureFacts } from '@contracts/picture-facts';
import { checklistItem, type ChecklistItem } from '@/documents/checklist';
import { hasFrame } from '@/documents/pasted-embed';
import { imagePathOfUrl } from '@/lib/image-url';
import { altOf } from '@/lib/picture-facts';
import type { PostField, PostInput } from './fields';

/** The alt text of a pasted picture until the editor replaces it. */
export const ALT_PLACEHOLDER = 'Describe this picture';

const EXCERPT_SHORTEST = 70;
const EXCERPT_LONGEST = 200;
const TITLE_LONGEST = 70;

export function checkPost(
  input: PostInput,
  html: string,
  facts: PictureFacts,
): ChecklistItem<PostField>[] {
  const article = new DOMParser().parseFromString(html, 'text/html').body;
  const title = input.title.trim();
  const excerpt = input.excerpt.trim();
  return [
    checklistItem(
      'Title that fits search results',
      title !== '' && title.length <= TITLE_LONGEST,
      title === ''
        ? 'Give it a title.'
        : `Search results cut it after about ${TITLE_LONGEST} characters; it has ${title.length}.`,
      'title',
    ),
    checklistItem(
      'Excerpt of a good length',
      excerpt.length >= EXCERPT_SHORTEST && excerpt.length <= EXCERPT_LONGEST,
      `Write ${EXCERPT_SHORTEST} to ${EXCERPT_LONGEST} characters; it has ${excerpt.length}.`,
      'excerpt',
    ),
    checklistItem('Cover', input.imageUrl !== '', 'Choose one.', 'imageUrl'),
    checklistItem(
      'Alternative text for the cover',
      input.imageUrl === '' ||
        input.imageAlt.trim() !== '' ||
        altOf(facts, input.imageUrl) !== null,
      'Describe it for readers who cannot see it.',
      'imageAlt',
    ),
    checklistItem('Text', hasText(article), 'Write it.', 'markdown'),
    checklistItem(
      'Alternative text for every picture in the text',
      picturesWithoutAlt(article) === 0,
      'Describe each one: ![what it shows](address)',
      'markdown',
    ),
    checklistItem(
      'Headings in order',
      hasOrderedHeadings(input.markdown, article),
      'Start with ## and skip no level.',
      'markdown',
    ),
    checklistItem(
      'Valid links',
      brokenLinks(input.markdown, article) === 0,
      'A link has no complete address (https://…, /page, #part or mailto:), or a picture is not of this website.',
      'markdown',
    ),
    checklistItem(
      'No embed code in the text',
      !hasFrame(linesOutsideCode(input.markdown).join('\n')),
      'Visitors do not see the <iframe>. Put the address of the video on a line of its own.',
      'markdown',
    ),
    checklistItem(
      'Category and tags',
      input.category.trim() !== '' && input.tags.length > 0,
      'Choose a category and at least one tag.',
      'category',
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
