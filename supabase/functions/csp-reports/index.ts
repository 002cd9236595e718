// Counts reports of the Content-Security-Policy. The logic is in handler.ts; this file provides its dependencies.
import {
  createDatabaseCall,
  createServiceClient,
  readSupabaseSettings,
} from '../_shared/clients.ts';
import { parseAllowedOrigins, withCors } from '../_shared/cors.ts';
import { createFloodGate } from '../_shared/flood-gate.ts';
import { deriveKeys, readSigningSecrets } from '../_shared/keyed-hash.ts';
import { hashSender, readTrustedProxies } from '../_shared/sender.ts';
import { handleCspReports, type CspReportsDeps } from './handler.ts';

const DATABASE_DEADLINE_MS = 10_000;
/** For ten minutes, reports of a sender above its limit are dropped without asking the database. */
const REMEMBER_MS = 600_000;

const env = (name: string) => Deno.env.get(name);
const settings = readSupabaseSettings(env);
const allowedOrigins = parseAllowedOrigins(env('ALLOWED_ORIGINS'));
const trustedProxies = readTrustedProxies(env('TRUSTED_PROXIES'));
const call = createDatabaseCall(createServiceClient(settings), DATABASE_DEADLINE_MS);
const senderKeys = await deriveKeys(readSigningSecrets(env), 'csp report sender');
/** One at a time, so that reports do not occupy the database. */
const pass = createFloodGate({ concurrency: 1, rememberMs: REMEMBER_MS });

/** The last one is for a site that serves its functions under its own origin. */
const ownOrigins = new Set(
  [...allowedOrigins, env('SITE_URL') ?? '', settings.publicUrl]
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address).origin),
);

const deps: CspReportsDeps = {
  ownOrigins,
  count: async (reports, request) => {
    const { hash: sender } = await hashSender(request, senderKeys, Date.now(), trustedProxies);
    await pass(sender, async () => {
      const isCounted = await call('count_csp_reports', { reports, sender_hash: sender });
      return isCounted === true ? { outcome: 'kept' } : { outcome: 'limited', retryAfter: 600 };
    });
  },
  logError: (error) => console.error('csp-reports:', error),
};

Deno.serve((request) =>
  withCors(request, allowedOrigins, (allowed) => handleCspReports(allowed, deps)),
);
