// Checks the links of published documents. The logic is in handler.ts; this file provides its dependencies.
import { z } from 'zod';
import { createAfterwards } from '../_shared/background.ts';
import {
  createDatabaseCall,
  createServiceClient,
  readSupabaseSettings,
} from '../_shared/clients.ts';
import { AGENCY } from '../_shared/contracts/agency.ts';
import { parseAllowedOrigins, withCors } from '../_shared/cors.ts';
import { createSecretCheck } from '../_shared/keyed-hash.ts';
import { handleLinkCheck, type LinkCheckDeps } from './handler.ts';
import { checkLinks } from './links.ts';

const env = (name: string) => Deno.env.get(name);
const settings = readSupabaseSettings(env);
const allowedOrigins = parseAllowedOrigins(env('ALLOWED_ORIGINS'));
const call = createDatabaseCall(createServiceClient(settings));

/** The addresses of a name; throws when the resolver does not answer. */
async function resolve(host: string): Promise<string[]> {
  const answers = await Promise.allSettled([
    Deno.resolveDns(host, 'A'),
    Deno.resolveDns(host, 'AAAA'),
  ]);
  const addresses = answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? answer.value : [],
  );
  if (addresses.length > 0) return addresses;
  for (const answer of answers) {
    const isUnknown = answer.status === 'rejected' && answer.reason instanceof Deno.errors.NotFound;
    if (answer.status === 'rejected' && !isUnknown) throw answer.reason;
  }
  return [];
}

const deps: LinkCheckDeps = {
  isOperator: await createSecretCheck(...settings.secretKeys),
  claim: async () => z.array(z.url()).parse(await call('claim_links')),
  check: (urls) =>
    checkLinks(urls, {
      ...{ send: fetch, resolve },
      userAgent: `Mozilla/5.0 (compatible; link check; ${AGENCY.email})`,
    }),
  settle: async (results) => {
    await call('settle_links', { results });
  },
  afterwards: createAfterwards(logError),
  logError,
};

Deno.serve((request) =>
  withCors(request, allowedOrigins, (allowed) => handleLinkCheck(allowed, deps)),
);

function logError(error: unknown): void {
  console.error('link-check:', error);
}
