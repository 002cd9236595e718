import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/lib/install.mjs';
import { openEmptyProject } from '../support/hosted-project';
import { installedPostgres, startPostgres } from '../support/postgres';

// The commands of docs/deployment.md, by the official CLI, against PostgreSQL with the roles and rights of a hosted
// project: the migrations are pushed by postgres, who is no superuser.

const runFile = promisify(execFile);
const CLI = `${root}node_modules/supabase/dist/supabase.js`;

/** What the advisors may say, with the reason why it stays. */
const ALLOWED_ADVICE: Record<string, string> = {
  unused_index: 'a database without visitors has used none',
  unindexed_foreign_keys:
    'authors, kinds and services: a row of these is hardly ever deleted, and no query starts from them',
  no_primary_key: 'counters that are inserted, counted and deleted by age; nothing names one row',
};
/** What the linter may say of a function, likewise. */
const ALLOWED_LINT: [pattern: RegExp, reason: string][] = [
  [/"?cron(?:\.job)?"? does not exist/, 'pg_cron, which each of these functions looks for first'],
  [
    /"auth\.mfa_amr_claims" does not exist/,
    'a table of newer Auth, which the function looks for first',
  ],
  [/^target type is different type than source type$/, 'PostgreSQL casts the value through text'],
  [/^composite OUT variable "request" is not single argument$/, 'a row and a flag are returned'],
];

/** The JSON in what the CLI prints. */
const between = (first: string, last: string, text: string) =>
  text.slice(text.indexOf(first), text.lastIndexOf(last) + 1);

const installed = installedPostgres().map(({ version, bin }) => [version, bin] as const);
if (installed.length === 0) test.skip('not run: no PostgreSQL is installed', () => {});

describe.each(installed)('the official CLI and PostgreSQL %s', (_version, bin) => {
  let project: string;
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let canLint = false;

  beforeAll(async () => {
    server = await startPostgres(bin);
    const client = await openEmptyProject(server.url());
    const { rows } = await client.query(
      `select from pg_available_extensions where name = 'plpgsql_check'`,
    );
    canLint = rows.length > 0;
    if (canLint) {
      await client.query('create schema extensions');
      await client.query('grant usage on schema extensions to postgres');
      // As in hosted projects.
      await client.query('alter role postgres set search_path = "$user", public, extensions');
      await client.query('create extension plpgsql_check schema extensions');
    }
    await client.end();
    // The CLI writes into the project.
    project = mkdtempSync(path.join(tmpdir(), 'project-'));
    mkdirSync(`${project}/supabase`);
    for (const part of ['config.toml', 'migrations', 'templates']) {
      cpSync(`${root}supabase/${part}`, `${project}/supabase/${part}`, { recursive: true });
    }
  });
  afterAll(async () => {
    await server.stop();
    rmSync(project, { recursive: true });
  });

  async function supabase(...command: string[]) {
    const url = `${server.url('postgres')}?sslmode=disable`;
    const args = [CLI, ...command, '--db-url', url, '--workdir', project, '--yes'];
    const env = { ...process.env, SUPABASE_TELEMETRY_DISABLED: '1' };
    const { stdout, stderr } = await runFile(process.execPath, args, { env });
    return stdout + stderr;
  }

  test('db push applies every migration', { timeout: 60_000 }, async () => {
    const said = await supabase('db', 'push');
    const applied = readdirSync(`${root}supabase/migrations`).sort();
    expect(applied.filter((name) => !said.includes(`migration ${name}`))).toEqual([]);
    expect(await supabase('db', 'push')).toContain('Remote database is up to date');
  });

  test('the advisors find nothing that has no reason', { timeout: 60_000 }, async () => {
    const args = ['--level', 'info', '--fail-on', 'none', '--output-format', 'json'];
    const { results } = JSON.parse(between('{', '}', await supabase('db', 'advisors', ...args)));
    const found = results.filter(({ name }: { name: string }) => !(name in ALLOWED_ADVICE));
    expect(found.map(({ detail }: { detail: string }) => detail)).toEqual([]);
  });

  test('the linter finds nothing that has no reason', { timeout: 60_000 }, async ({ skip }) => {
    skip(!canLint, 'the extension plpgsql_check is not installed');
    const args = ['--schema', 'public,private', '--level', 'warning', '--fail-on', 'none'];
    const said = await supabase('db', 'lint', ...args);
    type Linted = { function: string; issues: { level: string; message: string }[] };
    const linted: Linted[] = JSON.parse(between('[', ']', said));
    const found = linted.flatMap(({ function: name, issues }) =>
      issues
        .filter(({ message }) => !ALLOWED_LINT.some(([pattern]) => pattern.test(message)))
        .map(({ message }) => `${name}: ${message}`),
    );
    expect(found).toEqual([]);
  });
});
