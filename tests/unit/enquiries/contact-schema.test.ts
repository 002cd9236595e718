import fc from 'fast-check';
import { expect, test } from 'vitest';
import { enquirySchema, type EnquiryInput } from '@contracts/enquiry';
import {
  createCsrfToken,
  ENQUIRY_HONEYPOT,
  ENQUIRY_LIMITS,
  ENQUIRY_SERVICES,
  enquiryThanks,
} from '@contracts/enquiry-fields';
import { specified } from '../../support/specified';

const SUBMISSION_ID = '4a0c5e0e-8f5c-4f6a-9b6e-0a3f7f0f1c11';

function filledIn(fields: Record<string, unknown> = {}) {
  const input: EnquiryInput = {
    name: 'Ada Lovelace',
    email: 'ada@visitor.example',
    message: 'We would like a new website.',
    csrfToken: createCsrfToken(),
    submissionId: SUBMISSION_ID,
  };
  return { ...input, ...fields };
}

/** All error messages of one field. */
function complaints(fields: Record<string, unknown>): string[] {
  const { error } = enquirySchema.safeParse(filledIn(fields));
  return (error?.issues ?? []).map(({ message }) => message);
}

const taken = (fields: Record<string, unknown>) => enquirySchema.parse(filledIn(fields));

test.for(['', 'A', '  A  ', '\u200b\u200bA'])('VCON-1: the name %j is too short', (name) => {
  expect(complaints({ name })).toEqual(['Name must be at least 2 characters']);
});

test('VCON-1: a name of 2 characters passes', () => {
  expect(complaints({ name: 'Bo' })).toEqual([]);
});

test('VCON-2, R-12: a name of 50 characters passes, of 51 it is too long', () => {
  expect(complaints({ name: 'a'.repeat(50) })).toEqual([]);
  expect(complaints({ name: 'a'.repeat(51) })).toEqual(['Name must be less than 50 characters']);
});

test.for(['R2D2', 'Ada Lovelace 2nd', 'ada@home', 'Ada_L', 'Ada; drop table', 'Ada/Bob'])(
  'VCON-3: the name %j has characters that are not allowed',
  (name) => {
    expect(complaints({ name })).toEqual([
      'Name can only contain letters, spaces, hyphens, and apostrophes',
    ]);
  },
);

test.for([
  '<b>Ada</b>',
  '<script>alert(1)</script>',
  'Ada >',
  'javascript:alert',
  'data:text/html',
])('VCON-4: the name %j is refused as markup', (name) => {
  expect(complaints({ name })).toEqual(['Invalid characters detected']);
});

test('R-12: the length is checked first, then markup, then the characters', () => {
  expect(complaints({ name: '<' })).toEqual(['Name must be at least 2 characters']);
  expect(complaints({ name: `<1${'a'.repeat(60)}` })).toEqual([
    'Name must be less than 50 characters',
  ]);
  expect(complaints({ name: '<1>' })).toEqual(['Invalid characters detected']);
});

test.for([
  ...["Mary-Jane O'Neil", 'Živka Ќосева', 'Đorđe', 'José María', 'Noël', '李小龍', 'O’Brien'],
  ...['Jean‑Luc', 'मोहन', 'Ω Άννα'],
])('VCON-5, R-12: the name %s passes', (name) => {
  expect(complaints({ name })).toEqual([]);
});

test('R-12: a composed and a decomposed letter are the same name', () => {
  expect(taken({ name: 'Noe\u0308l' }).name).toBe('Noël');
});

test.for([
  '',
  'ada',
  'ada@',
  '@visitor.example',
  'ada@visitor',
  'ada visitor@x.example',
  'a@b@c.example',
])('VCON-6: %j is no email address', (email) => {
  expect(complaints({ email })).toEqual(['Please enter a valid email address']);
});

test('VCON-6: blanks around an address are removed', () => {
  expect(taken({ email: '  ada@visitor.example ' }).email).toBe('ada@visitor.example');
});

test('VCON-7: an address of 254 characters passes, of 255 it is too long', () => {
  const address = (length: number) =>
    `${'a'.repeat(length - '@visitor.example'.length)}@visitor.example`;
  expect(complaints({ email: address(254) })).toEqual([]);
  expect(complaints({ email: address(255) })).toEqual(['Email address is too long']);
});

test('VCON-8: an address with < in it is refused as such', () => {
  expect(complaints({ email: 'ada<script>@visitor.example' })).toEqual([
    'Invalid characters in email',
  ]);
});

