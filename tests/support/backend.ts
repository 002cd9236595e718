import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { legacyKeys } from '../../scripts/lib/local/legacy-keys.ts';
import { startBackend } from '../../scripts/lib/local/local-backend.ts';
import { root } from '../../scripts/lib/install.mjs';
import { findMailedLink, pressMailedLink } from '../../scripts/lib/local/mailed-link.ts';
import { connectToSupabase } from './live-place.ts';
import { nextWorkspace } from './migrated-database.ts';

/** The caller, identified by the bearer token as in the browser. */
export type Caller = {
  name: string;
  email: string | null;
  userId: string | null;
  token: string | null;
};
export type Reply = {
  status: number;
  /** The response body, unchecked: the assertions check it. */
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
  headers: Headers;
};

// Tests set their sender in a header.
process.env.TRUSTED_PROXIES = 'cloudflare';

const place = inject('livePlace');

/** One for all files, because they share their modules. In the suite `live` a running Supabase, where one is named. */
export const backend = await (place ? connectToSupabase(place) : startEmptyBackend());

async function startEmptyBackend() {
  const siteUrl = 'http://localhost:5173';
  const { ready } = startBackend(
    {
      ...{ name: nextWorkspace(), siteUrl, seed: false, hasLegacyKeys: true },
      ...{ port: 0, mailboxPort: 0, smtpPort: 0 },
    },
    () => {},
  );
  const { keys, mailboxPort, ...started } = await ready;
  process.chdir(root);
  const mailboxUrl = `http://localhost:${mailboxPort}`;
  return {
    ...{ ...started, ...keys, ...legacyKeys(keys) },
    ...{ siteUrl, mailboxUrl, inboundSecret: keys.secretKey },
  };
}

export const PASSWORD = 'Crafted-Over-Time-1';

export const anonymous: Caller = { name: 'anonymous', email: null, userId: null, token: null };
const service: Caller = { name: 'service', email: null, userId: null, token: null };

/** One request to the backend as the caller; a body that is not binary is sent as JSON. */
export async function call(
  caller: Caller,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const isBinary = body instanceof Uint8Array || body instanceof FormData;
  const response = await fetch(`${backend.url}${path}`, {
    method,
    headers: {
      apikey: caller === service ? backend.secretKey : backend.publishableKey,
      ...(caller.token ? { authorization: `Bearer ${caller.token}` } : {}),
      ...(body === undefined || isBinary ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isBinary ? (body as BodyInit) : JSON.stringify(body) }),
  });
  const text = await response.text();
  let data: unknown = text;
  try {
    data = text === '' ? null : JSON.parse(text);
  } catch {
    // Not JSON: the text is the response.
  }
  return { status: response.status, data, headers: response.headers };
}

/** Instead of waiting: moves the times at which changes go live towards now. */
export async function passMinutes(minutes: number) {
  await backend.sql.query(
    `update public.working_copies set publish_at = publish_at - $1 * interval '1 minute'`,
    [minutes],
  );
}

/** Runs statements as the owner of the database, without triggers: what hundreds of requests would have left. */
export async function arrangeRows(sql: string) {
  await backend.sql.exec(`set local session_replication_role = replica; ${sql}`);
}

/** A request with the secret key, for setup and for reading the stored rows. */
export const asService = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => call(service, method, path, body, headers);

export const rpc = (caller: Caller, name: string, args: Record<string, unknown> = {}) =>
  call(caller, 'POST', `/rest/v1/rpc/${name}`, args);

let template: Promise<Caller> | undefined;

/**
 * A signed-in user with a confirmed email and a password. The first one signs up; the others are copies, because a
 * sign-up takes ten requests and a mail.
 */
