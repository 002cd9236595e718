import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openHostedProject } from '../support/hosted-project.ts';
import { installedPostgres, startPostgres } from '../support/postgres';

// The embedded database has one connection. Here clients comment while several callers claim, send and fail at the same
// time, each over a connection of its own.

const REQUESTS = 4;
const COMMENTS = 60;
const SENDERS = 3;

const [newest] = installedPostgres().reverse();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * ms));

test.skipIf(!newest)(
  'each comment is in a mail that was sent, whatever happens at the same time',
  async () => {
    const server = await startPostgres(newest?.bin ?? '');
    await (await openHostedProject(server.url())).close();
    const clients: pg.Client[] = [];
    async function connect() {
      const client = new pg.Client({ connectionString: server.url('postgres') });
      await client.connect();
      clients.push(client);
      return async (text: string, values: unknown[] = []) =>
        (await client.query(text, values)).rows[0]?.value;
    }

    const ask = await connect();
    const tokens = Array.from({ length: REQUESTS }, (_, at) => String(at).repeat(22));
    for (const token of tokens) {
      const [study, request] = [randomUUID(), randomUUID()];
      await ask('insert into public.case_studies (id, title) values ($1, $2)', [study, 'A']);
      await ask(
        `insert into public.sign_off_requests
         (id, kind, document_id, version, title, content, client_name, expires_at)
       values ($1, 'case-study', $2, 1, 'A', private.saved_content('case-study', $2), 'Dana', now() + interval '1 day')`,
        [request, study],
      );
      await ask('insert into private.sign_off_keys (request_id) values ($1)', [request]);
      await ask(
        'insert into private.sign_off_tokens (request_id, token_hash) values ($1, private.hash_of_secret($2))',
        [request, token],
      );
    }

    const written: string[] = [];
    const sent = new Set<string>();
    let isWriting = true;

    const writers = tokens.map(async (token) => {
      const query = await connect();
      for (let turn = 0; turn < COMMENTS; turn += 1) {
        const text = randomUUID();
        const comment = { id: randomUUID(), author_name: 'Dana', anchor: [], text };
        const answer = await query('select public.comment_sign_off($1, null, $2) as value', [
          token,
          comment,
        ]);
        expect(answer).toEqual({ outcome: 'stored' });
        written.push(text);
        await pause(4);
      }
    });
    const senders = Array.from({ length: SENDERS }, async () => {
      const query = await connect();
      for (let idle = 0; isWriting || idle < 5;) {
        const mail = await query('select public.claim_mail() as value');
        idle = mail ? 0 : idle + 1;
        await pause(5);
        if (!mail) continue;
        const isRefused = isWriting && Math.random() < 0.3;
        if (!isRefused) for (const { text } of mail.about.comments) sent.add(text);
        await query('select public.settle_mail($1, $2)', [mail.id, isRefused ? 'Refused' : null]);
      }
    });
    // Instead of waiting ten minutes for the next mail, or for the next attempt.
    const clock = (async () => {
      const query = await connect();
      const move = () =>
        query(
          `update private.mails set due_at = now()
         where sent_at is null and claimed_at is null and due_at > now()`,
        );
      for (; isWriting; await pause(4)) await move();
      await move();
    })();

    await Promise.all(writers);
    isWriting = false;
    await Promise.all([clock, ...senders]);
    expect(written).toHaveLength(REQUESTS * COMMENTS);
    expect(written.filter((text) => !sent.has(text))).toEqual([]);
    for (const client of clients) await client.end();
    await server.stop();
  },
  120_000,
);
