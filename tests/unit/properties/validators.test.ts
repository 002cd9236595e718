import fc from 'fast-check';
import { expect, test } from 'vitest';
import { postQuerySchema } from '@contracts/blog';
import { countWords } from '@contracts/words/reading-time';
import { slugSchema } from '@contracts/slug';
import { slugFromTitle } from '@contracts/words/latin';
import { FULL_NAME_MAX, loginSchema, registrationSchema } from '@contracts/credentials';
import { enquirySchema, type EnquiryInput } from '@contracts/enquiry';
import { createCsrfToken, ENQUIRY_LIMITS } from '@contracts/enquiry-fields';
import { subscribeSchema } from '@contracts/newsletter';
import { projectQuerySchema } from '@contracts/project';
import { imageReferenceSchema, optionalHttpUrlSchema, URL_MAX } from '@contracts/url';

const ORIGIN = 'https://www.agency.example';
const BUCKET = '/storage/v1/object/public/images/';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'grapheme-ascii' }),
);
const piece = fc.constantFrom(
  ...'/\\.@:?#%&=; \t\r\n\0\uD800aé',
  'https://',
  'HTTP://',
  'javascript:',
  'data:text/html,',
  'evil.example',
  '..',
  '%2e%2E',
  '%2f',
  BUCKET,
);
const address = fc
  .array(piece, { maxLength: 8 })
  .chain((pieces) =>
    fc.constantFrom(pieces.join(''), `https://${pieces.join('')}`, BUCKET + pieces.join('')),
  );

test('VURL-1, VURL-2: an accepted URL is one that a browser opens by http, unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(address, anyText, fc.webUrl()), (typed) => {
      const result = optionalHttpUrlSchema.safeParse(typed);
      if (!result.success || result.data === '') return;
      expect(new URL(result.data).protocol).toMatch(/^https?:$/);
      expect(result.data).toBe(typed.trim());
      expect(result.data.length).toBeLessThanOrEqual(URL_MAX);
      expect(result.data).not.toMatch(/\0|\p{Surrogate}/u);
    }),
    { numRuns: 500 },
  );
});

test('every web address is accepted', () => {
  fc.assert(
    fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
      expect(optionalHttpUrlSchema.safeParse(url).success).toBe(true);
    }),
  );
});

test('the URL of our picture stays in the bucket with any path', () => {
  fc.assert(
    fc.property(address, (typed) => {
      const result = imageReferenceSchema.safeParse(typed);
      if (!result.success || result.data === '') return;
      const url = new URL(result.data, ORIGIN);
      expect(url.protocol).toMatch(/^https?:$/);
      if (result.data.startsWith('/')) {
        expect(url.origin).toBe(ORIGIN);
        expect(url.pathname.startsWith(BUCKET)).toBe(true);
      }
    }),
    { numRuns: 1000 },
  );
});

const enquiry = (overrides: Record<string, unknown>): Record<string, unknown> => ({
  name: 'Ada Lovelace',
  email: 'ada@visitor.example',
  message: 'Please build us an engine.',
  csrfToken: createCsrfToken(),
  submissionId: '5b0c1a5e-7d0f-4d52-9d6a-2f1f0c6f8a11',
  ...overrides,
});

test('R-13: an accepted enquiry is accepted again unchanged', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, anyText, (name, subject, message, phone) => {
      const result = enquirySchema.safeParse(
        enquiry({ name: `Ada ${name}`, subject, message: `Ten characters ${message}`, phone }),
      );
      if (result.success) expect(enquirySchema.parse(result.data)).toEqual(result.data);
    }),
    { numRuns: 500 },
  );
});

test('R-13: any input is accepted or refused without a crash, and invalid hidden fields do not matter', () => {
  const fields = ['name', 'email', 'message', 'ticket', 'wantsReceipt', 'startedFrom', '__proto__'];
  fc.assert(
    fc.property(fc.constantFrom(...fields), fc.anything(), (field, value) => {
      const sent = enquiry({});
      Object.defineProperty(sent, field, { value, enumerable: true });
      const result = enquirySchema.safeParse(sent);
      if (['ticket', 'wantsReceipt', 'startedFrom', '__proto__'].includes(field)) {
        expect(result.success).toBe(true);
      }
      expect(Object.keys(result.data ?? {})).not.toContain('__proto__');
    }),
    { numRuns: 500 },
  );
});

