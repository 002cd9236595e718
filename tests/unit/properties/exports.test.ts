import fc from 'fast-check';
import { parse } from 'papaparse';
import { expect, test } from 'vitest';
import { subscribeSchema } from '@contracts/newsletter';
import { toCsv as enquiriesToCsv } from '@/features/enquiries/csv';
import type { StoredEnquiry } from '@/features/enquiries/model';
import { toCsv as subscribersToCsv } from '@/features/newsletter/export-subscribers';

const cell = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'=+-@|%,;"\'\t\r\n \u00A0\u00AD\u061C\u180E\u200B\u202E\u2060\u2066\u3164\uFEFF＝＋－＠％｜﹢0a',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
    { maxLength: 12 },
  )
  .map((signs) => signs.join(''));

/** Texts that spreadsheets evaluate, also after blanks and invisible characters. */
const RUNS =
  /^[\s\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\u3164\uFEFF]*[=+\-@|%＝＋－＠％｜﹢]|^[\t\r\n]/;

function rowsOf(csv: string): string[][] {
  return parse<string[]>(csv.replace(/^\uFEFF/, ''), { newline: '\r\n' }).data;
}

const enquiry = (name: string, message: string, note: string): StoredEnquiry => ({
  number: 1042,
  id: '5b0c1a5e-7d0f-4d52-9d6a-2f1f0c6f8a11',
  name,
  email: 'ada@visitor.example',
  phone: null,
  subject: null,
  message,
  service: null,
  startedPage: null,
  startedServices: [],
  startedHost: null,
  startedStudies: [],
  status: 'new',
  assignedTo: null,
  notes: [{ createdAt: new Date('2026-11-22T10:00:00Z'), author: null, text: note }],
  answerBy: null,
  answeredAt: null,
  readAt: null,
  isQuarantined: false,
  quarantineReasons: [],
  delivery: 'mailed',
  receipt: 'none',
  mailError: null,
  nextAttemptAt: null,
  createdAt: new Date('2026-11-21T10:00:00Z'),
  eraseAt: new Date('2028-11-21T10:00:00Z'),
});

test('no text of an enquiry is evaluated by a spreadsheet, ends its row or is lost', () => {
  fc.assert(
    fc.property(cell, cell, cell, (name, message, note) => {
      const [, row = [], ...others] = rowsOf(enquiriesToCsv([enquiry(name, message, note)]));
      expect(others).toEqual([]);
      expect(row).toHaveLength(13);
      for (const [place, text] of [name, message, note].entries()) {
        const written = row[[2, 7, 10][place] ?? -1]?.replace('2026-11-22 former member: ', '');
        if (text !== note) expect(written).not.toMatch(RUNS);
        expect([text, `'${text}`]).toContain(written);
      }
    }),
    { numRuns: 300 },
  );
});

test('no email that can subscribe is evaluated by a spreadsheet', async () => {
  const email = fc
    .array(fc.constantFrom(...`=+-@|%'"_. \ta1`, '＝'), { minLength: 1, maxLength: 6 })
    .map((signs) => `${signs.join('')}@a.example`)
    .map((text) => subscribeSchema.shape.email.safeParse(text).data ?? 'a@b.example');
  await fc.assert(
    fc.asyncProperty(fc.array(email, { maxLength: 5 }), async (emails) => {
      const csv = await subscribersToCsv(
        emails.map((email) => ({ email, confirmedAt: '2026-11-21T10:00:00Z' })),
      );
      for (const row of rowsOf(csv).slice(1, 1 + emails.length)) {
        expect(row).toHaveLength(2);
        expect(row[0]).not.toMatch(RUNS);
      }
    }),
    { numRuns: 200 },
  );
});
