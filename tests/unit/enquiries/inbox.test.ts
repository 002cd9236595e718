import { parse } from 'papaparse';
import { expect, test } from 'vitest';
import { toCsv } from '@/features/enquiries/csv';
import { mailLink } from '@/features/enquiries/mail-link';
import type { ExportedNote, StoredEnquiry } from '@/features/enquiries/model';
import { replyLink } from '@/features/enquiries/reply';

function enquiry(overrides: Partial<StoredEnquiry> = {}): StoredEnquiry {
  return {
    id: '5b0c1a5e-7d0f-4d52-9d6a-2f1f0c6f8a11',
    number: 1042,
    name: 'Živka Ќосева',
    email: 'zivka@studio.example',
    phone: null,
    subject: 'Нов сајт',
    message: 'First line\nsecond line',
    service: 'Web Development',
    startedPage: null,
    startedServices: [],
    startedHost: null,
    startedStudies: [],
    status: 'new',
    assignedTo: null,
    notes: [],
    answerBy: null,
    answeredAt: new Date('2026-11-21T12:00:00Z'),
    readAt: null,
    isQuarantined: false,
    quarantineReasons: [],
    delivery: 'mailed',
    receipt: 'none',
    mailError: null,
    nextAttemptAt: null,
    createdAt: new Date('2026-11-21T10:00:00Z'),
    eraseAt: new Date('2028-11-21T10:00:00Z'),
    ...overrides,
  };
}

const note = (text: string): ExportedNote => ({
  ...{ createdAt: new Date('2026-11-22T10:00:00Z'), author: 'ben@agency.example', text },
});

const cellsOf = (csv: string) => parse<string[]>(csv.replace(/^\uFEFF/, '')).data[1] ?? [];

test.for([
  '=HYPERLINK("https://evil.example","x")',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '  =1',
  '\u00A0=1',
  '\u200B=1',
  '＝1',
  '|calc',
  '%0A=1',
  'First line\n=1+1',
])('the export escapes the formula %j', (typed) => {
  for (const cell of cellsOf(
    toCsv([enquiry({ subject: typed, message: typed, notes: [note(typed)] })]),
  )) {
    expect(cell).not.toMatch(/^[\s\u200B]*[=+\-@|%＝]/);
  }
});

test('the export keeps text unchanged, in a file that spreadsheets read as UTF-8', () => {
  const csv = toCsv([
    enquiry({ message: 'Quote "this", please;\nand this', notes: [note('Called back')] }),
  ]);
  expect(csv.startsWith('\uFEFFNumber,Received,Name,')).toBe(true);
  expect(cellsOf(csv)).toEqual([
    '1042',
    '2026-11-21T10:00:00.000Z',
    'Živka Ќосева',
    'zivka@studio.example',
    '',
    'Web Development',
    'Нов сајт',
    'Quote "this", please;\nand this',
    'New',
    '',
    '2026-11-22 ben@agency.example: Called back',
    '2026-11-21T12:00:00.000Z',
    'mailed',
  ]);
});

test('an empty list is exported as an empty file', () => {
  expect(toCsv([]).replace(/^\uFEFF/, '')).toBe('');
});

test('a reply is addressed to the sender, with the subject and the quoted message', () => {
  const link = new URL(replyLink(enquiry()));
  expect(link.pathname).toBe('zivka@studio.example');
  expect(link.searchParams.get('subject')).toBe('Re: Нов сајт');
  expect(link.searchParams.get('body')).toBe(
    '\r\n\r\nЖ wrote on Nov 21, 2026:\r\n> First line\r\n> second line\r\n'.replace(
      'Ж',
      'Živka Ќосева',
    ),
  );
});

test('a reply to an enquiry without a subject has one', () => {
  const link = new URL(replyLink(enquiry({ subject: null })));
  expect(link.searchParams.get('subject')).toBe('Re: Your enquiry');
});

test('no text of a visitor adds a recipient or a header to the mail', () => {
  const href = mailLink('"a?cc=evil@x.example&b"@host.example', 'Hi&bcc=a@b.example', 'x&cc=y');
  const link = new URL(href);
  expect([...link.searchParams.keys()]).toEqual(['subject', 'body']);
  expect(link.pathname).toContain('%3Fcc%3D');
});