test.for([
  'ada@visitor.example\r\nBcc: all@visitor.example',
  'ada@visitor.example,bob@visitor.example',
])('VCON-6: %j is one address without a further header', (email) => {
  expect(complaints({ email })).toEqual(['Please enter a valid email address']);
});

test('VCON-9: the phone may be empty, blank or absent', () => {
  expect(taken({ phone: '' }).phone).toBe('');
  expect(taken({ phone: '   ' }).phone).toBe('');
  expect(taken({}).phone).toBe('');
});

test.for(['+1 (718) 555-0142', '+389 2 555 0117', '(718) 555-0142', '1', '+1234567890123456'])(
  'VCON-10, VCON-11: the phone %s passes',
  (phone) => {
    expect(taken({ phone }).phone).toBe(phone);
  },
);

test.for([
  ...['+0718555', '12345678901234567', 'call me', '++1', '1+', '-'],
  `1${' '.repeat(60)}2`,
])('VCON-11: the phone %j is refused', (phone) => {
  expect(complaints({ phone })).toEqual(['Please enter a valid phone number']);
});

test('VCON-12: a message of 10 characters passes, of 9 it is too short', () => {
  expect(complaints({ message: 'x'.repeat(10) })).toEqual([]);
  expect(complaints({ message: `   ${'x'.repeat(9)}   ` })).toEqual([
    'Message must be at least 10 characters',
  ]);
});

test('VCON-13, R-12: a message of 1000 characters passes, of 1001 it is too long', () => {
  expect(complaints({ message: '😀'.repeat(1000) })).toEqual([]);
  expect(complaints({ message: 'x'.repeat(1001) })).toEqual([
    'Message must be less than 1000 characters',
  ]);
});

test('VCON-13: each line end counts as one character, CRLF included', () => {
  const message = 'x\r\n'.repeat(499) + 'xy';
  expect(taken({ message }).message).toBe('x\n'.repeat(499) + 'xy');
});

test.for([
  ['VCON-14', 'Hello there <script>alert(1)</script>', '<script'],
  ['VCON-14', 'Hello there <SCRIPT src=x>', '<SCRIPT'],
  ['VCON-14', 'Hello there </script >', '</script'],
  ['VCON-15', 'Click javascript:alert(1) please', 'javascript:'],
  ['VCON-15', 'Click JavaScript:alert(1) please', 'JavaScript:'],
  ['VCON-16', 'See data:text/html;base64,AAAA please', 'data:text/html'],
  ['VCON-16', 'See DATA:image/svg+xml,<svg> please', 'DATA:image/svg+xml'],
] as const)('%s: the message %j is refused, and its words are named', ([, message, words]) => {
  expect(complaints({ message })).toEqual(['Invalid content detected', `Please change “${words}”`]);
});

test.for([
  'We need a subscription shop with scripts.',
  'This is our data: 40 stores, 3 countries.',
  'A manuscript and a description, please.',
  'Prices < 100 and > 10 & "quotes", please.',
])('R-11: the message %j passes as it is', (message) => {
  expect(taken({ message }).message).toBe(message);
});

test('VCON-17: the subject may be absent or empty', () => {
  expect(taken({}).subject).toBe('');
  expect(taken({ subject: ' ' }).subject).toBe('');
});

test('VCON-18: a subject of 100 characters passes', () => {
  expect(complaints({ subject: 'x'.repeat(100) })).toEqual([]);
});

test.for(['x'.repeat(101), 'a <script>', 'a </script>', 'javascript:alert(1)'])(
  'VCON-18: the subject %s is refused',
  (subject) => {
    expect(complaints({ subject })).toEqual(['Subject contains invalid content or is too long']);
  },
);

test('VCON-18: a subject is one line without invisible characters', () => {
  const { subject } = taken({ subject: 'Hello\r\nBcc: all@visitor.example\u202e\u0000' });
  expect(subject).toBe('Hello Bcc: all@visitor.example');
});

test('VCON-19: a filled honeypot is a bot', () => {
  expect(complaints({ [ENQUIRY_HONEYPOT]: 'https://spam.example' })).toEqual(['Bot detected']);
  expect(complaints({ [ENQUIRY_HONEYPOT]: '' })).toEqual([]);
});

test.for([undefined, null, '', 'abc', 'g'.repeat(32), 'a'.repeat(31), 'a'.repeat(33), 7])(
  'VCON-20: the token %j is refused',
  (csrfToken) => {
    expect(complaints({ csrfToken })).toEqual(['Security token required']);
  },
);

