// Tries in a freshly migrated database who may do what: every table, function and bucket of its catalogue,
// as every audience, each attempt rolled back. `postgres` is the address of an empty cluster; without it, the
// embedded database is asked. Run as its owner, because the embedded Auth service has no second factor.
import { readFileSync } from 'node:fs';
import type { QueryResultRow } from 'pg';
import { root } from '../../scripts/lib/install.mjs';
import { generateDatabaseTypes } from '../../scripts/lib/checks/database-types.ts';
import type { Sql } from '../../scripts/lib/local/shared-connection.ts';
import { readCatalogue } from './catalogue.ts';
import { openHostedProject } from './hosted-project.ts';
import { withMigratedDatabase } from './migrated-database.ts';

type Questions = {
  /** The arguments of a call by the name of its function. */
  functions: Record<string, string>;
  /** The columns and values of a row by the name of its table. */
  samples: Record<string, string>;
  postgres?: string;
};

type Operation = 'read' | 'create' | 'change' | 'delete';
type Verdicts = Record<string, string>;
type TableAnswer = Record<Operation, Verdicts> & {
  total: number;
  columns: string[];
  /** Roles that may read some of the columns. */
  partlyReadable: string[];
  changeable: string[];
};
type FunctionAnswer = { name: string; arguments: string[]; may?: Verdicts };

const PEOPLE = {
  owner: '11111111-1111-4111-8111-111111111111',
  editor: '22222222-2222-4222-8222-222222222222',
  nonMember: '33333333-3333-4333-8333-333333333333',
  removed: '44444444-4444-4444-8444-444444444444',
  enrolled: '55555555-5555-4555-8555-555555555555',
};

const AUDIENCES: Record<string, { id?: string; aal?: string }> = {
  anonymous: {},
  nonMember: { id: PEOPLE.nonMember, aal: 'aal1' },
  editor: { id: PEOPLE.editor, aal: 'aal1' },
  // Owners need a second factor if the service has them.
  owner: { id: PEOPLE.owner, aal: 'aal2' },
  removed: { id: PEOPLE.removed, aal: 'aal1' },
  'enrolled, aal1': { id: PEOPLE.enrolled, aal: 'aal1' },
  'enrolled, no aal': { id: PEOPLE.enrolled },
  'enrolled, aal2': { id: PEOPLE.enrolled, aal: 'aal2' },
};

// A column is bounded by its foreign key, or by a check in which it is the argument of a function that
// measures, or is compared with a list, a range or an expression of limited length.
const UNBOUNDED = `
  select format('%s.%s', c.oid::regclass, attname) as name
  from pg_class c
  join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
  join pg_type t on t.oid = atttypid
  where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p')
    and relname not like 'supabase_migrations%'
    and (typname in ('text', 'varchar', 'timestamptz', 'timestamp', 'date') or typcategory = 'A')
    and not exists (
      select from pg_constraint k
      where conrelid = c.oid and attnum = any (conkey) and (
        contype = 'f' or contype = 'c' and pg_get_constraintdef(k.oid) ~ format(
          '(char_length|cardinality|texts_fit|are_times|is_[a-z_]+)\\([^()]*\\m%1$s\\M'
            '|\\m%1$s (= ANY|>=|~ ''\\^.*\\{[0-9,]+\\}\\$''|IS NULL)',
          attname
        )
      )
    )
  order by 1`;

export async function askAccess(questions: Questions) {
  if (!questions.postgres) return withMigratedDatabase(({ sql }) => askEverything(sql, questions));
  const { sql, close } = await openHostedProject(questions.postgres);
  const answers = await askEverything(sql, questions);
  await close();
  return answers;
}

