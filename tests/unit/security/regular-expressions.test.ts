import { readFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import { expect, test, vi } from 'vitest';
import { COMPOSED, JUDGED } from './judged-expressions';
import { findExpressions, findSqlExpressions } from './regular-expressions';

// A proof takes minutes. Verdicts are stored, so only new expressions are proven here;
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

test('every expression is linear, except those judged one by one', () => {
  const unknown = texts.filter((text) => !(text in JUDGED) && !proven.includes(text));
  const slow = unknown.flatMap((text) => {
    const verdict = verdictOn(text);
    const files = literal.filter((one) => one.text === text).map(({ file }) => file);
    return verdict === 'safe' ? [] : [`${verdict}: ${text} in ${files.join(', ')}`];
  });
  expect(slow).toEqual([]);
}, 600_000);

test('the checker detects a slow expression', () => {
  expect(verdictOn('/^(a+)+$/')).toBe('vulnerable');
});

test('every judged expression is still in the sources', () => {
  expect(Object.keys(JUDGED).filter((text) => !texts.includes(text))).toEqual([]);
});

test('expressions composed at run time contain no input', () => {
  expect(composed.map(({ text }) => text).sort()).toEqual([...COMPOSED].sort());
});

test('the database uses no expression with a back reference, the only kind that is slow there', () => {
  const expressions = findSqlExpressions();
  expect(expressions.length).toBeGreaterThan(10);
  expect(expressions.filter(({ text }) => /\\[1-9]/.test(text))).toEqual([]);
});
