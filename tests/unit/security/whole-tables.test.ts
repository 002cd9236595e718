import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const CHANGE =
  /\b(?:update\s+(?!set\b|of\b|on\b)[\w.%"]+(?:\s+as\s+\w+)?\s+set\b|delete\s+from\s+[\w.%"]+)/gi;

/** Statements that change every row of a table, of which the condition is not in brackets. */
function changesOfWholeTables(text: string): string[] {
  const sql = text.replaceAll(/--.*$/gm, '');
  return [...sql.matchAll(CHANGE)]
    .map(({ index }) => statementAt(sql, index))
    .filter((statement) => !/\bwhere\b/i.test(statement));
}

/** To its semicolon, or to the bracket that closes around it; without what is in brackets. */
function statementAt(sql: string, start: number): string {
  let depth = 0;
  let flat = '';
  for (const letter of sql.slice(start)) {
    if (letter === '(') depth += 1;
    else if (letter === ')') depth -= 1;
    else if (depth === 0 && letter !== ';') flat += letter;
    if (depth < 0 || (letter === ';' && depth === 0)) break;
  }
  return flat.replaceAll(/\s+/g, ' ').trim();
}

// Hosted projects load safeupdate for requests of the API, also for the statements of functions that they call. No
// other database refuses these.
test('no statement of a migration changes a whole table', () => {
  const files = readdirSync('supabase/migrations');
  const found = files.flatMap((name) =>
    changesOfWholeTables(readFileSync(`supabase/migrations/${name}`, 'utf8')),
  );
  expect(found).toEqual([]);
});

test('a statement without a condition is found', () => {
  const sql = `update private.one as known set at = (select max(at) from x where y) returning at into z;
    with gone as (delete from two where id = 1 returning id) insert into three select id from gone;
    insert into four values (1) on conflict (id) do update set at = now();
    delete from five; -- where not`;
  expect(changesOfWholeTables(sql)).toEqual([
    'update private.one as known set at = returning at into z',
    'delete from five',
  ]);
});
