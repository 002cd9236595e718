import { searchWords } from '@contracts/words/latin';

const WORD =
  /[\u0E00-\u0EFF\u3040-\u30FF\u3400-\u9FFF\uF900-\uFAFF]|[\p{L}\p{M}\p{N}\u200C\u200D]+/gu;

/** Whether every word of the search begins a word of the texts. */
export function hasWords(texts: readonly string[], search: string): boolean {
  const words = searchWords(texts.join(' '));
  const wanted = searchWords(search);
  return wanted.length > 0 && wanted.every((word) => words.some((other) => other.startsWith(word)));
}

/** The text in parts, those marked that begin with a word of the search. */
export function markMatches(text: string, search: string): { text: string; isMatch: boolean }[] {
  const wanted = searchWords(search);
  const parts: { text: string; isMatch: boolean }[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const isMatch = searchWords(word).some((part) => wanted.some((one) => part.startsWith(one)));
    if (!isMatch) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isMatch: false });
    parts.push({ text: word, isMatch });
    end = index + word.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
}
