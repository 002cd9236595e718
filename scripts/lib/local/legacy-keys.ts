// The keys that projects had before 2026, and may still have beside the new ones: tokens without a user.
import { createHmac } from 'node:crypto';
import type { Fetch } from './auth-rules.ts';
import type { Keys } from './workspace.ts';

export function legacyKeys({ jwtSecret }: Keys) {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const keyOf = (role: string) => {
    const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iss: 'supabase', role })}`;
    return `${content}.${createHmac('sha256', jwtSecret).update(content).digest('base64url')}`;
  };
  return { anonKey: keyOf('anon'), serviceRoleKey: keyOf('service_role') };
}

/** As functions of a hosted project get them. */
export function legacyFunctionKeys(keys: Keys) {
  const { anonKey, serviceRoleKey } = legacyKeys(keys);
  return { SUPABASE_ANON_KEY: anonKey, SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey };
}

/** Lets the embedded backend accept the legacy keys, which it does not know: it gets the new ones instead. */
export function withLegacyKeys(keys: Keys, answer: Fetch): Fetch {
  const { anonKey, serviceRoleKey } = legacyKeys(keys);
  const known = new Map([
    [anonKey, keys.publishableKey],
    [serviceRoleKey, keys.secretKey],
  ]);
  return (request) => {
    const headers = new Headers(request.headers);
    for (const [name, prefix] of [
      ['apikey', ''],
      ['authorization', 'Bearer '],
    ] as const) {
      const key = known.get(headers.get(name)?.slice(prefix.length) ?? '');
      if (key !== undefined) headers.set(name, prefix + key);
    }
    return answer(new Request(request, { headers }));
  };
}
