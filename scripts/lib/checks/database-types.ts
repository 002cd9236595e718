import type { QueryResultRow } from 'pg';

/**
 * Writes TypeScript for the tables of schema `public` and the functions that accounts and visitors may call, in the
 * shape supabase-js expects. Reads the catalogue of a migrated database, so the file matches the database.
 */
export async function generateDatabaseTypes(
  query: (sql: string) => Promise<QueryResultRow[]>,
): Promise<string> {
  const columns = await query(`
    select c.relname as "table", a.attname as name, t.typname as type, a.attnotnull as "isRequired",
      (a.atthasdef or a.attidentity <> '' or a.attgenerated <> '') as "hasDefault",
      (a.attidentity = 'a' or a.attgenerated <> '') as "isGenerated"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relkind in ('r', 'p')
    order by c.relname, a.attname`);
  const relationships = await query(`
    select k.conname as name, c.relname as "table", f.relname as target,
      array(select attname::text from unnest(k.conkey) with ordinality u (num, place)
        join pg_attribute on attrelid = k.conrelid and attnum = num order by place) as columns,
      array(select attname::text from unnest(k.confkey) with ordinality u (num, place)
        join pg_attribute on attrelid = k.confrelid and attnum = num order by place) as "targetColumns"
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_class f on f.oid = k.confrelid
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_namespace m on m.oid = f.relnamespace and m.nspname = 'public'
    where k.contype = 'f'
    order by c.relname, k.conname`);
  // A function of one row of a table: the Data API offers it as a column of the table.
  const computed = await query(`
    select c.relname as "table", p.proname as name, r.typname as type, false as "isRequired"
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public'
    join pg_type r on r.oid = p.prorettype
    join pg_type argument on p.pronargs = 1 and argument.oid = p.proargtypes[0]
    join pg_class c on c.oid = argument.typrelid and c.relkind in ('r', 'p')
    where not p.proretset
    order by c.relname, p.proname`);
  const functions = await query(`
    select p.proname as name, p.proretset as "isSet", r.typname as returns,
      r.typtype as "returnsKind", rc.relname as "returnsTable", p.pronargs as arguments,
      p.pronargdefaults as defaults, coalesce(p.proargnames, '{}')::text[] as names,
      coalesce(p.proargmodes::text[], '{}') as modes,
      array(select typname::text from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]))
        with ordinality u (id, place) join pg_type on oid = id order by place) as types
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public'
    join pg_type r on r.oid = p.prorettype
    left join pg_class rc on rc.oid = r.typrelid and r.typtype = 'c'
    where p.prokind = 'f' and r.typname <> 'trigger'
      and (has_function_privilege('authenticated', p.oid, 'execute')
        or has_function_privilege('anon', p.oid, 'execute'))
      and not exists (
        select 1 from pg_type argument join pg_class c on c.oid = argument.typrelid
        where argument.oid = any (p.proargtypes)
      )
    order by p.proname`);

  const tables = groupBy(columns, (column) => column.table);
  return `// Generated from the migrated database by \`npm run types:database\`. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

/** \`Required\` columns must be in an insert; the database alone writes \`Generated\` ones. */
type Table<
  Row,
  Required extends keyof Row,
  Generated extends keyof Row,
  Relationships extends unknown[],
> = {
  Row: Row;
  Insert: Pick<Row, Required> & Partial<Omit<Row, Generated>>;
  Update: Partial<Omit<Row, Generated>>;
  Relationships: Relationships;
};

export type Database = {
  public: {
    Tables: {
${[...tables].map(([table, own]) => tableType(table, own, computed, relationships)).join('\n')}
    };
    Views: { [_ in never]: never };
    Functions: {
${functions.map(functionType).join('\n')}
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};
`;
}

function groupBy(
  rows: QueryResultRow[],
  key: (row: QueryResultRow) => string,
): Map<string, QueryResultRow[]> {
  const groups = new Map();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return groups;
}

function tableType(
  table: string,
  columns: QueryResultRow[],
  computed: QueryResultRow[],
  relationships: QueryResultRow[],
) {
  const computedHere = computed.filter((column) => column.table === table);
  const row = [...columns, ...computedHere].map(
    (column) =>
      `          ${column.name}: ${typeOf(column.type)}${column.isRequired ? '' : ' | null'};`,
  );
  const required = columns.filter((column) => column.isRequired && !column.hasDefault);
  const generated = [...columns.filter((column) => column.isGenerated), ...computedHere];
  const own = relationships
    .filter((relationship) => relationship.table === table)
    .map(
      (relationship) => `          {
            foreignKeyName: '${relationship.name}';
            columns: [${relationship.columns.map(quoted).join(', ')}];
            isOneToOne: false;
            referencedRelation: '${relationship.target}';
            referencedColumns: [${relationship.targetColumns.map(quoted).join(', ')}];
          },`,
    );
  return `      ${table}: Table<
        {
${row.join('\n')}
        },
        ${namesOf(required)},
        ${namesOf(generated)},
        [${own.length ? `\n${own.join('\n')}\n        ` : ''}]
      >;`;
}

const namesOf = (columns: QueryResultRow[]) =>
  columns.map((column) => quoted(column.name)).join(' | ') || 'never';

const quoted = (text: string) => `'${text}'`;

/** Arguments accept null: Postgres permits it for every argument of a function that is not strict. */
function functionType(fn: QueryResultRow) {
  const isInput = (index: number) => ['i', 'b', undefined].includes(fn.modes[index]);
  const inputs = fn.types
    .map((type: string, index: number) => ({ type, index }))
    .filter(({ index }: { index: number }) => isInput(index));
  const firstOptional = inputs.length - fn.defaults;
  const args = inputs.map(
    ({ type, index }: { type: string; index: number }, place: number) =>
      `          ${fn.names[index]}${place >= firstOptional ? '?' : ''}: ${typeOf(type)} | null;`,
  );
  const tableColumns = fn.types
    .map((type: string, index: number) => ({ type, index }))
    .filter(({ index }: { index: number }) => fn.modes[index] === 't')
    .map(
      ({ type, index }: { type: string; index: number }) => `${fn.names[index]}: ${typeOf(type)}`,
    );
  const single = fn.returnsTable
    ? `Database['public']['Tables']['${fn.returnsTable}']['Row']`
    : tableColumns.length
      ? `{ ${tableColumns.join('; ')} }`
      : fn.returns === 'void'
        ? 'undefined'
        : `${typeOf(fn.returns)} | null`;
  return `      ${fn.name}: {
        Args: ${args.length ? `{\n${args.join('\n')}\n        }` : 'Record<PropertyKey, never>'};
        Returns: ${fn.isSet ? `(${single})[]` : single};
      };`;
}

/** @param type name in pg_type; a leading underscore marks an array */
function typeOf(type: string) {
  const known: Record<string, string> = {
    bool: 'boolean',
    int2: 'number',
    int4: 'number',
    int8: 'number',
    float4: 'number',
    float8: 'number',
    numeric: 'number',
    json: 'Json',
    jsonb: 'Json',
  };
  if (type.startsWith('_')) return `${known[type.slice(1)] ?? 'string'}[]`;
  return known[type] ?? 'string';
}
