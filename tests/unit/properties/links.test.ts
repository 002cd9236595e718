import fc from 'fast-check';
import { matchRoutes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { mailLink } from '@/features/enquiries/mail-link';
import { originOf } from '@/features/session/links/origin';
import { telephoneLink } from '@/lib/links';
import { paths } from '@/lib/paths';

const ORIGIN = 'https://www.agency.example';

/** Any input of a keyboard, a clipboard or an attacker, lone surrogates included. */
const halfCharacter = fc.constantFrom('\uD83D', '\uDE00 x', 'a\uD800b');
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  halfCharacter,
);
const piece = fc.constantFrom(
  ...'/\\.@:?#%&= \t\r\n\0ab',
  '//',
  'https:',
  'javascript:',
  'evil.example',
  '%2f',
  '%5c',
  '/admin',
);
const address = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));

test('AUTH-8, R-02: the way back after signing in never leaves the site', () => {
  const part = fc.oneof(address, anyText, fc.anything());
  fc.assert(
    fc.property(part, part, part, (pathname, search, hash) => {
      const target = originOf({ from: { pathname, search, hash } });
      const url = new URL(target, ORIGIN);
      expect(url.origin).toBe(ORIGIN);
      expect(url.pathname.startsWith('//')).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

test('a reply to any enquiry has one recipient and no other header', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (to, subject, body) => {
      const link = new URL(mailLink(to, subject, body));
      expect(link.protocol).toBe('mailto:');
      expect([...link.searchParams.keys()]).toEqual(['subject', 'body']);
      expect(link.hash).toBe('');
      expect(link.pathname).not.toMatch(/[?&,;\s]/);
    }),
  );
});

test('a tel: link has only the number', () => {
  fc.assert(
    fc.property(anyText, (phone) => {
      expect(telephoneLink(phone)).toMatch(/^tel:[+\d]*$/);
    }),
  );
});

test('any id is read back from its address', () => {
  const detail = [paths.project, paths.post, paths.adminCaseStudyEdit, paths.adminPostHistory];
  const id = fc.string({ unit: 'grapheme', minLength: 1 });
  fc.assert(
    fc.property(id, fc.constantFrom(...detail), (given, { pattern, to }) => {
      const url = new URL(to(given), ORIGIN);
      // A browser resolves these as parent folders, in any encoding.
      fc.pre(!/^\.{1,2}$/.test(given));
      expect(url.origin).toBe(ORIGIN);
      expect(matchRoutes([{ path: pattern }], url.pathname)?.[0]?.params.id).toBe(given);
    }),
  );
});
