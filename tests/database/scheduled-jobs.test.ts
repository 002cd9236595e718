import { expect, test } from 'vitest';
import { backend } from '../support/backend';

/** What a hosted project has and the embedded backend lacks, as far as the jobs use it. */
const HOSTED = `
  create schema vault;
  create table vault.decrypted_secrets (name text, decrypted_secret text);
  insert into vault.decrypted_secrets values
    ('project_url', 'https://ref.example'), ('secret_key', 'sb_secret_x');
  create schema net;
  create table net.calls (id bigint generated always as identity, url text, headers jsonb, timeout integer);
  create table net._http_response (id bigint, status_code integer, error_msg text);
  create function net.http_post(url text, headers jsonb, timeout_milliseconds integer) returns bigint
  language sql as $$
    insert into net.calls (url, headers, timeout) values (url, headers, timeout_milliseconds) returning id
  $$;
  create schema cron;
  create table cron.job (jobid bigint, jobname text, schedule text);
  create table cron.job_run_details (jobid bigint, start_time timestamptz, status text, return_message text);
  insert into cron.job values (1, 'send-due-mails', '* * * * *'), (2, 'erase-old-enquiries', '17 3 * * *');
  insert into cron.job_run_details values
    (1, now() - interval '2 minutes', 'succeeded', 'INSERT 0 1'),
    (1, now() - interval '1 minute', 'failed', 'no such function');
`;

test('a job calls its function with the secret key, and its state holds the answer', async () => {
  await backend.sql.exec(HOSTED);
  try {
    const states = async () =>
      (await backend.sql.query('select private.job_states() as states')).rows[0]?.states;
    const { rows } = await backend.sql.query(
      "select private.function_call_job('send-due-mails', 'send-contact-email/retry', 'true') as job",
    );
    const job = String(rows[0]?.job);
    await backend.sql.exec(job);
    await backend.sql.exec(job);
    expect((await backend.sql.query('select * from net.calls')).rows).toMatchObject(
      [1, 2].map((id) => ({
        id,
        url: 'https://ref.example/functions/v1/send-contact-email/retry',
        headers: { 'content-type': 'application/json', apikey: 'sb_secret_x' },
        timeout: 30_000,
      })),
    );
    expect(await states()).toMatchObject([
      { name: 'erase-old-enquiries', ran_at: null, problem: null, called_at: null, status: null },
      {
        ...{ name: 'send-due-mails', schedule: '* * * * *', problem: 'no such function' },
        ...{ called_at: expect.any(String), status: null },
      },
    ]);

    await backend.sql.exec(
      "insert into net._http_response values (1, 500, null), (2, 401, null); delete from cron.job_run_details where status = 'failed'",
    );
    expect((await states())[1]).toMatchObject({ status: 401, problem: null });

    // Nothing is due, so nothing is called.
    await backend.sql.exec(job.replace(/and true\b/, 'and false'));
    expect((await backend.sql.query('select * from net.calls')).rows).toHaveLength(2);
  } finally {
    await backend.sql.exec('drop schema vault, net, cron cascade; delete from private.job_calls;');
  }
});

test('without a scheduler there are no states', async () => {
  const { rows } = await backend.sql.query('select private.job_states() as states');
  expect(rows[0]?.states).toBeNull();
});
