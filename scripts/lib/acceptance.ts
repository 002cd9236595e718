/**
 * Compares the numbers of docs/acceptance.md with those in the titles of tests. A sentence that `holds` needs a test
 * with its number; whether that test proves it, a reader has to judge.
 *
 * @param document text of docs/acceptance.md
 * @param tests text of each test file, by path
 * @returns one message per problem
 */
export function findAcceptanceProblems(document: string, tests: Record<string, string>): string[] {
  const { sentences, rulings, problems } = readAcceptance(document);
  const groups = new Set([...sentences.keys()].map((number) => number.replace(/-\d+$/, '')));
  const cited = new Set();
  for (const [path, text] of Object.entries(tests)) {
    for (const number of citationsIn(text)) {
      const group = number.replace(/-\d+$/, '');
      if (group !== 'R' && !groups.has(group)) continue;
      cited.add(number);
      if (sentences.has(number) || rulings.has(number)) continue;
      problems.push(`${path} cites ${number}, which docs/acceptance.md does not have`);
    }
  }
  for (const [number, mark] of sentences) {
    if (!mark.startsWith('holds') || cited.has(number)) continue;
    problems.push(`docs/acceptance.md says that ${number} holds, but no test cites it`);
  }
  return problems;
}

const MARK = /^(?:holds(?: by R-\d\d(?:, R-\d\d)*)?|not carried over)$/;

/** The mark of each sentence, by number; the numbers of the rulings (R-01, …); problems of the document itself. */
function readAcceptance(document: string): {
  sentences: Map<string, string>;
  rulings: Set<string>;
  problems: string[];
} {
  const sentences: Map<string, string> = new Map();
  const rulings: Set<string> = new Set();
  const problems: string[] = [];
  for (const [, number = '', rest = ''] of document.matchAll(/^- ([A-Z]+-\d+) (.+)$/gm)) {
    if (sentences.has(number) || rulings.has(number)) problems.push(`${number} stands there twice`);
    if (number.startsWith('R-')) {
      rulings.add(number);
      continue;
    }
    const [mark = ''] = rest.split(':');
    if (!MARK.test(mark)) problems.push(`${number} has no known mark: ${mark}`);
    sentences.set(number, mark);
  }
  for (const [number, mark] of sentences) {
    for (const ruling of mark.match(/R-\d\d/g) ?? []) {
      if (!rulings.has(ruling)) problems.push(`${number} holds by ${ruling}, which is not there`);
    }
  }
  return { sentences, rulings, problems };
}

/** HOME-1, or a range like FORM-15..19. Comments cite nothing. */
function citationsIn(text: string): Set<string> {
  const code = text
    .split('\n')
    .filter((line) => !/^(?:\/\/|\/?\*)/.test(line.trimStart()))
    .join('\n');
  const numbers = new Set<string>();
  for (const [, group, first = '', last = first] of code.matchAll(
    /\b([A-Z]{1,8})-(\d+)(?:\.\.(\d+))?/g,
  )) {
    for (let number = Number(first); number <= Number(last); number += 1) {
      numbers.add(`${group}-${String(number).padStart(first.length, '0')}`);
    }
  }
  return numbers;
}
