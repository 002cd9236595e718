import { expect, test } from 'vitest';
import {
  findAcceptanceProblems,
  findCopyProblems,
} from '../../../scripts/lib/checks/acceptance.ts';

// Put together here, so that the check of the whole project does not take them for citations.
const number = (group: string, n: number | string) => `${group}-${n}`;
const HOME = (n: number) => number('HOME', n);
const ruling = number('R', '07');

const rulings = `- **${ruling} Focus refetch** off.\n`;
const acceptance = `# Sentences

## Home
- ${HOME(1)} holds: Hero with 'Start Your Journey' (spec: 'no words').
- ${HOME(2)} holds by ${ruling}: Below it '+N more' and 'We don't ask, {name}'.
- ${HOME(3)} not carried over: A carousel.
`;
const words = `'START your Journey', 'and + 3 more', 'we don\\'t ask, ', `;
const problemsOf = (title: string, text = acceptance, said = words) =>
  findAcceptanceProblems(text, rulings, {
    'tests/home.test.ts': `test('${title}', () => { ${said} });`,
  });

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
  expect(findAcceptanceProblems(acceptance, rulings, tests)).toHaveLength(2);
});

test('quoted words that no citing test has are named', () => {
  expect(
    problemsOf(`${HOME(1)}..2: the hero`, acceptance, `'Start your journey', '+2 more'`),
  ).toEqual([`${HOME(2)}: no test that cites it has the words 'We don't ask, {name}'`]);
});

test('a number or a ruling that the documents do not have is named with the file', () => {
  expect(problemsOf(`${HOME(1)}..4, ${number('R', '99')}: the hero`)).toEqual([
    `tests/home.test.ts cites ${HOME(4)}, which the documents do not have`,
    `tests/home.test.ts cites ${number('R', '99')}, which the documents do not have`,
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

test('words of the customer that the copies change, lack or add are named', () => {
  const originals = {
    acceptance: `- ${HOME(1)} [E] Hero.\n- ${HOME(2)} [C] Below it.\n`,
    rulings,
  };
  const copies = {
    acceptance: `- ${HOME(1)} holds: Hero.\n- ${HOME(3)} holds: Ours.\n`,
    rulings: `${rulings}- **${number('R', '08')} Ours.**\n`,
  };
  expect(findCopyProblems(copies, originals)).toEqual([
    'docs/rulings.md differs from the customer’s decisions.md',
    `${HOME(2)} is not in the customer’s words: Below it.`,
    `${HOME(3)} is no sentence of the customer`,
  ]);
});
