// What the files of the suite `live` share: the accounts and rows of a run, which carry its mark, and their removal.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { addSecondFactor } from '../../scripts/lib/local/second-factor.ts';
import {
  anonymous,
  asService,
  backend,
  call,
  makeStaff,
  rpc,
  signUpByMail,
  type Caller,
  type Reply,
} from './backend';

const isEmbedded = inject('livePlace') === undefined;
const allowsRows = process.env.LIVE_ALLOW_ROWS === '1';
const domain = process.env.LIVE_MAIL_DOMAIN || 'live.test';
/** In every row and address of this run. */
export const MARK = `live-${randomUUID().slice(0, 8)}`;

/** What the embedded backend lacks of a hosted project. */
const LACKING = {
  factors: 'the embedded Auth has no second factors',
  nonce: 'the embedded Auth asks for no mailed code',
  cache: 'the embedded Storage sends no Cache-Control of its objects',
  both: 'the embedded Auth moves an account with the first link of a change',
  jobs: 'the embedded database has no pg_cron',
  legacy: 'LIVE_ANON_KEY and LIVE_SERVICE_ROLE_KEY are not set',
  inbound: 'LIVE_INBOUND_SECRET is not set',
  empty: 'a restore would end the open links and unsent mails of others',
};

/** What depends on the settings of the run. */
const GIVEN: Partial<Record<keyof typeof LACKING, boolean>> = {
  legacy: backend.anonKey !== '' && backend.serviceRoleKey !== '',
  inbound: backend.inboundSecret !== '',
  empty: !allowsRows,
};

/** A test of what not every place has; without it the report names what is lacking. */
export function testWith(what: keyof typeof LACKING, title: string, run: () => Promise<void>) {
  test(title, async ({ task, skip }) => {
    if (!(GIVEN[what] ?? !isEmbedded)) {
      Object.assign(task.meta, { reason: LACKING[what] });
      skip(LACKING[what]);
    }
    await run();
  });
}

export const newEmail = (name = 'person') =>
  `${MARK}-${name}-${randomUUID().slice(0, 6)}@${domain}`;

/** Hosted projects limit mails per address and minute: waits as long as the refusal says. */
export async function patiently(ask: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await ask();
    if (reply.status !== 429) return reply;
    const seconds = Number(/after (\d+) sec/.exec(String(reply.data?.msg))?.[1]);
    expect(seconds, JSON.stringify(reply.data)).toBeLessThan(90);
    await wait((seconds + 1) * 1000);
  }
}

/** An account with a password and, where Auth has them and owners need one, a second factor. */
export async function newMember(role: 'owner' | 'editor'): Promise<Caller> {
  const email = newEmail(role);
  await makeStaff(email, role);
  const person = await signUpByMail(email);
  if ((await standingOf(person)) !== 'enrol') return person;
  const keys = { publishableKey: backend.publishableKey, secretKey: backend.secretKey };
  const { token } = await addSecondFactor({ url: backend.url, keys }, person.token ?? '');
  return { ...person, token };
}

/** What the database makes of a session: a role, a missing step, null, or that it has ended. */
export async function standingOf(person: Caller): Promise<string | null> {
  const { status, data } = await rpc(person, 'current_staff_role');
  if (status === 200) return data;
  expect([401, 403]).toContain(status);
  return 'ended';
}

export const tryPassword = (email: string | null, password: string) =>
  call(anonymous, 'POST', '/auth/v1/token?grant_type=password', { email, password });

export type Mail = { Subject: string; Text: string; ReplyTo: { Address: string }[] };

/** Waits for a mail to this address that fits; of several the newest. */
export async function mailTo(address: string, fits: (mail: Mail) => boolean): Promise<Mail> {
  const read = (path: string) =>
    fetch(`${backend.mailboxUrl}/api/v1/${path}`).then((reply) => reply.json());
  return vi.waitFor(
    async () => {
      const { messages } = await read('messages?limit=200');
      for (const { ID, To } of messages) {
        if (!To.some((to: { Address: string }) => to.Address === address)) continue;
        const mail = await read(`message/${ID}`);
        if (fits(mail)) return mail;
      }
      throw new Error(`no such mail to ${address}`);
    },
    { timeout: 90_000, interval: 500 },
  );
}

