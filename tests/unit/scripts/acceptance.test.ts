import { expect, test } from 'vitest';
import { findAcceptanceProblems } from '../../../scripts/lib/acceptance.ts';

// Put together here, so that the check of the whole project does not take them for citations.
const number = (group: string, n: number | string) => `${group}-${n}`;
const HOME = (n: number) => number('HOME', n);
const ruling = number('R', '07');

const document = `# Sentences
- ${ruling} Focus does not refetch.

## Home
- ${HOME(1)} holds: The hero has a call to action.
- ${HOME(2)} holds by ${ruling}: It leads to /contact.
- ${HOME(3)} not carried over: A carousel, because nothing needs one.
`;
const problemsOf = (title: string, text = document) =>
  findAcceptanceProblems(text, { 'tests/home.test.ts': `test('${title}', () => {});` });

test('numbers one by one, in a range, and rulings are citations', () => {
  expect(problemsOf(`${HOME(1)}, ${HOME(2)}, ${ruling}: the hero`)).toEqual([]);
  expect(problemsOf(`${HOME(1)}..2: the hero`)).toEqual([]);
});

test('a sentence that holds and is cited by no test is named', () => {
  expect(problemsOf(`${HOME(1)}: the hero`)).toEqual([
    `docs/acceptance.md says that ${HOME(2)} holds, but no test cites it`,
  ]);
});

test('a comment is no citation', () => {
  const tests = { a: `// ${HOME(1)}\n * ${HOME(2)}\n/* ${HOME(2)} */\nconst one = 1;` };
  expect(findAcceptanceProblems(document, tests)).toHaveLength(2);
});

test('a number or a ruling that the document does not have is named with the file', () => {
  expect(problemsOf(`${HOME(1)}..4, ${number('R', '99')}: the hero`)).toEqual([
    `tests/home.test.ts cites ${HOME(4)}, which docs/acceptance.md does not have`,
    `tests/home.test.ts cites ${number('R', '99')}, which docs/acceptance.md does not have`,
  ]);
});

test('text that resembles a number is no citation', () => {
  expect(problemsOf(`${HOME(1)}..2: UTF-8 and SHA-256`)).toEqual([]);
});

test('a number twice, an unknown mark and an unknown ruling are named', () => {
  const broken = `- ${HOME(1)} holds: One.
- ${HOME(1)} holds: Again.
- ${HOME(2)} perhaps: Two.
- ${HOME(3)} holds by ${number('R', '98')}: Three.`;
  expect(problemsOf(`${HOME(1)}..3: all`, broken)).toEqual([
    `${HOME(1)} stands there twice`,
    `${HOME(2)} has no known mark: perhaps`,
    `${HOME(3)} holds by ${number('R', '98')}, which is not there`,
  ]);
});