async function askEverything(sql: Sql, questions: Questions) {
  const catalogue = await readCatalogue(sql);
  const types = await generateDatabaseTypes(async (text) => (await sql.query(text)).rows);
  await arrange();
  return {
    catalogue,
    types,
    tables: await askTables(),
    functions: await askFunctions(),
    buckets: (await sql.query('select id from storage.buckets order by id')).rows.map(
      ({ id }) => id,
    ),
    behindTheScenes: await askPrivateSchema(),
    unbounded: await askBounds(),
  };

  async function arrange() {
    for (const [who, id] of Object.entries(PEOPLE)) {
      const email = who === 'nonMember' ? 'non-member@visitor.test' : `${who}@agency.test`;
      await sql.exec(`
        insert into auth.users (id, email, encrypted_password, email_confirmed_at)
          values ('${id}', '${email}', 'hash', now() - interval '1 hour');
        insert into auth.sessions (id, user_id, created_at) values ('${id}', '${id}', now());`);
    }
    await sql.exec(`
      insert into public.staff_members (email, role) values
        ('owner@agency.test', 'owner'), ('editor@agency.test', 'editor'),
        ('removed@agency.test', 'owner'), ('enrolled@agency.test', 'owner');
      delete from public.staff_members where email = 'removed@agency.test';
      ${questions.postgres ? '' : 'create table auth.mfa_factors (user_id uuid not null, status text not null);'}
      insert into auth.mfa_factors (user_id, status) values
        ('${PEOPLE.owner}', 'verified'), ('${PEOPLE.enrolled}', 'verified');`);
    await sql.exec(readFileSync(`${root}tests/support/access-rows.sql`, 'utf8'));
  }

  /** What became of a statement: its first row, or the code it was refused with. */
  async function attempt(
    audience: string,
    statement: string,
  ): Promise<{ rows: QueryResultRow[]; code?: string }> {
    const { id, aal } = AUDIENCES[audience] ?? {};
    const role = id ? 'authenticated' : 'anon';
    const claims = JSON.stringify(id ? { sub: id, role, session_id: id, aal } : { role });
    await sql.exec(`
      begin;
      select set_config('request.jwt.claims', '${claims}', true),
        set_config('request.jwt.claim.sub', '${id ?? ''}', true),
        set_config('request.jwt.claim.role', '${role}', true);
      set local role ${role};`);
    try {
      return await sql.query(statement);
    } catch (error) {
      const cause = error instanceof Error && error.cause ? error.cause : error;
      const { code = 'unknown' } = cause as { code?: string };
      return { rows: [], code };
    } finally {
      await sql.exec('rollback');
    }
  }

  async function verdicts(ask: (audience: string) => Promise<string>) {
    const found: Verdicts = {};
    for (const audience of Object.keys(AUDIENCES)) found[audience] = await ask(audience);
    return found;
  }

  async function askTables() {
    const { rows } = await sql.query(`
      select c.relname as name,
        array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0
          and not attisdropped and attgenerated = '' and attidentity = '' order by attnum) as columns,
        array(select rolname from unnest(array['anon', 'authenticated', 'service_role']) as rolname
          where has_any_column_privilege(rolname, c.oid, 'select')
            and not has_table_privilege(rolname, c.oid, 'select')) as "partlyReadable",
        array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0
          and not attisdropped and has_column_privilege('authenticated', c.oid, attnum, 'update')
          order by attname) as changeable
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      order by c.relname`);
    const tables: Record<string, TableAnswer> = {};
    for (const { name: table, columns, partlyReadable, changeable } of rows) {
      const settable = columns.find((column: string) => changeable.includes(column)) ?? columns[0];
      const total = (await sql.query(`select count(*)::int as rows from public.${table}`)).rows[0]
        ?.rows;
      tables[table] = {
        ...{ total, columns, partlyReadable, changeable },
        read: await verdicts(async (audience) => {
          const { rows: seen } = await attempt(audience, `select * from public.${table}`);
          return seen.length === 0 ? 'none' : seen.length === total ? 'all' : 'some';
        }),
        create: await verdicts(async (audience) => {
          const sample = questions.samples[table] ?? 'default values';
          const { code } = await attempt(audience, `insert into public.${table} ${sample}`);
          // Postgres checks privileges and policies before constraints.
          return code === '42501' ? 'no' : 'yes';
        }),
        change: await verdicts((audience) =>
          touch(audience, `update public.${table} set ${settable} = ${settable}`),
        ),
        delete: await verdicts((audience) => touch(audience, `delete from public.${table}`)),
      };
    }
    return tables;
  }

  async function touch(audience: string, statement: string) {
    const { rows, code } = await attempt(
      audience,
      `with touched as (${statement} returning 1) select count(*)::int as rows from touched`,
    );
    if (code !== undefined) return code === '42501' ? 'no' : `error ${code}`;
    return rows[0]?.rows > 0 ? 'yes' : 'no';
  }

  async function askFunctions() {
    const { rows } = await sql.query(`
      select proname as name, coalesce(proargnames[1:pronargs], '{}')::text[] as arguments
      from pg_proc join pg_type on pg_type.oid = prorettype
      where pronamespace = 'public'::regnamespace and prokind = 'f' and typname <> 'trigger'
      order by proname`);
    const functions: FunctionAnswer[] = [];
    for (const { name: fn, arguments: names } of rows) {
      const call = questions.functions[fn];
      functions.push({
        name: fn,
        arguments: names,
        may:
          call === undefined
            ? undefined
            : await verdicts((audience) => tryFunction(audience, `public.${fn}${call}`)),
      });
    }
    return functions;
  }

  async function tryFunction(audience: string, call: string) {
    const { rows, code } = await attempt(audience, `select * from ${call}`);
    if (code === undefined) return rows.length > 0 ? 'yes' : 'no';
    if (['42501', 'PT401', 'PT404'].includes(code)) return 'no';
    return code.startsWith('PT') ? 'yes' : `error ${code}`;
  }

  /** Columns without a bound: those of the migrations, and those of a new table without checks. */
  async function askBounds() {
    const { rows: known } = await sql.query(UNBOUNDED);
    await sql.exec(`begin;
      create table private.tried (words text, moment timestamptz, day date, list text[], note text,
        check (note <> 'x'));`);
    const { rows: tried } = await sql.query(UNBOUNDED);
    await sql.exec('rollback');
    return { known: known.map(({ name }) => name), tried: tried.map(({ name }) => name) };
  }

  /** Rights of API roles that should not exist: on sequences and on unexposed objects. */
  async function askPrivateSchema() {
    const { rows } = await sql.query(`
      select format('%s: %s', c.oid::regclass, r.rolname) as right
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      cross join (values ('anon'), ('authenticated')) as r (rolname)
      where (n.nspname = 'private' and c.relkind in ('r', 'p', 'v', 'm', 'f')
          and has_table_privilege(r.rolname, c.oid, 'select, insert, update, delete, truncate'))
        or (n.nspname in ('public', 'private') and c.relkind = 'S'
          and has_sequence_privilege(r.rolname, c.oid, 'usage, select, update'))`);
    return rows.map(({ right }) => right);
  }
}
