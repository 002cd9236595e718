import type { TestProject } from 'vitest/node';
import type { LivePlace } from './live-place.ts';

declare module 'vitest' {
  // As in database-workspaces.ts.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface ProvidedContext {
    /** The running Supabase that the suite `live` walks; without it, the embedded backend. */
    livePlace?: LivePlace;
  }
}

/** Reads the settings of the suite `live` (quality/README.md). No other project of tests can be led to them. */
export default function setup(project: TestProject) {
  const get = (name: string) => process.env[`LIVE_${name}`]?.replace(/\/+$/, '') ?? '';
  if (get('URL') === '') return;
  const names = ['PUBLISHABLE_KEY', 'SECRET_KEY', 'DB_URL', 'MAILBOX', 'SITE'];
  const missing = names.filter((name) => get(name) === '').map((name) => `LIVE_${name}`);
  if (missing.length > 0)
    throw new Error(`Beside LIVE_URL these are missing: ${missing.join(', ')}`);
  project.provide('livePlace', {
    ...{ url: get('URL'), databaseUrl: get('DB_URL') },
    ...{ publishableKey: get('PUBLISHABLE_KEY'), secretKey: get('SECRET_KEY') },
    ...{ anonKey: get('ANON_KEY'), serviceRoleKey: get('SERVICE_ROLE_KEY') },
    ...{ siteUrl: get('SITE'), mailboxUrl: get('MAILBOX'), inboundSecret: get('INBOUND_SECRET') },
  });
}
