import { createHmac } from 'node:crypto';

type Auth = {
  url: string;
  keys: { publishableKey: string; secretKey: string };
};

/**
 * Gives the account an authenticator app of this script, because an Auth service with second factors lets owners do
 * nothing before. One that it has already is removed with the secret key: its secret is not known here.
 *
 * @param token of a session with a password only
 * @returns the token of a session with both factors, and the secret for an app
 */
export async function addSecondFactor({ url, keys }: Auth, token: string) {
  const ask = (method: string, path: string, body?: unknown) =>
    request(method, `${url}/auth/v1${path}`, keys.publishableKey, token, body);
  const user = await ask('GET', '/user');
  for (const { id } of user.factors ?? []) {
    const path = `/auth/v1/admin/users/${user.id}/factors/${id}`;
    await request('DELETE', `${url}${path}`, keys.secretKey, keys.secretKey);
  }
  const factor = await ask('POST', '/factors', { factor_type: 'totp', friendly_name: 'seed' });
  const challenge = await ask('POST', `/factors/${factor.id}/challenge`, {});
  const session = await ask('POST', `/factors/${factor.id}/verify`, {
    challenge_id: challenge.id,
    code: oneTimeCode(factor.totp.secret, Date.now()),
  });
  return { token: session.access_token, secret: factor.totp.secret };
}

async function request(
  method: string,
  url: string,
  apikey: string,
  bearer: string,
  body?: unknown,
) {
  const response = await fetch(url, {
    method,
    headers: {
      apikey,
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** The six digits that an authenticator app shows (RFC 6238). */
export function oneTimeCode(secret: string, time: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / 30_000)));
  const hash = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

function decodeBase32(text: string): Buffer {
  const bits = [...text.toUpperCase().replaceAll('=', '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter))
    .map((value) => value.toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}