test('VENQ: a name of allowed characters is accepted up to its limit', () => {
  const letter = fc.constantFrom(..."abcžćЂшéÖ山 -’'");
  const name = fc
    .array(letter, { minLength: ENQUIRY_LIMITS.nameMin, maxLength: ENQUIRY_LIMITS.name })
    .map((letters) => letters.join(''))
    .filter((text) => text.trim().length >= ENQUIRY_LIMITS.nameMin);
  fc.assert(
    fc.property(name, (text) => {
      const input = enquiry({ name: text }) satisfies Record<keyof EnquiryInput, unknown> | object;
      expect(enquirySchema.safeParse(input).success).toBe(true);
    }),
  );
});

test('an accepted email has one @, no blank and no line break', () => {
  const local = fc.constantFrom('ada', 'a.b', 'a+b', "o'neil", 'a<b', 'a\r\nbcc:x', 'a b', '');
  const domain = fc.constantFrom(
    'x.example',
    'x',
    'x.example\r\nBcc: y@z.example',
    'x..example',
    '',
  );
  const email = fc.oneof(
    anyText,
    fc.emailAddress(),
    fc.tuple(local, domain).map((parts) => parts.join('@')),
  );
  fc.assert(
    fc.property(email, (typed) => {
      const taken = [
        enquirySchema.shape.email.safeParse(typed),
        subscribeSchema.shape.email.safeParse(typed),
        loginSchema.shape.email.safeParse(typed),
      ].flatMap(({ data }) => (data === undefined ? [] : [data]));
      for (const accepted of taken) {
        expect(accepted).toMatch(/^[^\s@<>",;:\\()[\]]+@[A-Za-z0-9.-]+$/);
        expect(accepted.length).toBeLessThanOrEqual(254);
      }
    }),
    { numRuns: 1000 },
  );
});

test('VREG: a password is accepted exactly if it is long enough, varied enough and repeated', () => {
  const password = fc.string({ unit: fc.constantFrom(...'aZ9é -ß'), maxLength: 140 });
  fc.assert(
    fc.property(password, fc.boolean(), (chosen, isRepeated) => {
      const { success } = registrationSchema.safeParse({
        email: 'ada@agency.example',
        password: chosen,
        confirmPassword: isRepeated ? chosen : `${chosen}x`,
      });
      const isVaried = [/[a-z]/, /[A-Z]/, /[0-9]/].every((kind) => kind.test(chosen));
      const isWithin = chosen.length >= 6 && chosen.length <= 128;
      expect(success).toBe(isVaried && isWithin && isRepeated);
    }),
    { numRuns: 500 },
  );
});

test('a full name has allowed characters and length', () => {
  fc.assert(
    fc.property(anyText, (fullName) => {
      const { data } = registrationSchema.shape.fullName.safeParse(fullName);
      if (data === undefined) return;
      expect(data.length).toBeLessThanOrEqual(FULL_NAME_MAX);
      expect(data).not.toMatch(/[<>&"\p{Cc}]/u);
    }),
  );
});

test('the address derived from a title is empty or valid', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.string({ minLength: 70, maxLength: 120 })), (title) => {
      const slug = slugFromTitle(title);
      if (slug !== '') expect(slugSchema.safeParse(slug).error).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});

test('the word count of a post does not depend on its tags', () => {
  const word = fc.stringMatching(/^[a-z]{1,6}$/);
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(countWords(words.join(' '))).toBe(words.length);
      expect(countWords(words.map((text) => `<em class="x">${text}</em>`).join('\n'))).toBe(
        words.length,
      );
    }),
  );
});

test('a list query has a valid page, or is refused', () => {
  const query = fc.record(
    { page: anyText, limit: fc.oneof(anyText, fc.integer().map(String)), search: anyText },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(query, (given) => {
      for (const schema of [postQuerySchema, projectQuerySchema]) {
        const { data } = schema.safeParse(given);
        if (!data) continue;
        expect(Number.isInteger(data.page) && data.page >= 1 && data.page <= 10_000).toBe(true);
        expect(Number.isInteger(data.limit) && data.limit >= 1 && data.limit <= 50).toBe(true);
      }
    }),
  );
});
