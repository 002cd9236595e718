/** Splits plain text into paragraphs at blank lines; single line breaks stay. */
export function toParagraphs(text: string | null): string[] {
  if (text === null) return [];
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

/** Splits off the speaker of a quote that ends like 'Lovely work. — Dana Whitlock, owner'. */
export function splitQuote(quote: string | null): { words: string; speaker: string | null } {
  const [, words, speaker] = /^(.+?)\s+[—–]\s+([^—–\n]{2,120})$/s.exec(quote?.trim() ?? '') ?? [];
  return words && speaker ? { words, speaker } : { words: quote ?? '', speaker: null };
}

export function isHttpUrl(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
