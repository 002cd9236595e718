const SEPARATOR = /^(?:-{2,} ?[\p{L} ]{4,40} ?-{2,}|_{10,})$/u;

/**
 * Separates what the sender wrote from the quoted history at the end: lines after '>' with the line that
 * introduces them, or everything from a line like '-- Original Message --' on.
 */
export function splitQuote(text: string): { own: string; quoted: string | null } {
  const lines = text.split('\n');
  let start = lines.findIndex((line) => SEPARATOR.test(line.trim()));
  if (start < 0) start = startOfQuote(lines);
  const own = lines.slice(0, start).join('\n').trimEnd();
  // A mail of quotes only is shown whole.
  if (start >= lines.length || own === '') return { own: text, quoted: null };
  return { own, quoted: lines.slice(start).join('\n') };
}

function startOfQuote(lines: readonly string[]): number {
  const isBlank = (at: number) => lines[at]?.trim() === '';
  let start = lines.length;
  while (start > 0 && (isBlank(start - 1) || lines[start - 1]?.startsWith('>'))) start -= 1;
  if (!lines.slice(start).some((line) => line.startsWith('>'))) return lines.length;
  // 'On Nov 20 Ada wrote:', in any language, maybe wrapped to two lines.
  if (lines[start - 1]?.trimEnd().endsWith(':')) {
    start -= 1;
    if (start > 0 && !isBlank(start - 1) && isBlank(start - 2)) start -= 1;
  }
  return start;
}
