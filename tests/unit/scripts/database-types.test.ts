import { expect, test } from 'vitest';
import { generateDatabaseTypes } from '../../../scripts/lib/checks/database-types.ts';

type Row = Record<string, unknown>;

/** Answers the three catalogue queries, recognised by their first table. */
function catalogue({ columns = [], relationships = [], functions = [] }: Record<string, Row[]>) {
  return (sql: string) => {
    if (sql.includes('from pg_class c')) return Promise.resolve(columns);
    if (sql.includes('from pg_constraint k')) return Promise.resolve(relationships);
    if (sql.includes('from pg_proc p')) return Promise.resolve(functions);
    return Promise.reject(new Error(`Unexpected question: ${sql}`));
  };
}

function column(name: string, type: string, overrides: Row = {}): Row {
  return {
    table: 'notes',
    name,
    type,
    isRequired: true,
    hasDefault: false,
    isGenerated: false,
    ...overrides,
  };
}

function fn(overrides: Row): Row {
  return {
    name: 'greet',
    isSet: false,
    returns: 'text',
    returnsTable: null,
    defaults: 0,
    names: [],
    modes: [],
    types: [],
    ...overrides,
  };
}

/** The file without its layout. */
async function typesFor(parts: Record<string, Row[]>) {
  return (await generateDatabaseTypes(catalogue(parts))).replace(/\s+/g, ' ');
}

test('an empty schema gives a complete file', async () => {
  const types = await typesFor({});
  expect(types).toMatch(/^\/\/ Generated from the migrated database .+ Do not edit\./);
  expect(types).toContain('export type Json =');
  expect(types).toContain('Tables: { };');
  expect(types).toContain('Views: { [_ in never]: never };');
});

test('Postgres types become JSON types', async () => {
  const types = await typesFor({
    columns: [
      column('id', 'uuid'),
      column('count', 'int8'),
      column('done', 'bool'),
      column('data', 'jsonb'),
      column('tags', '_text'),
      column('sizes', '_int4'),
      column('at', 'timestamptz'),
    ],
  });
  expect(types).toContain(
    '{ id: string; count: number; done: boolean; data: Json; tags: string[]; sizes: number[]; at: string; }',
  );
});

test('an insert needs what has neither default nor null, and writes nothing generated', async () => {
  const types = await typesFor({
    columns: [
      column('title', 'text'),
      column('note', 'text', { isRequired: false }),
      column('made_at', 'date', { hasDefault: true }),
      column('id', 'int8', { hasDefault: true, isGenerated: true }),
    ],
  });
  expect(types).toContain(
    "notes: Table< { title: string; note: string | null; made_at: string; id: number; }, 'title', 'id', [] >;",
  );
});

test('foreign keys belong to the table that has them', async () => {
  const types = await typesFor({
    columns: [column('id', 'uuid'), column('note_id', 'uuid', { table: 'replies' })],
    relationships: [
      {
        name: 'replies_note_id_fkey',
        table: 'replies',
        target: 'notes',
        columns: ['note_id'],
        targetColumns: ['id'],
      },
    ],
  });
  expect(types).toMatch(/notes: Table<.+?never, \[\] >;.+?replies: Table</);
  expect(types).toMatch(
    /replies: Table<.+?foreignKeyName: 'replies_note_id_fkey'; columns: \['note_id'\]; isOneToOne: false; referencedRelation: 'notes'; referencedColumns: \['id'\];/,
  );
});

test('arguments with a default are optional, and every argument takes null', async () => {
  const types = await typesFor({
    functions: [
      fn({ names: ['name', 'times'], modes: [], types: ['text', 'int4'], defaults: 1 }),
      fn({ name: 'ping' }),
    ],
  });
  expect(types).toContain(
    'greet: { Args: { name: string | null; times?: number | null; }; Returns: string | null; };',
  );
  expect(types).toContain('ping: { Args: Record<PropertyKey, never>; Returns: string | null; };');
});

test('results are a value, nothing, a row, a set or a table', async () => {
  const types = await typesFor({
    functions: [
      fn({ name: 'a_value', returns: 'bool' }),
      fn({ name: 'nothing', returns: 'void' }),
      fn({ name: 'a_row', returns: 'notes', returnsTable: 'notes' }),
      fn({ name: 'a_set', returns: 'notes', returnsTable: 'notes', isSet: true }),
      fn({
        name: 'a_table',
        returns: 'record',
        isSet: true,
        names: ['since', 'label', 'total'],
        modes: ['i', 't', 't'],
        types: ['date', 'text', 'int8'],
      }),
    ],
  });
  expect(types).toMatch(/a_value: \{ Args: .+?; Returns: boolean \| null; \}/);
  expect(types).toMatch(/nothing: \{ Args: .+?; Returns: undefined; \}/);
  const row = `Database['public']['Tables']['notes']['Row']`;
  expect(types).toContain(`a_row: { Args: Record<PropertyKey, never>; Returns: ${row}; }`);
  expect(types).toContain(`a_set: { Args: Record<PropertyKey, never>; Returns: (${row})[]; }`);
  expect(types).toContain(
    'a_table: { Args: { since: string | null; }; Returns: ({ label: string; total: number })[]; }',
  );
});
