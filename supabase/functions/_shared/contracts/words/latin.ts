// Latin spellings of people's words, for addresses and for the search. The library weighs 47 kB: staff load it when it
// is first needed, visitors never. The migration *_words.sql repeats what is spelled for the search; a test compares.
import { transliterate } from 'transliteration';
import { sanitizeFileName } from '../file-name.ts';
import { SLUG_MAX } from '../slug.ts';

/** Small letters that the library spells by a sign, or as another language would; ё as passports do. */
const CORRECTED = { ћ: 'c', ə: 'e', ǝ: 'e', ә: 'a', ѐ: 'e', ё: 'e' };
transliterate.setData(CORRECTED);

/** Makes a slug from a title; '' when it has neither a letter nor a digit. */
export function slugFromTitle(title: string): string {
  const words = bare(title)
    .replace(/[\p{L}\p{M}\p{Nd}]+/gu, (word) => transliterate(word))
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/[^a-z0-9]+/g, '-');
  return words.slice(0, SLUG_MAX).replace(/^-+|-+$/g, '');
}

/** The object name of a file, its letters in Latin: 'zhetva.png' for 'Жетва.png'. Storage refuses others. */
export const objectName = (fileName: string): string =>
  sanitizeFileName(
    fileName
      .normalize('NFKC')
      .replace(/[\p{L}\p{M}\p{Nd}]+/gu, (word) =>
        /[^\p{ASCII}]/u.test(word) ? transliterate(bare(word)).toLowerCase() : word,
      ),
  );

/**
 * Letters of the Latin, Greek, Cyrillic, Armenian and Georgian alphabets of today, and digits of fourteen scripts. Others
 * are found as they are written.
 */
export const SPELLED =
  /(?=[\p{L}\p{Nd}])[\u00C0-\u02AF\u0386-\u03CE\u0400-\u045F\u0490-\u04FF\u0531-\u0586\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF\u0A66-\u0A6F\u0AE6-\u0AEF\u0BE6-\u0BEF\u0C66-\u0C6F\u0CE6-\u0CEF\u0D66-\u0D6F\u0E50-\u0E59\u0ED0-\u0ED9\u1040-\u1049\u10D0-\u10F6\u17E0-\u17E9\u1C90-\u1CB6\u1E9E]/gu;
/** Accents, vowel signs of Hebrew and Arabic, joiners, and selectors of a letter's form. */
const MARKS =
  /[\u3099\u309A\u0300-\u036F\u0591-\u05C7\u064B-\u065F\u0670\u200B-\u200F\u2060\u0640\p{Variation_Selector}]/gu;
/** Of languages that write without spaces: each one is a word of its own. */
const UNSPACED = /[\u0E00-\u0EFF\u3040-\u30FF\u3400-\u9FFF\uF900-\uFAFF]/g;
/** Arabic letters as Persian keyboards write them; apostrophes that count as letters. */
const ALIKE: Readonly<Record<string, string>> = {
  ...{ ي: 'ی', ى: 'ی', ك: 'ک', ة: 'ه' },
  ...{ ʹ: ' ', ʻ: ' ', ʼ: ' ', ʽ: ' ', ʾ: ' ', ʿ: ' ' },
};
const HIRAGANA = /[\u3041-\u3096]/g;
const TO_KATAKANA = 0x60;

/** The Latin spelling of one letter; '' for a letter without a sound, such as ь. */
export const spellLetter = (letter: string): string =>
  transliterate(letter.toLowerCase())
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Letters are spelled twice, before and after they lose their marks: й is not и, but ὰ is α. */
function bare(text: string): string {
  const spelled = (part: string) => part.replace(SPELLED, spellLetter);
  return spelled(spelled(text.normalize('NFKC')).normalize('NFKD').replace(MARKS, ''));
}

/**
 * The text as the search compares it: 'Zürcher Käserei' as 'zurcher kaserei', 'Жетва' like 'Žetva' as 'zetva'. The same
 * as private.fold.
 */
export function foldForSearch(text: string): string {
  return (
    bare(text)
      .toLowerCase()
      // Cyrillic ж is 'zh' or 'ž' in Latin, ђ 'dj' or 'đ': one spelling for both.
      .replace(/([csz])h|([dgk])j/g, '$1$2')
      .replace(/[!-/:-@[-`{-~]/g, ' ')
      .replace(/[\u02B9-\u02BF\u0629-\u064A]/g, (letter) => ALIKE[letter] ?? letter)
      .replace(HIRAGANA, (letter) => String.fromCharCode(letter.charCodeAt(0) + TO_KATAKANA))
      .replace(UNSPACED, ' $& ')
  );
}

/** The words that the search compares. */
export const searchWords = (text: string): string[] =>
  foldForSearch(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Search words as a query of Postgres: a document must have every one of them, or a word that begins with it. */
export function searchQueryOf(search: string): string {
  return [...new Set(searchWords(search))].map((word) => `${word}:*`).join(' & ');
}
