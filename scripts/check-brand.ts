// Part of npm run check: nothing outside brand/ names the agency, and what is written from brand/ is up to date.
import { team } from '../brand/people.ts';
import { brandWords, findBrandWords } from './lib/brand/brand-words.ts';
import { derivedFiles, staleFiles } from './lib/brand/brand.ts';

const derived = new Set((await derivedFiles()).keys());
const problems = [
  ...findBrandWords(brandWords(team), derived).map((hit) => `${hit} belongs into brand/`),
  ...(await staleFiles()).map(([file]) => `${file} does not follow from brand/: npm run brand`),
];
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
