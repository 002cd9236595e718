// How long a text takes to read, in every language. Without zod, which visitors do not load.

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
