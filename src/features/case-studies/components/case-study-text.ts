/** Plain text as paragraphs: a blank line parts them, a single line break stays where it is. */
export function toParagraphs(text: string | null): string[] {
  if (text === null) return [];
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

export function isHttpUrl(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
