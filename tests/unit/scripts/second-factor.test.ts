import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { addSecondFactor, oneTimeCode } from '../../../scripts/lib/local/second-factor.ts';

/** The secret of the test vectors in RFC 6238: the digits 12345678901234567890. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const KEYS = { publishableKey: 'sb_publishable_1', secretKey: 'sb_secret_1' };

test.for([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [20_000_000_000, '353130'],
] as const)('the code of second %i is that of RFC 6238', ([second, code]) => {
  expect(oneTimeCode(SECRET, second * 1000)).toBe(code);
});

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** Auth as far as second factors go: enrolling needs no verified one, and verifying the right code. */
async function startAuth(factors: string[]) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString() || '{}');
      const route = `${request.method} ${request.url}`;
      const isAdmin = request.headers.authorization === `Bearer ${request.headers.apikey}`;
      asked.push(`${isAdmin ? request.headers.apikey : 'member'} ${route}`);
      const answer = (status: number, value: unknown) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(value));
      };
      if (route === 'GET /auth/v1/user') {
        answer(200, { id: 'u1', factors: factors.map((id) => ({ id })) });
      } else if (route.startsWith('DELETE /auth/v1/admin/users/u1/factors/')) {
        factors.splice(factors.indexOf(route.split('/').at(-1) ?? ''), 1);
        answer(200, {});
      } else if (route === 'POST /auth/v1/factors') {
        if (factors.length > 0) answer(403, { error_code: 'insufficient_aal' });
        else answer(200, { id: 'f9', totp: { secret: SECRET } });
      } else if (route === 'POST /auth/v1/factors/f9/challenge') {
        answer(200, { id: 'c1' });
      } else if (route === 'POST /auth/v1/factors/f9/verify') {
        const now = [0, -30_000].map((shift) => oneTimeCode(SECRET, Date.now() + shift));
        if (body.challenge_id === 'c1' && now.includes(body.code)) {
          answer(200, { access_token: 'two factors' });
        } else answer(422, { error_code: 'mfa_verification_failed' });
      } else answer(404, {});
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, asked };
}

test('the seeded owner enrols an app and goes on with both factors', async () => {
  const { url } = await startAuth([]);
  expect(await addSecondFactor({ url, keys: KEYS }, 'password only')).toEqual({
    token: 'two factors',
    secret: SECRET,
  });
});

test('a factor of an earlier run, whose secret is not known, is removed with the secret key', async () => {
  const { url, asked } = await startAuth(['f1']);
  expect((await addSecondFactor({ url, keys: KEYS }, 'password only')).token).toBe('two factors');
  expect(asked).toContain('sb_secret_1 DELETE /auth/v1/admin/users/u1/factors/f1');
});

test('an Auth service without authenticator apps is named', async () => {
  const { url } = await startAuth(['f1']);
  await expect(
    addSecondFactor({ url: `${url}/elsewhere`, keys: KEYS }, 'password only'),
  ).rejects.toThrow('answered 404');
});
