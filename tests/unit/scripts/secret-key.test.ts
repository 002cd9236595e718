import { expect, test } from 'vitest';
import { isSecretKey } from '../../../scripts/lib/secret-key.ts';

const jwtOf = (role: string) =>
  ['{"alg":"HS256","typ":"JWT"}', `{"iss":"supabase","ref":"ÿÿ?>","role":"${role}"}`, 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

test('PERM-16: secret keys are known, also the older one, a JWT of service_role', () => {
  expect(['sb_secret_abc', jwtOf('service_role')].map(isSecretKey)).toEqual([true, true]);
  expect(['sb_publishable_abc', jwtOf('anon'), '', 'a.b.c'].map(isSecretKey)).toEqual([
    ...[false, false, false, false],
  ]);
});
