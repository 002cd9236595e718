import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { agency } from '../../../brand/agency.ts';
import { offices } from '../../../brand/offices.ts';
import { slugOf } from './brand.ts';
import { root } from '../install.mjs';

/** What visitors get is made of these. Tests, docs and quality/ may name the agency. */
const SEARCHED = ['src', 'supabase', 'scripts', 'public', 'index.html', 'admin.html'];
/** Demo content, which `npm run adopt` empties. */
const DEMO_CONTENT = /^supabase\/(?:seed\.sql$|seed\/)/;
const NOT_TEXT = /\.(?:png|jpg|webp|avif|woff2?|ico)$/;

/** Words that name the agency: its name, domain, addresses, phones and cities, and its people. */
export function brandWords(
  people: readonly { name: string }[],
  url: string = agency.url,
): string[] {
  // Every other address begins with www.
  const domain = new URL(url).hostname.replace(/^www\./, '');
  return [
    agency.name,
    slugOf(agency.name),
    domain,
    domain.split('.')[0] ?? '',
    agency.email,
    agency.phone,
    ...agency.postalAddress.slice(1, 2),
    ...offices.flatMap(({ city, street, phone }) => [city, street, phone]),
    ...people.map(({ name }) => name),
  ].filter((word, place, all) => word.length > 2 && all.indexOf(word) === place);
}

/**
 * Lines that name the agency outside brand/.
 *
 * @param derived files that are written from brand/ and may name it
 * @returns `file:line: word`
 */
export function findBrandWords(words: readonly string[], derived: ReadonlySet<string>): string[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...SEARCHED], {
    cwd: root,
    encoding: 'utf8',
  });
  return files
    .split('\n')
    .filter(
      (file) => file && !derived.has(file) && !DEMO_CONTENT.test(file) && !NOT_TEXT.test(file),
    )
    .flatMap((file) =>
      namedIn(readFileSync(root + file, 'utf8'), words).map((hit) => `${file}:${hit}`),
    );
}

/** Not as a part of a longer word, and not as the city of an IANA zone. */
export function namedIn(text: string, words: readonly string[]): string[] {
  const spelled = words.flatMap((word) => [word, word.replaceAll('&', '&amp;')]);
  const found = new RegExp(
    `(?<![\\p{L}\\p{N}/_])(?:${[...new Set(spelled)].map(literal).join('|')})(?![\\p{L}\\p{N}])`,
    'iu',
  );
  return text.split('\n').flatMap((line, index) => {
    const word = found.exec(line)?.[0];
    return word === undefined ? [] : [`${index + 1}: ${word}`];
  });
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
