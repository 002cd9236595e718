import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../../scripts/lib/install.mjs';

const WRITES = /\.(?:insert|update|upsert|delete|remove|rpc)\(/;
const TIMEOUT = /abortSignal\(|withTimeout\(/;

/** The calls of a function, up to the bracket that closes each, on one line. */
function callsOf(name: string, text: string): string[] {
  return [...text.matchAll(new RegExp(`(?<!function )${name}\\(`, 'g'))].map(({ index }) => {
    let depth = 0;
    let end = index;
    do {
      end = text.slice(end).search(/[()]/) + end + 1;
      depth += text[end - 1] === '(' ? 1 : -1;
    } while (depth > 0);
    return text.slice(index, end).replaceAll(/\s+/g, ' ');
  });
}

// fetchPage is one of them: its callers build the request, which it bounds.
test('R-43: every read of tables and of the storage has a time-out', () => {
  const calls = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const text = readFileSync(`${root}src/${name}`, 'utf8');
      return [...callsOf('askBackend', text), ...callsOf(String.raw`\.list`, text)]
        .filter((call) => /\.(?:select|order|range)\(|sortBy/.test(call) && !WRITES.test(call))
        .map((call) => ({ call: `${name}: ${call}`, isBounded: TIMEOUT.test(call) }));
    });
  expect(calls.length).toBeGreaterThan(20);
  expect(calls.filter(({ isBounded }) => !isBounded)).toEqual([]);
});
