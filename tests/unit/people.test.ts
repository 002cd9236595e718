import fc from 'fast-check';
import { createTransport } from 'nodemailer';
import { parse } from 'papaparse';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { registrationSchema } from '@contracts/credentials';
import { enquirySchema } from '@contracts/enquiry';
import { subscribeSchema } from '@contracts/newsletter';
import { internationalPhone } from '@contracts/person';
import { approvalSchema } from '@contracts/sign-off';
import { staffNameSchema } from '@contracts/staff-profile';
import { newMemberSchema } from '@/features/staff/model';
import { csvOf } from '@/lib/csv';
import { writtenEmail } from '@/lib/email';
import { compose, FROM } from '../functions/outbox/deliver';
import { EXEMPLAR_LETTERS } from '../support/exemplar-letters';

const { name, email, phone, message } = enquirySchema.shape;
const problemOf = (schema: typeof name, text: string) =>
  schema.safeParse(text).error?.issues[0]?.message ?? null;

test.for([
  ['info@müller.de', 'info@xn--mller-kva.de', 'info@müller.de'],
  ['info@xn--mller-kva.de', 'info@xn--mller-kva.de', 'info@müller.de'],
  ['a@example.xn--p1ai', 'a@example.xn--p1ai', 'a@example.рф'],
  ['a@example.рф', 'a@example.xn--p1ai', 'a@example.рф'],
  ['first&last@example.com', 'first&last@example.com', 'first&last@example.com'],
  ["o'neill+web@example.ie", "o'neill+web@example.ie", "o'neill+web@example.ie"],
  ['живка@пример.мкд', 'живка@xn--e1afmkfd.xn--d1alf', 'живка@пример.мкд'],
  ['ada@EXAMPLE.com', 'ada@example.com', 'ada@example.com'],
  ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com', 'ada@example.com'],
  ['ada@example。com', 'ada@example.com', 'ada@example.com'],
] as const)(
  'R-59: %s is taken by every form, stored as %s and shown as %s',
  ([typed, stored, shown]) => {
    const taken = [
      email.parse(typed),
      subscribeSchema.shape.email.parse(typed),
      registrationSchema.shape.email.parse(typed),
      newMemberSchema.shape.email.parse(typed),
      approvalSchema.shape.email.parse(typed),
    ];
    expect(new Set(taken)).toEqual(new Set([stored]));
    expect(writtenEmail(stored)).toBe(shown);
  },
);

test.for([
  'a b@example.com',
  'a@-b.com',
  'a@b',
  '@b.com',
  'a\u200dб@example.com',
  'a@b.c@d.com',
  'a,b@c.de',
])('R-59: %s is no address', (typed) => {
  expect(problemOf(email, typed)).toBe('Please enter a valid email address');
});

test.for([
  ['(555) 123.4567', '(555) 123.4567'],
  ['+49 151/2345678', '+49 151/2345678'],
  ['00389 70 123 456', '+389 70 123 456'],
  ['00 (389) 70 123 456', '+ (389) 70 123 456'],
  ['+1 555 123 4567 ext. 12', '+1 555 123 4567 ext. 12'],
  ['+1 555 123 4567 x12', '+1 555 123 4567 x12'],
  ['٠٠٣٨٩ ٧٠ ١٢٣ ٤٥٦', '+389 70 123 456'],
  ['+۹۸ ۲۱ ۱۲۳', '+98 21 123'],
  ['+९१ २२ १२३', '+91 22 123'],
  ['＋３８９（７０）１２３', '+389(70)123'],
  ['+389 70−123−456', '+389 70-123-456'],
  ['\u202a+389 70 123\u202c', '+389 70 123'],
])('R-59: the number %s is kept as %s', ([typed, kept]) => {
  expect(phone.parse(typed)).toBe(kept);
});

test.for(['070 123 456', '0151/2345678', '(0)70 123 456'])(
  'R-59: the number %s is refused, with what to do',
  (typed) => {
    expect(phone.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
      'Please enter a valid phone number. Please start with + and the country code',
    ]);
  },
);

test.for(['000389 70', '+0 70', '++1', '1 ext. 1234567', 'ext. 12'])(
  'VCON-11: the number %s is refused',
  (typed) => {
    expect(phone.safeParse(typed).error?.issues[0]?.message).toBe(
      'Please enter a valid phone number',
    );
  },
);

test.for([
  'J. P. Smith',
  'Meritxell Col·lell',
  'Dr. Novak',
  'Jean–Luc',
  'ジョン・スミス',
  'Oʻtkir',
  'O‘tkir',
])('R-59: the name %s is taken as it is', (typed) => {
  expect(name.parse(typed)).toBe(typed);
  expect(registrationSchema.shape.fullName.parse(typed)).toBe(typed);
});

test('R-59: a name in decomposed form is the composed one, its joiners stay, its blanks are plain', () => {
  expect(name.parse('Nguyễn Thị Ánh'.normalize('NFD'))).toBe('Nguyễn Thị Ánh');
  expect(name.parse('علی\u200cرضا')).toBe('علی\u200cرضا');
  expect(name.parse('\u200cAda\u200d \u200bLovelace\u00a0King\u200c')).toBe('Ada Lovelace King');
});

