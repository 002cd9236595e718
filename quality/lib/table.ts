/**
 * A Markdown table.
 *
 * @param texts how many columns have text, from the left; the others have figures
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  texts = 1,
) {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = head.map((_, column) => (column < texts ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
