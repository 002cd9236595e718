/** Plain text as paragraphs: a blank line parts them, a single line break stays where it is. */
export function toParagraphs(text: string | null): string[] {
  if (text === null) return [];
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

/** A quote and who said it, where it ends as people write it: 'Lovely work. — Dana Whitlock, owner'. */
export function splitQuote(quote: string | null): { words: string; speaker: string | null } {
  const [, words, speaker] = /^(.+?)\s+[—–]\s+([^—–\n]{2,120})$/s.exec(quote?.trim() ?? '') ?? [];
  return words && speaker ? { words, speaker } : { words: quote ?? '', speaker: null };
}

export function isHttpUrl(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
