import { unparse } from 'papaparse';

/**
 * A text that a spreadsheet would run as a formula, also after blanks and characters that are not shown, and with
 * full-width signs.
 */
const FORMULA =
  /^[\s\p{C}\u115F\u1160\u3164\uFFA0]*[=+\-@|%\u2212\uFE62\uFE63\uFE66\uFE6B\uFF05\uFF0B\uFF0D\uFF1D\uFF20\uFF5C]|^[\t\r\n]/u;

export type TableRow = Readonly<Record<string, string | number>>;

export type Delimiter = ',' | ';';

export function csvOf(rows: readonly TableRow[], delimiter: Delimiter = ','): string {
  return unparse([...rows], { escapeFormulae: FORMULA, newline: '\r\n', delimiter });
}
