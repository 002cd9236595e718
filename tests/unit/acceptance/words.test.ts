import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { citationsIn, quotesIn, sentencesIn } from '../../../scripts/lib/checks/acceptance.ts';
import { root } from '../../../scripts/lib/install.mjs';
import { specified } from '../../support/specified.ts';
import { WORDS_BY_TEST } from './words-by-test.ts';

const read = (path: string) => readFileSync(root + path, 'utf8');
const sentences = sentencesIn(read('docs/acceptance.md')).filter(({ mark }) =>
  mark.startsWith('holds'),
);

/** Each text of the source on one line, without comments. */
const source = ['brand', 'src', 'supabase/functions'].flatMap((folder) =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.demo|database\.types)\.tsx?$/.test(name) && !/node_modules/.test(name))
    .map((name) =>
      read(`${folder}/${name}`)
        .replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, ' ')
        .replaceAll("\\'", "'")
        .replaceAll(/\s+/g, ' '),
    ),
);

/** A whole literal or JSX text. {email} and N stand for any value; a value may follow; a sentence may begin with it. */
function literalOf(quote: string): RegExp {
  const words = quote
    .replace(/(?<=: )\.\.\.$/, '')
    .split(/\{\w+\}|\bN\b/)
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
    .join('\\$?\\{[^}]*\\}')
    .replace(/^[a-z]/, (letter) => `[${letter}${letter.toUpperCase()}]`);
  return new RegExp(`['"\`>}] ?${words}(?: ?['"\`<{]|:? ?\\$\\{)`);
}

/** Case counts, white space and what varies do not. */
const has = (text: string, quote: string) =>
  quote.split(/\{\w+\}|\bN\b/).every((part) => text.includes(part.trim()));

specified('each quoted string of the specification stands in the product as it is written', () => {
  const missing = sentences.flatMap(({ number, text }) => {
    const asserting = WORDS_BY_TEST[number];
    if (asserting) return [];
    return quotesIn(text)
      .map((quote) => ({ quote, literal: literalOf(quote) }))
      .filter(({ literal }) => !source.some((file) => literal.test(file)))
      .map(({ quote }) => `${number}: '${quote}'`);
  });
  expect(missing).toEqual([]);
});

test.for(Object.entries(WORDS_BY_TEST))('%s: %s has its words', ([number, path]) => {
  const asserting = read(path).replaceAll("\\'", "'");
  const sentence = sentences.find((one) => one.number === number);
  expect([...citationsIn(asserting)]).toContain(number);
  expect(quotesIn(sentence?.text ?? '').filter((quote) => !has(asserting, quote))).toEqual([]);
});
