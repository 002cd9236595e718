import { readXlsx } from 'hucre/xlsx';
import { parse } from 'papaparse';
import { afterEach, expect, test, vi } from 'vitest';
import { csvOf } from '@/lib/csv';
import { keepTableFormat, readTableFormat, regionalFormat, xlsxOf } from '@/lib/table-file';

const ROWS = [
  { Name: 'Živka; "Ž", Ltd', Phone: '+389 70 123 456', Message: '=HYPERLINK("https://x.example")' },
  { Name: '-2+3', Phone: '@SUM(A1)', Message: 'Two\nlines; and, signs' },
];

afterEach(() => {
  vi.unstubAllGlobals();
});

test('in XLSX every text is a text: a number keeps its plus, and a formula is none', async () => {
  const file = await xlsxOf(ROWS);
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()));
  expect(sheets[0]?.rows).toEqual([
    Object.keys(ROWS[0] ?? {}),
    ...ROWS.map((row) => Object.values(row)),
  ]);
  for (const cell of sheets[0]?.cells?.values() ?? []) expect(cell.formula).toBeUndefined();
});

test('an empty list is a table without rows', async () => {
  const { sheets } = await readXlsx(new Uint8Array(await (await xlsxOf([])).arrayBuffer()));
  expect(sheets).toHaveLength(1);
});

test.for([',', ';'] as const)(
  'a CSV with %s is read back, its plus kept and its formulas inert',
  (delimiter) => {
    const { data } = parse<string[]>(csvOf(ROWS, delimiter), { delimiter, newline: '\r\n' });
    expect(data).toEqual([
      ['Name', 'Phone', 'Message'],
      ['Živka; "Ž", Ltd', "'+389 70 123 456", '\'=HYPERLINK("https://x.example")'],
      ["'-2+3", "'@SUM(A1)", 'Two\nlines; and, signs'],
    ]);
  },
);

test.for([
  ['de-DE', 'semicolon'],
  ['mk-MK', 'semicolon'],
  ['da', 'semicolon'],
  ['pl', 'semicolon'],
  ['en-GB', 'comma'],
  ['de-CH', 'comma'],
  ['ja', 'comma'],
] as const)('spreadsheets of %s part columns at a %s', ([locale, format]) => {
  expect(regionalFormat(locale)).toBe(format);
});

test('the choice of a person is kept in this browser, and is theirs alone', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('navigator', { language: 'mk' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  keepTableFormat('ada', 'xlsx');
  expect([readTableFormat('ada'), readTableFormat('ben')]).toEqual(['xlsx', 'semicolon']);
  kept.set('table-format ada', 'odt');
  expect(readTableFormat('ada')).toBe('semicolon');
});
