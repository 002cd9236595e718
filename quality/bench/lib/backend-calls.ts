import { randomUUID } from 'node:crypto';
import { STAFF } from '../../../scripts/lib/seed.ts';
import type { Site } from './site.ts';

export const signIn = (site: Site) =>
  callBackend(site, '/auth/v1/token?grant_type=password', { body: STAFF });

/** @returns its id */
export async function saveStudy(
  site: Site,
  token: string,
  { gallery = [], ...fields }: { title: string; gallery?: object[] } & Record<string, unknown>,
): Promise<string> {
  const id = randomUUID();
  await callBackend(site, '/rest/v1/rpc/save_case_study', {
    body: { study_id: id, expected_version: null, fields, metrics: [], gallery },
    token,
  });
  return id;
}

/** @returns null for an empty answer */
export async function callBackend(
  { backendUrl, keys }: Site,
  path: string,
  { method = 'POST', body, token }: { method?: string; body: unknown; token?: string },
) {
  const response = await fetch(backendUrl + path, {
    method,
    headers: {
      apikey: keys.publishableKey,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}