export async function signUp(email: string): Promise<Caller> {
  template ??= signUpByMail(`template-${randomUUID()}@visitor.test`);
  const ids = [(await template).userId, randomUUID()];
  const { sql } = backend;
  await sql.query(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     select $2::uuid, $3::text, encrypted_password, email_confirmed_at, raw_app_meta_data,
       raw_user_meta_data || jsonb_build_object('sub', $2::uuid, 'email', $3::text)
     from auth.users where id = $1`,
    [...ids, email],
  );
  await sql.query(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
     select $2::uuid, provider, $2::uuid, $2::uuid, identity_data || jsonb_build_object('sub', $2::uuid, 'email', $3::text)
     from auth.identities where user_id = $1`,
    [...ids, email],
  );
  return signIn(email);
}

export async function signUpByMail(email: string): Promise<Caller> {
  const created = await call(anonymous, 'POST', '/auth/v1/signup', { email, password: PASSWORD });
  if (created.status !== 200)
    throw new Error(`sign-up of ${email}: ${JSON.stringify(created.data)}`);
  const person = await followLink(email);
  await call(person, 'PUT', '/auth/v1/user', { password: PASSWORD });
  return signIn(email);
}

/** Presses the button of a mailed link of this address, by default the newest; it signs in. */
export async function followLink(email: string, link?: string): Promise<Caller> {
  const pressed = link ?? (await confirmationLink(email));
  const reply = await pressMailedLink(backend.url, backend.publishableKey, pressed);
  const { access_token: token, user, ...refusal } = await reply.json();
  if (!token) throw new Error(`the link mailed to ${email}: ${JSON.stringify(refusal)}`);
  return { name: email, email, userId: user.id, token };
}

export async function signIn(email: string, password = PASSWORD): Promise<Caller> {
  const reply = await call(anonymous, 'POST', '/auth/v1/token?grant_type=password', {
    email,
    password,
  });
  if (reply.status !== 200) throw new Error(`sign-in of ${email}: ${JSON.stringify(reply.data)}`);
  return { name: email, email, userId: reply.data.user.id, token: reply.data.access_token };
}

/** The link in the newest mail of the Auth service to this address. */
export async function confirmationLink(email: string): Promise<string> {
  const { messages } = await readMailbox('messages');
  for (const { ID, To } of messages) {
    if (To[0]?.Address !== email) continue;
    const { Text } = await readMailbox(`message/${ID}`);
    const link = findMailedLink(Text);
    if (link) return link;
  }
  throw new Error(`no link was mailed to ${email}`);
}

async function readMailbox(path: string) {
  return fetch(`${backend.mailboxUrl}/api/v1/${path}`).then((reply) => reply.json());
}

export async function makeStaff(email: string, role: 'owner' | 'editor') {
  const reply = await asService('POST', '/rest/v1/staff_members', { email, role });
  if (reply.status !== 201) throw new Error(`staff ${email}: ${JSON.stringify(reply.data)}`);
}

/** Four users of a test file, with unique emails so that files do not affect each other. */
export async function createAudiences() {
  const tag = randomUUID().slice(0, 8);
  const nonMember = await signUp(`non-member-${tag}@visitor.test`);
  const editor = await signUp(`editor-${tag}@agency.test`);
  const owner = await signUp(`owner-${tag}@agency.test`);
  await makeStaff(`editor-${tag}@agency.test`, 'editor');
  await makeStaff(`owner-${tag}@agency.test`, 'owner');
  return { anonymous, nonMember, editor, owner };
}

/** Creates a study with the call of the form, and returns its id. */
export async function createStudy(
  staff: Caller,
  fields: Record<string, unknown> = {},
  metrics: unknown[] = [{ metric_value: '12', metric_label: 'weeks' }],
  gallery: unknown[] = [{ image_url: '/images/1.webp', caption: null, alt_text: 'One' }],
): Promise<string> {
  const id = randomUUID();
  const reply = await rpc(staff, 'save_case_study', {
    study_id: id,
    expected_version: null,
    fields: { title: `Study ${id}`, status: 'draft', ...fields },
    metrics,
    gallery,
  });
  if (reply.status !== 200) throw new Error(`study: ${JSON.stringify(reply.data)}`);
  return id;
}
