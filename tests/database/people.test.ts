// The rules for people's names, addresses and numbers are the same in the contract and in the database.
import { beforeAll, expect, test } from 'vitest';
import { enquirySchema } from '@contracts/enquiry';
import { forbiddenWords, isEmail, isPersonName, problemOfPhoneNumber } from '@contracts/person';
import { isBlank } from '@contracts/text';
import { EXEMPLAR_LETTERS } from '../support/exemplar-letters';
import { withMigratedDatabase } from '../support/migrated-database';

/** A name in each language, of all its letters. */
const NAMES = Object.values(EXEMPLAR_LETTERS).flatMap(
  (letters) =>
    [...letters.normalize('NFC')]
      .join('')
      .match(/\p{L}[^]{1,30}/gu)
      ?.map((name) => enquirySchema.shape.name.parse(`${name} ${name.slice(0, 9)}`)) ?? [],
);

/** The blocks that is_person_name names: Latin-1 and General Punctuation. */
const SIGNS = [...Array(0x100).keys(), ...Array.from({ length: 0x70 }, (_, at) => 0x2000 + at)]
  .filter((code) => code !== 0)
  .map((code) => `A${String.fromCodePoint(code)}b`);

const EMAILS = [
  ...[
    "o'neill+web@example.ie",
    'first&last@example.com',
    'info@xn--mller-kva.de',
    'a@example.xn--p1ai',
  ],
  ...[
    'живка@xn--e1afmkfd.xn--d1alf',
    'a@b.c@d.com',
    'a b@example.com',
    'a@b',
    'a@-b.com',
    'a@b-.com',
    '',
  ],
  ...[
    'a\u00a0b@c.de',
    'a\u200db@c.de',
    'a\u2028b@c.de',
    'a\ufeffb@c.de',
    'a<b@c.de',
    'A@C.DE',
    '山@example.com',
    '😀@example.com',
  ],
];

const PHONES = [
  ...[
    '(555) 123.4567',
    '+49 151/2345678',
    '+389 70 123 456',
    '+1 555 123 4567 ext. 12',
    '+1 555 x12',
    '1',
  ],
  ...['070 123 456', '12345678901234567', '+0 70', 'call me', '++1', '1\u00a02\u20113'],
];

const MESSAGES = [
  'Our stack is PHP and JavaScript: can you help?',
  ...[
    'javascript:\u00a0void',
    'javascript:',
    '“javascript:” it is',
    'javascript:alert(1)',
    '<ScRipt',
    'a </script>',
  ],
  ...['our data: 40 stores', 'data:text/html', 'metadata:a/b', 'DATA:a/b'],
];

/** Each alone: what is seen of a text of it. */
const CHARACTERS = Array.from({ length: 0xff }, (_, at) => at * 0x42)
  .concat([...Array(0x3200).keys()], [0xfe0f, 0xfeff, 0xffa0, 0xe0020, 0x1f600])
  .filter((code) => code !== 0 && !(code >= 0xd800 && code < 0xe000))
  .map((code) => String.fromCodePoint(code));

const RULES = [
  ['private.is_blank', CHARACTERS, isBlank],
  ['private.is_person_name', [...SIGNS, ...NAMES], isPersonName],
  ['private.is_email', EMAILS, isEmail],
  ['private.is_phone', PHONES, (text: string) => problemOfPhoneNumber(text) === null],
  ['private.is_harmless', MESSAGES, (text: string) => forbiddenWords(text) === null],
] as const;

let answers: boolean[][];
let stored: string[];
beforeAll(async () => {
  ({ answers, stored } = await withMigratedDatabase(async ({ sql }) => {
    const given = [];
    for (const [rule, texts] of RULES) {
      const { rows } = await sql.query(
        `select ${rule}(text) as fits from unnest($1::text[]) with ordinality as listed (text, place) order by place`,
        [texts],
      );
      given.push(rows.map(({ fits }): boolean => fits));
    }
    const { rows } = await sql.query(
      `insert into public.enquiries (submission_id, sender_hash, content_hash, name, email, message, answer_by)
       select gen_random_uuid(), 'sender', text, text, 'ada@visitor.example', 'We would like a website', null
       from unnest($1::text[]) as text returning name`,
      [NAMES],
    );
    return { answers: given, stored: rows.map(({ name }): string => name) };
  }));
});

test.for(RULES.map(([rule], place) => [rule, place] as const))(
  'R-59: %s takes what the contract takes, and nothing else',
  ([, place]) => {
    const [, texts, judge] = RULES[place] ?? [];
    expect(answers[place]?.map((fits, at) => [texts?.[at], fits])).toEqual(
      texts?.map((text) => [text, judge?.(text)]),
    );
  },
);

test('R-59: names of 48 languages are stored unchanged', () => {
  expect(NAMES.length).toBeGreaterThan(48);
  expect(stored).toEqual(NAMES);
});
