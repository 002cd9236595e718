import { format as formatDate } from 'date-fns';
import type { Delimiter, TableRow } from './csv';

/** What a list can be exported as. */
export const TABLE_FORMATS = ['comma', 'semicolon', 'xlsx'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export const TABLE_FORMAT_LABELS: Record<TableFormat, string> = {
  comma: 'CSV with commas',
  semicolon: 'CSV with semicolons',
  xlsx: 'Excel (XLSX)',
};

const keyOf = (userId: string) => `table-format ${userId}`;

/**
 * Where a comma is the decimal sign, spreadsheets part columns at semicolons.
 *
 * @param locale of the browser
 */
export function regionalFormat(locale?: string): TableFormat {
  return (1.5).toLocaleString(locale).includes(',') ? 'semicolon' : 'comma';
}

/** The choice of this person in this browser, or what spreadsheets of the region read. */
export function readTableFormat(userId: string): TableFormat {
  try {
    const stored = localStorage.getItem(keyOf(userId));
    const known = TABLE_FORMATS.find((format) => format === stored);
    if (known) return known;
  } catch {
    // Storage may be unavailable: private mode, blocked cookies.
  }
  return regionalFormat(globalThis.navigator?.language);
}

export function keepTableFormat(userId: string, format: TableFormat) {
  try {
    localStorage.setItem(keyOf(userId), format);
  } catch {
    // The choice then lasts until the page is closed.
  }
}

/** Both are called only for their format. */
export type Table = {
  rows: () => readonly TableRow[];
  csv: (delimiter: Delimiter) => string | Promise<string>;
};

/** Offers a table for download, with the day in its name: 'enquiries-inbox-2026-11-28.csv'. */
export async function saveTable(name: string, format: TableFormat, table: Table): Promise<void> {
  const file =
    format === 'xlsx'
      ? await xlsxOf(table.rows())
      : new Blob([await table.csv(format === 'comma' ? ',' : ';')], {
          type: 'text/csv;charset=utf-8',
        });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  const day = formatDate(new Date(), 'yyyy-MM-dd');
  link.download = `${name}-${day}.${format === 'xlsx' ? 'xlsx' : 'csv'}`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Every text is a text: a telephone number keeps its plus, and nothing is computed. */
export async function xlsxOf(rows: readonly TableRow[]): Promise<Blob> {
  const { writeXlsx } = await import('hucre/xlsx');
  const names = Object.keys(rows[0] ?? {});
  const bytes = await writeXlsx({
    sheets: [{ name: 'Export', rows: [names, ...rows.map((row) => Object.values(row))] }],
  });
  return new Blob([new Uint8Array(bytes)], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  });
}
