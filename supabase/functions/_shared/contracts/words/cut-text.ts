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