/** A request of a browser on the site. */
export const fromSite = (
  who: Caller,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) => call(who, method, `/functions/v1/${path}`, body, { origin: backend.siteUrl, ...headers });

export const readPublic = (path: string) =>
  fetch(`${backend.url}/storage/v1/object/public/images/${path}`);

type Counts = Record<string, number>;

/** Their rows hold hashes, so they are known by their time. What is left would count against the next run. */
const LIMITS = ['form_attempts', 'used_tickets', 'form_mails'];

async function countRows(): Promise<Counts> {
  const { data } = await asService('POST', '/rest/v1/rpc/backup_state');
  const counts = ['auth.users', ...LIMITS.map((name) => `private.${name}`)].map(
    (table) => `(select count(*)::integer from ${table}) as "${table}"`,
  );
  const { rows } = await backend.sql.query(`select ${counts.join(', ')}`);
  return Object.fromEntries([
    ...data.tables.map(({ name, rows }: { name: string; rows: number }) => [name, rows]),
    ...Object.entries(rows[0] ?? {}),
  ]);
}

/** Tables that the migrations fill. */
const FILLED = ['page_texts', 'document_revisions'];
/** Written by requests without a mark: events, and the names of services beside an enquiry. */
const UNMARKED = ['security_events', 'services'];

/** Refuses a database with rows of others, and removes at the end what carries the mark. */
export function walkLive() {
  let before: Counts;
  let startedAt: string;
  beforeAll(async () => {
    before = await countRows();
    const { rows } = await backend.sql.query('select now()::text as now');
    startedAt = rows[0]?.now;
    const foreign = Object.keys(before).filter(
      (name) =>
        (before[name] ?? 0) > 0 &&
        ![...UNMARKED, ...FILLED].includes(name) &&
        !name.startsWith('private.'),
    );
    if (foreign.length > 0 && !allowsRows) {
      throw new Error(
        `This database has rows in ${foreign.join(', ')}. LIVE_ALLOW_ROWS=1 goes on.`,
      );
    }
  });
  afterAll(async () => {
    await removeMarked();
    for (const name of LIMITS) {
      await backend.sql.query(`delete from private.${name} where at >= $1`, [startedAt]);
    }
    const left = await countRows();
    const unmarked = Object.fromEntries(UNMARKED.map((name) => [name, left[name]]));
    expect(left, 'what this run has left').toEqual({ ...before, ...unmarked });
  });
}

async function removeMarked() {
  const { sql } = backend;
  const { rows: pictures } = await sql.query(
    `select path, variants, revision from public.image_records where original_name like $1`,
    [`%${MARK}%`],
  );
  const prefixes = pictures.flatMap(({ path, variants, revision }) => [
    path,
    ...variants.map((width: number) => `variants/${path}/${revision}-${width}.webp`),
  ]);
  await asService('DELETE', '/storage/v1/object/images', { prefixes });
  // A working copy that was published names its document only.
  const { rows: documents } = await sql.query(
    `select id from public.case_studies where title like $1
     union select id from public.blog_posts where title like $1
     union select id from public.deleted_documents where title like $1`,
    [`%${MARK}%`],
  );
  const marks = [MARK, ...documents.map(({ id }) => id)].map((text) => `'%%${text}%%'`).join(', ');
  // Without triggers, which would keep deleted documents and the last owner.
  const onEachTable = (statement: string) => `
    do $clean$
    declare
      target text;
    begin
      for turn in 1..3 loop
        for target in
          select oid::regclass::text from pg_class
          where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
            and relname not like 'supabase_migrations%'
        loop
          begin
            execute format($statement$${statement}$statement$, target);
          exception when foreign_key_violation then
            null; -- The rows that refer to it go first, in the next turn.
          end;
        end loop;
      end loop;
    end
    $clean$`;
  await sql.exec(onEachTable('alter table %s disable trigger user'));
  try {
    await sql.exec(
      onEachTable(`delete from %s as entry where to_jsonb(entry)::text like any (array[${marks}])`),
    );
  } finally {
    await sql.exec(onEachTable('alter table %s enable trigger user'));
  }
  await sql.query(`delete from auth.users where email like $1`, [`${MARK}-%`]);
}
