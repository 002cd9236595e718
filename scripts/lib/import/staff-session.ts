// The backend as a member uses it: an import has their rights and follows the same rules.
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { runningStack } from '../local/running.ts';
import { STAFF } from '../local/seed.ts';
import { StackError } from '../local/stack-error.ts';

const RETRY_PAUSES_MS = [500, 2_000, 8_000];
/** Tokens last an hour. */
const RENEW_AFTER_MS = 45 * 60 * 1000;

export type Reply = { status: number; data: unknown };

export type StaffSession = {
  label: string;
  /** Retries what the network or an overload has refused. */
  ask: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Reply>;
};

const tokensSchema = z.object({ access_token: z.string(), refresh_token: z.string() });
const challengeSchema = z.object({ id: z.string() });
const userSchema = z.object({
  factors: z.array(z.object({ id: z.string(), status: z.string() })).default([]),
});

/**
 * SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY name a hosted project; without them it is the running local site.
 *
 * @param data name of the workspace
 * @param askCode reads the digits of the second factor
 */
export async function signInAsStaff(
  data: string,
  askCode: () => Promise<string>,
): Promise<StaffSession> {
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key } = process.env;
  const { IMPORT_EMAIL: email = '', IMPORT_PASSWORD: password = '' } = process.env;
  if (Boolean(url) !== Boolean(key)) {
    throw new StackError(
      'For a hosted project set both SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY; for the local one neither.',
    );
  }
  const isHosted = url !== undefined && url !== '';
  const running = isHosted ? null : await runningStack(data);
  if (!isHosted && !running) throw new StackError('Start the local site first: npm start.');
  if (isHosted && (email === '' || password === '')) {
    throw new StackError(
      'Set IMPORT_EMAIL and IMPORT_PASSWORD to those of a member: posts are written in their name.',
    );
  }
  const place = {
    label: isHosted ? url : `the ${data} data`,
    url: (isHosted ? url : (running?.url ?? '')).replace(/\/+$/, ''),
    key: isHosted ? (key ?? '') : (running?.publishableKey ?? ''),
  };
  const person = email === '' ? STAFF : { email, password };
  const signedIn = await send(place, null, 'POST', '/auth/v1/token?grant_type=password', person);
  if (signedIn.status !== 200)
    throw new StackError(`${person.email} cannot sign in: ${sentence(signedIn)}`);
  let tokens = tokensSchema.parse(signedIn.data);
  const user = userSchema.parse(
    (await send(place, tokens.access_token, 'GET', '/auth/v1/user')).data,
  );
  const factor = user.factors.find(({ status }) => status === 'verified');
  if (factor) {
    const path = `/auth/v1/factors/${factor.id}`;
    const challenge = challengeSchema.parse(
      (await send(place, tokens.access_token, 'POST', `${path}/challenge`, {})).data,
    );
    const body = { challenge_id: challenge.id, code: await askCode() };
    const verified = await send(place, tokens.access_token, 'POST', `${path}/verify`, body);
    if (verified.status !== 200)
      throw new StackError(`The code was refused: ${sentence(verified)}`);
    tokens = tokensSchema.parse(verified.data);
  }
  let renewedAt = Date.now();
  const ask: StaffSession['ask'] = async (method, path, body, headers) => {
    if (Date.now() - renewedAt > RENEW_AFTER_MS) {
      renewedAt = Date.now();
      const { refresh_token } = tokens;
      tokens = tokensSchema.parse(
        (
          await send(place, null, 'POST', '/auth/v1/token?grant_type=refresh_token', {
            refresh_token,
          })
        ).data,
      );
    }
    for (const wait of RETRY_PAUSES_MS) {
      const reply = await send(place, tokens.access_token, method, path, body, headers).catch(
        () => null,
      );
      if (reply !== null && reply.status < 500 && reply.status !== 429) return reply;
      await pause(wait);
    }
    return send(place, tokens.access_token, method, path, body, headers).catch(() => {
      throw new StackError(`${place.label} does not answer. The same command goes on later.`);
    });
  };
  const role = await ask('POST', '/rest/v1/rpc/current_staff_role', {});
  if (role.data !== 'owner' && role.data !== 'editor')
    throw new StackError(`${person.email} may not write posts here.`);
  return { label: place.label, ask };
}

async function send(
  place: { url: string; key: string },
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Reply> {
  const isForm = body instanceof FormData;
  const response = await fetch(place.url + path, {
    method,
    headers: {
      apikey: place.key,
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(120_000),
  });
  const text = await response.text();
  let data: unknown = text;
  try {
    data = text === '' ? null : JSON.parse(text);
  } catch {
    // Not JSON: the text says what happened.
  }
  return { status: response.status, data };
}

const errorSchema = z.union([
  z
    .object({
      error: z.object({ message: z.string(), fields: z.record(z.string(), z.string()).optional() }),
    })
    .transform(({ error }) =>
      [error.message, ...Object.entries(error.fields ?? {}).map((field) => field.join(': '))].join(
        '; ',
      ),
    ),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ msg: z.string() }).transform(({ msg }) => msg),
]);

/** What a refusal says. */
export function sentence({ status, data }: Reply): string {
  const read = errorSchema.safeParse(data);
  return read.success ? read.data : `it answered ${status}`;
}
