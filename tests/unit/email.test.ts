import { expect, test } from 'vitest';
import { asciiEmail } from '@contracts/email';
import { enquirySchema } from '@contracts/enquiry';
import { subscribeSchema } from '@contracts/newsletter';
import { emailSearch, writtenEmail } from '@/lib/email';

const WRITTEN = 'info@müller.de';
const STORED = 'info@xn--mller-kva.de';

test('an address with an international domain is stored in ASCII by every form', () => {
  for (const { email } of [enquirySchema.shape, subscribeSchema.shape]) {
    expect(email.parse(WRITTEN)).toBe(STORED);
    expect(email.parse(STORED)).toBe(STORED);
    expect(email.safeParse('info@mü ller.de').success).toBe(false);
    expect(email.safeParse('müller').success).toBe(false);
  }
});

test.each(['ada@visitor.example', 'a@b', 'müller', '', '@', 'a@ü/b', 'a@ü b'])(
  '%j is not changed',
  (text) => {
    expect(asciiEmail(text)).toBe(text);
  },
);

test('it is shown as it is written', () => {
  expect(writtenEmail(STORED)).toBe(WRITTEN);
  expect(writtenEmail('ada@visitor.example')).toBe('ada@visitor.example');
  // No such domain can be written.
  for (const broken of ['a@xn--.de', 'a@xn--999999999.de', 'xn--mller-kva']) {
    expect(writtenEmail(broken)).toBe(broken);
  }
});

test('it is found as it is written, and by a label of its domain', () => {
  for (const text of [WRITTEN, 'müller', 'müller.de', '@müller.de', STORED, 'info@']) {
    expect(STORED).toContain(emailSearch(text));
  }
  expect(emailSearch('Ada Lovelace')).toBe('Ada Lovelace');
});

test.for<[string, string]>([
  ['one Cyrillic letter', 'ada@xn--pypal-4ve.com'],
  ['Cyrillic letters that look Latin', 'info@xn--80ak6aa92e.com'],
])('a domain of %s is shown as stored', ([, stored]) => {
  expect(writtenEmail(stored)).toBe(stored);
});

test.for(['info@ком.мкд', 'info@δοκιμή.gr', 'a@日本語ラ.jp', 'a@пример.com', 'info@straße.de'])(
  'the domain of %s is shown as it is written',
  (written) => {
    expect(writtenEmail(asciiEmail(written))).toBe(written);
  },
);
