import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatImageVersion,
  numberedName,
  parseImageVersion,
  sanitizeFileName,
  VARIANT_WIDTHS,
  variantPath,
} from '@contracts/file-name';
import { fileExtension, findBrokenUploadRule, UPLOAD_IMAGE_TYPES } from '@contracts/upload';
import { variantsOfImage, encodeImagePath, imagePathOfUrl } from '@/lib/image-url';

const BUCKET = '/storage/v1/object/public/images/';

/** Names as people, cameras and attackers make them. */
const sign = fc.oneof(
  fc.constantFrom(...'._-/\\ %:*?"<>|\0\r\n\t\u202E\u200B\uFEFF\uD83D'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 3 }),
);
const ending = fc.constantFrom('', '.png', '.JPG', '.webp', '.svg', '.exe', '.constructor', '.');
const fileName = fc
  .tuple(fc.array(sign, { maxLength: 260 }), ending)
  .map(([signs, extension]) => signs.join('') + extension);

test('SAN-1..4, SAN-6, SAN-7: any name becomes one of allowed characters and bounded length, and is stable', () => {
  fc.assert(
    fc.property(fileName, (name) => {
      const safe = sanitizeFileName(name);
      expect(safe).toMatch(
        /^(?:unnamed_file|[A-Za-z0-9](?:[A-Za-z0-9._-]{0,198}[A-Za-z0-9])?\.(?:jpe?g|png|gif|webp|svg|pdf|docx?|txt))$/,
      );
      expect(safe).not.toContain('__');
      if (name !== '') expect(sanitizeFileName(safe)).toBe(safe);
    }),
  );
});

test('VFILE-11, SAN-6: a name that may be uploaded keeps its extension as an object', () => {
  const types = Object.keys(UPLOAD_IMAGE_TYPES);
  fc.assert(
    fc.property(fileName, fc.constantFrom(...types), (name, type) => {
      if (findBrokenUploadRule({ name, type, size: 1 }) !== null) return;
      expect(fileExtension(sanitizeFileName(name))).toBe(fileExtension(name));
    }),
  );
});

test('R-15: numbered names differ from each other and keep their extension', () => {
  fc.assert(
    fc.property(fileName, fc.integer({ min: 2, max: 50 }), (name, number) => {
      fc.pre(name !== '');
      const safe = sanitizeFileName(name);
      const numbered = numberedName(safe, number);
      expect(numbered).not.toBe(safe);
      expect(fileExtension(numbered)).toBe(fileExtension(safe));
    }),
  );
});

const size = fc.integer({ min: 1, max: 99_999 });
const version = fc.record({
  width: size,
  height: size,
  widths: fc.subarray([...VARIANT_WIDTHS]),
  revision: fc.integer({ min: 1, max: 999_999 }),
});

test('IMG-8: the version in a URL is read back as written', () => {
  fc.assert(
    fc.property(version, (facts) => {
      expect(parseImageVersion(formatImageVersion(facts))).toEqual(facts);
    }),
  );
});

test('IMG-8: any other text gives no version, or only possible variants', () => {
  const text = fc.oneof(
    fc.string(),
    fc
      .array(fc.constantFrom(...'0123456789x_-.'), { maxLength: 30 })
      .map((signs) => signs.join('')),
  );
  fc.assert(
    fc.property(text, (written) => {
      const read = parseImageVersion(written);
      for (const width of read?.widths ?? []) expect(VARIANT_WIDTHS).toContain(width);
    }),
  );
});

test('STOR-5: the path of a picture is read back from its URL, and no character ends the URL', () => {
  const part = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .map((text) => text.replaceAll('/', ''));
  const path = fc
    .array(part, { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join('/'))
    .filter((text) => text !== '');
  fc.assert(
    fc.property(path, version, (plain, facts) => {
      const encoded = encodeImagePath(plain);
      expect(encoded).not.toMatch(/[\s"'()<>?#\\]/);
      expect(decodeURIComponent(encoded)).toBe(plain);
      const address = `${BUCKET}${encoded}?v=${formatImageVersion(facts)}`;
      expect(imagePathOfUrl(address)).toBe(encoded);
      const srcSet = variantsOfImage(address)?.srcSet(facts.widths) ?? '';
      // In srcset a blank or a comma would end the URL.
      for (const candidate of srcSet === '' ? [] : srcSet.split(', ')) {
        expect(candidate).toMatch(/^\/storage\/v1\/object\/public\/images\/\S+ \d+w$/);
      }
      expect(variantPath(plain, facts.revision, 320).endsWith(`/${facts.revision}-320.webp`)).toBe(
        true,
      );
    }),
  );
});