test('CONTACT-21: a csrf token is 16 random bytes in hex', () => {
  const tokens = Array.from({ length: 50 }, createCsrfToken);
  for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(tokens).size).toBe(50);
});

test.for([undefined, '', 'not-a-uuid', 42])(
  'CONTACT-20: the submission id %j is refused',
  (submissionId) => {
    expect(complaints({ submissionId })).toEqual(['Please send the form again']);
  },
);

specified('CONTACT-10..15: the services are those of the specification', () => {
  expect(ENQUIRY_SERVICES.map(({ label, value }) => `${label} = ${value}`)).toEqual([
    'Virtual Assistant Placement = virtual-assistant',
    'AI Implementation = ai-implementation',
    'Web Development = web-development',
    'Creative Design & Branding = creative-design',
    'Digital Marketing = digital-marketing',
    'Other = other',
  ]);
});

test('CONTACT-9: any of the services or none may be chosen; the database knows which are offered', () => {
  for (const service of ['', ...ENQUIRY_SERVICES.map(({ value }) => value)]) {
    expect(taken({ service }).service).toBe(service);
  }
  expect(complaints({ service: 'World domination' })).toEqual([
    'Please choose a service from the list',
  ]);
});

test('DATA-20: a submission carries every field of the specification', () => {
  const fields = {
    name: 'Ada Lovelace',
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@visitor.example',
    subject: 'A website',
    message: 'We would like a new website.',
    phone: '+1 (718) 555-0142',
    service: 'web-development',
  };
  expect(taken(fields)).toMatchObject(fields);
});

test('DATA-20: first and last name follow the rules of the name and may be absent', () => {
  expect(complaints({ firstName: '<b>' })).toEqual(['Invalid characters detected']);
  expect(complaints({ lastName: 'a'.repeat(51) })).toEqual([
    'Name must be less than 50 characters',
  ]);
  expect(taken({}).firstName).toBeUndefined();
});

test.for([
  { ticket: 7 },
  { ticket: 'x'.repeat(5000) },
  { wantsReceipt: 'yes' },
  { startedFrom: 'somewhere' },
  { startedFrom: { page: 'https://elsewhere.example/', services: [] } },
  { startedFrom: { page: '/', services: ['Not an id'] } },
])('an invalid hidden field does not fail the enquiry: %j', (fields) => {
  expect(taken(fields)).toMatchObject({ ticket: '', wantsReceipt: false });
  expect(taken(fields).startedFrom).toBeUndefined();
});

test('the landing page is stored if it is a path of the site', () => {
  const startedFrom = { page: '/services', services: [ENQUIRY_SERVICES[0].value] };
  expect(taken({ startedFrom }).startedFrom).toEqual({ ...startedFrom, studies: [] });
});

test('the website before it is a name of a host, and studies are slugs; other values are dropped', () => {
  const startedFrom = { page: '/', services: [], host: 'www.search.example', studies: ['bakery'] };
  expect(taken({ startedFrom }).startedFrom).toEqual(startedFrom);
  const wrong = { host: 'https://a.example/?q=1', studies: ['../x'] };
  expect(taken({ startedFrom: { ...startedFrom, ...wrong } }).startedFrom).toEqual({
    ...{ page: '/', services: [], studies: [] },
  });
});

test('unknown fields are dropped', () => {
  expect(taken({ role: 'owner', is_quarantined: false })).not.toHaveProperty('role');
});

test('CONTACT-22: the success message names the email', () => {
  expect(enquiryThanks('ada@visitor.example')).toBe(
    "Thank you for your message! We'll get back to you at ada@visitor.example soon.",
  );
});

test('every accepted text can be stored by Postgres and is within its limits', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 1200 });
  fc.assert(
    fc.property(anyText, anyText, anyText, (name, subject, message) => {
      const result = enquirySchema.safeParse(filledIn({ name, subject, message }));
      if (!result.success) return;
      const texts = [result.data.name, result.data.subject, result.data.message];
      for (const text of texts) expect(text).not.toMatch(/\0|\p{Cs}/u);
      expect(`${result.data.name}${result.data.subject}`).not.toMatch(/[\r\n\u2028\u2029]/);
      expect(Array.from(result.data.message).length).toBeLessThanOrEqual(ENQUIRY_LIMITS.message);
    }),
  );
  expect(taken({ message: 'Half a pair \ud800 and a \u0000 zero' }).message).toBe(
    'Half a pair \ufffd and a  zero',
  );
});
