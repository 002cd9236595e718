// Calls the host's deploy hook. The logic is in handler.ts; this file provides its dependencies.
import { z } from 'zod';
import { createAfterwards } from '../_shared/background.ts';
import {
  createDatabaseCall,
  createServiceClient,
  readSupabaseSettings,
} from '../_shared/clients.ts';
import { parseAllowedOrigins, withCors } from '../_shared/cors.ts';
import { createSecretCheck } from '../_shared/keyed-hash.ts';
import { createRestCaller } from '../_shared/rest-caller.ts';
import { DatabaseError } from '../_shared/rest.ts';
import { handleDeploy, type Claim, type DeployDeps } from './handler.ts';
import { callHook, readBuilder, readDeploySettings } from './hook.ts';

const DATABASE_DEADLINE_MS = 10_000;

const env = (name: string) => Deno.env.get(name);
const settings = readSupabaseSettings(env);
const allowedOrigins = parseAllowedOrigins(env('ALLOWED_ORIGINS'));
const call = createDatabaseCall(createServiceClient(settings), DATABASE_DEADLINE_MS);
const { hookUrl, problem, minutes } = readDeploySettings(env);
const afterwards = createAfterwards(logError);

const isOperator = await createSecretCheck(...settings.secretKeys);

Deno.serve((request) =>
  withCors(
    request,
    allowedOrigins,
    (allowed) => handleDeploy(allowed, depsOf(allowed)),
    'GET, POST, OPTIONS',
  ),
);

function depsOf(request: Request): DeployDeps {
  const { client, caller } = createRestCaller(settings, request);
  return {
    settings: { isConfigured: hookUrl !== null, problem, minutes },
    caller,
    isOperator,
    claim: async () => claimSchema.parse(await call('claim_deploy_call')),
    callHook: async () => hookUrl && callHook(hookUrl),
    settle: async (callId, error) => {
      await call('settle_deploy_call', { call_id: callId, error });
    },
    readState: async () => {
      const { data, error, status } = await client.rpc('deploy_state');
      if (error) throw new DatabaseError(error.code, error.message, status);
      return stateSchema.parse(data);
    },
    readBuilder: () => readBuilder(hookUrl),
    afterwards,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    logError,
  };
}

function logError(error: unknown): void {
  console.error('deploy-hook:', error);
}

const claimSchema: z.ZodType<Claim> = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('call'), id: z.uuid() }),
  z.object({ outcome: z.literal('wait'), seconds: z.number() }),
  z.object({ outcome: z.literal('nothing') }),
]);

const moment = z.string().transform((text) => new Date(text).toISOString());

const stateSchema = z
  .object({
    pending: z.number(),
    changed_at: moment.nullable(),
    last_call: z
      .object({
        id: z.uuid(),
        requested_at: moment,
        outcome: z.enum(['running', 'accepted', 'failed']),
        reason: z.string().nullable(),
      })
      .nullable(),
  })
  .transform(({ pending, changed_at, last_call }) => ({
    lastCallId: last_call?.id ?? null,
    state: {
      pending,
      changedAt: changed_at,
      lastCall: last_call && {
        requestedAt: last_call.requested_at,
        outcome: last_call.outcome,
        reason: last_call.reason,
      },
    },
  }));
