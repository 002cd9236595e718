/**
 * Compares the sentences of docs/acceptance.md with the tests that cite their numbers. Each sentence needs a test, and
 * each string in its quotes must stand in a file of those; whether the test proves it, a reader has to judge.
 *
 * @param acceptance text of docs/acceptance.md
 * @param rulings text of docs/rulings.md
 * @param tests text of each test file, by path
 * @returns one message per problem
 */
export function findAcceptanceProblems(
  acceptance: string,
  rulings: string,
  tests: Record<string, string>,
): string[] {
  const problems: string[] = [];
  const known = rulingsIn(rulings);
  const sentences = new Map<string, Sentence>();
  for (const sentence of sentencesIn(acceptance)) {
    const { number, mark } = sentence;
    if (sentences.has(number)) problems.push(`${number} stands there twice`);
    if (!MARK.test(mark)) problems.push(`${number} has no known mark: ${mark}`);
    for (const ruling of mark.match(/R-\d\d/g) ?? []) {
      if (!known.has(ruling)) problems.push(`${number} holds by ${ruling}, which is not there`);
    }
    sentences.set(number, sentence);
  }
  const groups = new Set(['R', ...[...sentences.keys()].map(groupOf)]);
  const citing = new Map<string, string[]>();
  for (const [path, text] of Object.entries(tests)) {
    for (const number of citationsIn(text)) {
      if (!groups.has(groupOf(number))) continue;
      citing.set(number, [...(citing.get(number) ?? []), text]);
      if (sentences.has(number) || known.has(number)) continue;
      problems.push(`${path} cites ${number}, which the documents do not have`);
    }
  }
  for (const { number, mark, text } of sentences.values()) {
    if (!mark.startsWith('holds')) continue;
    const cited = citing.get(number);
    if (!cited) {
      problems.push(`docs/acceptance.md says that ${number} holds, but no test cites it`);
      continue;
    }
    const all = searchable(cited.join('\n'));
    for (const quote of quotesIn(text)) {
      if (partsOf(quote).every((part) => all.includes(searchable(part)))) continue;
      problems.push(`${number}: no test that cites it has the words '${quote}'`);
    }
  }
  return problems;
}

/**
 * Compares the copies in docs with the customer's own documents.
 *
 * @returns one message per difference
 */
export function findCopyProblems(
  copies: { acceptance: string; rulings: string },
  originals: { acceptance: string; rulings: string },
): string[] {
  const problems: string[] = [];
  if (copies.rulings !== originals.rulings) {
    problems.push('docs/rulings.md differs from the customer’s decisions.md');
  }
  const ours = new Map(sentencesIn(copies.acceptance).map(({ number, text }) => [number, text]));
  for (const [, number = '', text = ''] of originals.acceptance.matchAll(
    /^- ([A-Z]+-\d+) \[[A-Z]\] (.+)$/gm,
  )) {
    if (ours.get(number) !== text)
      problems.push(`${number} is not in the customer’s words: ${text}`);
    ours.delete(number);
  }
  return [
    ...problems,
    ...[...ours.keys()].map((number) => `${number} is no sentence of the customer`),
  ];
}

const MARK = /^(?:holds(?: by R-\d\d(?:, R-\d\d)*)?|not carried over)$/;

export type Sentence = { number: string; mark: string; text: string };

export function sentencesIn(acceptance: string): Sentence[] {
  return [...acceptance.matchAll(/^- ([A-Z]+-\d+) (.+)$/gm)].map(([, number = '', rest = '']) => {
    const colon = rest.indexOf(': ');
    return { number, mark: rest.slice(0, colon), text: rest.slice(colon + 2) };
  });
}

function rulingsIn(rulings: string): Set<string> {
  return new Set([...rulings.matchAll(/^- \*\*(R-\d\d)\b/gm)].map(([, number = '']) => number));
}

const groupOf = (number: string) => number.replace(/-\d+$/, '');

/** The strings in single quotes; an apostrophe within a word ends none. */
export function quotesIn(text: string): string[] {
  const words = text.replaceAll(/\(spec: [^()]*\)/g, '');
  return [...words.matchAll(/(?<!\w)'((?:[^']|(?<=\w)'(?=\w))+)'(?!\w)/g)].map(
    ([, quote = '']) => quote,
  );
}

/** Without what varies: {email}, the N of '+N more', the dots of a list. */
const partsOf = (quote: string) =>
  quote
    .split(/\{\w+\}|\bN\b|\.\.\.$/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const searchable = (text: string) => text.replaceAll("\\'", "'").toLowerCase();

/** HOME-1, or a range like FORM-15..19. Comments cite nothing. */
export function citationsIn(text: string): Set<string> {
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
