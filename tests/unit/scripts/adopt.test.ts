import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { answersSchema } from '../../../scripts/lib/adopt/answers.ts';
import { pageModules } from '../../../scripts/lib/adopt/pages.ts';
import { brandWords, namedIn } from '../../../scripts/lib/brand/brand-words.ts';

const given = JSON.parse(readFileSync('quality/adopt/harbor-and-pine.json', 'utf8'));
const titleOf = (changes: object) => {
  const answers = answersSchema.parse({ ...given, ...changes });
  const home = pageModules(answers, readFileSync('brand/texts/contact.ts', 'utf8'))[
    'texts/home.ts'
  ];
  return /"title":"((?:[^"\\]|\\.)*)"/.exec(home ?? '')?.[1];
};

test('an address that begins with www makes no word of it, and its name is found', () => {
  const words = brandWords([], 'https://www.northpier.example');
  expect(words).toContain('northpier.example');
  expect(words).toContain('northpier');
  expect(words).not.toContain('www');
  expect(namedIn('https://www.northpier.example/', words)).toEqual(['1: northpier.example']);
  // Such as the namespace of SVG.
  expect(namedIn('<svg xmlns="http://www.w3.org/2000/svg">', words)).toEqual([]);
});

test('the title of the home page says what the agency says of itself', () => {
  expect(titleOf({ name: 'North Pier', tagline: 'Made to last.' })).toBe('Made to last');
});

test.for([
  ['a long tagline', { name: 'North Pier', tagline: 'a'.repeat(60) }],
  ['a long name', { name: 'N'.repeat(40), tagline: 'Printing for everyone since 1901' }],
] as const)('%s leaves a title of at most 60 characters', ([, changes]) => {
  const title = titleOf(changes);
  expect(title).not.toMatch(/digital agency/);
  expect(`${title} | ${changes.name}`.length).toBeLessThanOrEqual(60);
});
