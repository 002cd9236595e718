/** Smaller for titles that would fill a phone screen or break inside a word. */
export function titleSize(title: string): string {
  const longestWord = Math.max(...title.split(/[\s-]/).map((word) => word.length));
  if (longestWord > 18) return 'text-[clamp(1.625rem,1rem+2.4vw,3.25rem)] leading-[1.1]';
  if (longestWord > 13 || title.length > 44) {
    return 'max-w-[60rem] text-[clamp(2.125rem,1.5rem+3vw,4.25rem)] leading-[1.05]';
  }
  return 'text-display';
}
