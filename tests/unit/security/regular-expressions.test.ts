import { readFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import { expect, test, vi } from 'vitest';
import { COMPOSED, JUDGED } from './judged-expressions';
import { findExpressions, findSqlExpressions } from './regular-expressions';

// Proving takes minutes. An expression keeps its verdict, so only new ones are proven here;
// PROVE_ALL=1 (npm run proof) does them all over.
const PROVEN_FILE = new URL('proven-expressions.json', import.meta.url);
const proven: string[] = process.env.PROVE_ALL ? [] : JSON.parse(readFileSync(PROVEN_FILE, 'utf8'));

const { literal, composed } = findExpressions();
const texts = [...new Set(literal.map(({ text }) => text))];

function verdictOn(text: string): string {
  vi.stubEnv('RECHECK_SYNC_BACKEND', 'pure');
  const end = text.lastIndexOf('/');
  const { status } = checkSync(text.slice(1, end), text.slice(end + 1), { timeout: 60_000 });
  vi.unstubAllEnvs();
  return status;
}

test('no text can hold an expression up, but for those judged one by one', () => {
  const unknown = texts.filter((text) => !(text in JUDGED) && !proven.includes(text));
  const slow = unknown.flatMap((text) => {
    const verdict = verdictOn(text);
    const files = literal.filter((one) => one.text === text).map(({ file }) => file);
    return verdict === 'safe' ? [] : [`${verdict}: ${text} in ${files.join(', ')}`];
  });
  expect(slow).toEqual([]);
}, 600_000);

test('the checker knows a slow expression when it sees one', () => {
  expect(verdictOn('/^(a+)+$/')).toBe('vulnerable');
});

test('what was judged still stands in the sources', () => {
  expect(Object.keys(JUDGED).filter((text) => !texts.includes(text))).toEqual([]);
});

test('an expression that is composed while running takes nothing from outside', () => {
  expect(composed.map(({ text }) => text).sort()).toEqual([...COMPOSED].sort());
});

test('the database uses no expression that looks back, the only kind it is slow at', () => {
  const expressions = findSqlExpressions();
  expect(expressions.length).toBeGreaterThan(10);
  expect(expressions.filter(({ text }) => /\\[1-9]/.test(text))).toEqual([]);
});
