// What can be counted, cut and told about words in every language. Without zod, which visitors do not load.

export const POST_WORDS_PER_MINUTE = 200;
/** Of Chinese and Japanese, whose words no space parts. */
const CHARACTERS_PER_MINUTE = 500;
const CHARACTER = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu;

/** Minutes to read this many words: rounded up, at least one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.ceil(words / POST_WORDS_PER_MINUTE));
}

/** The words of a rendered post. Chinese and Japanese characters count as the words that are read in the same time. */
export function countWords(html: string): number {
  const text = html.replace(/<[^>]*>/g, '').replace(/&#?\w+;/g, ' ');
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  let words = 0;
  let characters = 0;
  // In short pieces: the time of a segmenter grows with the square of the length.
  for (const [piece] of text.matchAll(/\S{1,200}/g)) {
    if (/^[a-z]+[.,]?$/i.test(piece)) {
      words += 1;
      continue;
    }
    for (const { segment, isWordLike } of segmenter.segment(piece)) {
      const written = segment.match(CHARACTER)?.length ?? 0;
      characters += written;
      if (isWordLike && written === 0) words += 1;
    }
  }
  return words + Math.ceil((characters * POST_WORDS_PER_MINUTE) / CHARACTERS_PER_MINUTE);
}

/**
 * The beginning of a text, never half a character as people see it: an emoji of several parts, a letter with its accent.
 *
 * @param limit in code points, as Postgres counts, with `end`
 * @param end what stands in place of the rest
 */
export function cutText(text: string, limit: number, end = ''): string {
  if (text.length <= limit || Array.from(text).length <= limit) return text;
  const room = limit - Array.from(end).length;
  let kept = '';
  let length = 0;
  // Not the whole text: the time of a segmenter grows with the square of the length.
  const start = text.slice(0, 2 * limit + 100);
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(start)) {
    length += Array.from(segment).length;
    if (length > room) break;
    kept += segment;
  }
  // Some put hundreds of marks on one letter.
  return (kept === '' ? Array.from(text).slice(0, room).join('') : kept.trimEnd()) + end;
}

const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** The attribute `dir` of an element with people's words: none where a text has no letter of Hebrew, Arabic and the like. */
export const directionOf = (text: string): 'auto' | undefined =>
  RIGHT_TO_LEFT.test(text) ? 'auto' : undefined;
