import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { root } from '../../scripts/lib/install.mjs';
import { openHostedProject } from '../support/hosted-project';
import { installedPostgres, startPostgres } from '../support/postgres';
import { FUNCTIONS } from './access-table';

// PostgreSQL compiles a query (JIT) from an estimated cost on, which takes seconds where the query takes milliseconds. A
// function that returns few rows and does not say so is estimated at a thousand, and each one inside it multiplies that.

const OWNER = '11111111-1111-4111-8111-111111111111';

/** And as many posts: more than an agency has. */
const STUDIES = 1000;

/** Of the first line of each plan: the estimate of the whole statement. */
const costOf = (plan: string) => Number(/cost=[\d.]+\.\.([\d.]+)/.exec(plan)?.[1]);

const [newest] = installedPostgres().reverse();

test.skipIf(!newest)(
  'no statement inside a function of the API is estimated so high that PostgreSQL compiles it',
  {
    timeout: 120_000,
  },
  async ({ onTestFinished }) => {
    const server = await startPostgres(newest?.bin ?? '');
    onTestFinished(server.stop);
    await (await openHostedProject(server.url())).close();
    const client = new pg.Client({ connectionString: server.url() });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(readFileSync(`${root}supabase/seed.sql`, 'utf8'));
    await client.query(`
    insert into auth.users (id, email, encrypted_password, email_confirmed_at)
      values ('${OWNER}', 'owner@agency.test', 'hash', now() - interval '1 hour');
    insert into auth.sessions (id, user_id, aal, created_at) values ('${OWNER}', '${OWNER}', 'aal2', now());
    insert into auth.mfa_factors (user_id, status) values ('${OWNER}', 'verified');
    insert into public.staff_members (email, role) values ('owner@agency.test', 'owner');
    set session_replication_role = replica;
    insert into public.case_studies (title, slug, status, published_at)
      select 'Study ' || n, 'study-' || n, 'published', now() from generate_series(1, ${STUDIES}) as n;
    insert into public.blog_posts (title, slug, status, published_at)
      select 'Post ' || n, 'post-' || n, 'published', now() from generate_series(1, ${STUDIES}) as n;
    set session_replication_role = origin;
    analyze;
    load 'auto_explain';
    set auto_explain.log_min_duration = 0;
    set auto_explain.log_nested_statements = on;
    set auto_explain.log_level = notice;`);
    const { rows } = await client.query('show jit_above_cost');
    const limit = Number(rows[0].jit_above_cost);
    let plans: string[] = [];
    client.on('notice', ({ message = '' }) => plans.push(message));

    const costly: string[] = [];
    let looked = 0;
    for (const [name, { may, call }] of Object.entries(FUNCTIONS)) {
      plans = [];
      const role = may === 'no no no no' ? 'service_role' : 'authenticated';
      const claims = { sub: OWNER, role, session_id: OWNER, aal: 'aal2' };
      await client.query(
        `begin; set local request.jwt.claims = '${JSON.stringify(claims)}'; set local role ${role}`,
      );
      // Many refuse these arguments, after the statements that find out.
      await client.query(`select * from public.${name}${call}`).catch(() => null);
      await client.query('rollback');
      looked += plans.length;
      const above = plans.filter((plan) => costOf(plan) > limit || /^JIT:/m.test(plan));
      costly.push(...above.map((plan) => `${name}: ${costOf(plan)}`));
    }
    expect(looked).toBeGreaterThan(Object.keys(FUNCTIONS).length);
    expect(costly).toEqual([]);
  },
);