test.for([
  ['O´Neill', 'O’Neill'],
  ['D`Angelo', 'D’Angelo'],
  ['O′Brien', 'O’Brien'],
  ['O＇Brien', 'O’Brien'],
  ['田中\u3000太郎', '田中 太郎'],
  ['Ada\u00a0Lovelace\u200b', 'Ada Lovelace'],
  ['Nguyễn Thị Ánh'.normalize('NFD'), 'Nguyễn Thị Ánh'],
  ['ജോണ്\u200d', 'ജോണ്\u200d'],
  ['ශ්\u200dරී', 'ශ්\u200dරී'],
] as const)('R-59: the name %s is kept as %s by the form and by a sign-up', ([typed, kept]) => {
  expect(name.parse(typed)).toBe(kept);
  expect(registrationSchema.shape.fullName.parse(typed)).toBe(kept);
});

test('the length of a name counts letters, also those of two units', () => {
  const fullName = registrationSchema.shape.fullName;
  expect(fullName.safeParse('𠮷'.repeat(50)).success).toBe(true);
  expect(fullName.safeParse('𠮷').error?.issues[0]?.message).toBe(
    'Name must be at least 2 characters',
  );
});

test.for(['👩‍👩‍👧‍👦 site', '🏴󠁧󠁢󠁳󠁣󠁴󠁿 shop', '👍🏽 1️⃣ ❤️', 'می‌خواهم'])('the subject %s stays whole', (subject) => {
  expect(enquirySchema.shape.subject.parse(subject)).toBe(subject);
});

test.for(['\u200b', 'ㅤ', '\u2060\ufeff', '⠀'])('a text of %j shows nothing', (text) => {
  expect(problemOf(message, text.repeat(20))).toBe('Message must be at least 10 characters');
  expect(staffNameSchema.safeParse(text).success).toBe(false);
  expect(approvalSchema.shape.name.safeParse(text).success).toBe(false);
});

test('R-59: a comma in a name stays refused', () => {
  expect(problemOf(name, 'Ana, Lda')).toBe(
    'Name can only contain letters, spaces, hyphens, and apostrophes',
  );
});

test.for([
  'Our stack is PHP and JavaScript: can you help?',
  'We use “JavaScript:” and PHP, which both run.',
  'What we use is javascript:',
])('R-59: the message %j is taken', (typed) => {
  expect(message.parse(typed)).toBe(typed);
});

test('R-59: quoted markup of a script stays refused', () => {
  expect(problemOf(message, 'We saw `<script>` errors')).toBe('Invalid content detected');
});

const languages = Object.entries(EXEMPLAR_LETTERS);
const anyName = fc
  .constantFrom(...languages.map(([, letters]) => [...letters]))
  .chain((letters) => {
    const base = letters.filter((letter) => /\p{L}/u.test(letter));
    const word = fc
      .tuple(
        fc.constantFrom(...base),
        fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 8 }),
      )
      .map(([first, rest]) => first + rest.join(''));
    return fc
      .array(word, { minLength: 1, maxLength: 4 })
      .chain((words) => fc.constantFrom(' ', '-', '. ', "'", '’').map((link) => words.join(link)));
  });

test(`R-59: names of ${languages.length} languages pass the forms, a table and a mail unchanged`, async () => {
  await fc.assert(
    fc.asyncProperty(anyName, async (typed) => {
      const kept = name.parse(typed);
      expect(kept).toBe(typed.normalize('NFC'));
      expect(registrationSchema.shape.fullName.parse(kept)).toBe(kept);

      const [[cell] = []] = parse<string[]>(csvOf([{ kept }]), { newline: '\r\n' }).data.slice(1);
      expect(cell).toBe(kept);

      const mail = await PostalMime.parse(await mailAbout(kept));
      expect(mail.replyTo?.[0]?.name).toBe(kept);
      expect(mail.subject).toBe(`[#1042] Enquiry from ${kept}`);
      expect(mail.text).toContain(`Name: ${kept}`);
    }),
    { numRuns: 200 },
  );
});

/** The mail to the team as it leaves the function. */
async function mailAbout(name: string): Promise<Buffer> {
  const about = {
    ...{
      id: crypto.randomUUID(),
      number: 1042,
      name,
      email: 'a@b.example',
      message: 'Hello there',
    },
    ...{ phone: null, subject: null, service: null, created_at: '2026-11-21T10:00:00Z' },
    ...{ answer_by: null, actor_email: null, last_message: null },
  };
  const mail = await compose({ kind: 'enquiry-arrived', recipient: null, about });
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message } = await transport.sendMail({ from: FROM, ...mail });
  if (!Buffer.isBuffer(message)) throw new Error('The mail is a stream');
  return message;
}

test('R-59: a number that was written with 00 is an international one', () => {
  expect(internationalPhone('00389')).toBe('+389');
  expect(internationalPhone('000')).toBe('000');
});
