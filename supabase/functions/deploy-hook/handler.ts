// Calls the host's deploy hook when published content has changed, at most once a minute.
//
//   GET  …  for staff: whether a hook is set, pending changes, the result of the last call
//   POST …  for staff after a save, or for the scheduler with a secret key: makes the call if it is due
import { DEPLOY_PAUSE_SECONDS, type DeployState } from '../_shared/contracts/deploys.ts';
import { jsonReply } from '../_shared/http.ts';
import { DatabaseError, type Caller } from '../_shared/rest.ts';

export type Claim =
  | { outcome: 'call'; id: string }
  | { outcome: 'wait'; seconds: number }
  | { outcome: 'nothing' };

type DatabaseState = {
  state: Pick<DeployState, 'pending' | 'changedAt' | 'lastCall'>;
  lastCallId: string | null;
};

export type DeployDeps = {
  settings: { isConfigured: boolean; problem: string | null; minutes: number };
  caller: Caller;
  /** @param key the `apikey` of the request */
  isOperator: (key: string) => Promise<boolean>;
  /** The database allows one call per minute. */
  claim: () => Promise<Claim>;
  /** Null when the host accepted the call, otherwise the error. */
  callHook: () => Promise<string | null>;
  settle: (callId: string, error: string | null) => Promise<void>;
  /** With the caller's rights: the database checks again that the caller is staff. */
  readState: () => Promise<DatabaseState>;
  /** Null for a host that builds. */
  readBuilder: () => Promise<DeployState['builder']>;
  /** Runs work after the response. */
  afterwards: (work: () => Promise<unknown>) => void;
  sleep: (milliseconds: number) => Promise<void>;
  logError: (error: unknown) => void;
};

const REFUSALS = {
  unauthorized: [401, 'Sign in to do this'],
  forbidden: [403, 'Your account is not approved to do this'],
  method_not_allowed: [405, 'Method not allowed'],
  failed: [500, 'Something went wrong on our side'],
} as const satisfies Record<string, readonly [number, string]>;

export async function handleDeploy(request: Request, deps: DeployDeps): Promise<Response> {
  try {
    if (request.method !== 'GET' && request.method !== 'POST') {
      return refused('method_not_allowed', { allow: 'GET, POST, OPTIONS' });
    }
    if (request.method === 'POST' && (await deps.isOperator(request.headers.get('apikey') ?? ''))) {
      return jsonReply(200, { data: { outcome: await deploy(deps) } });
    }
    if (!deps.caller.hasToken) return refused('unauthorized', { 'www-authenticate': 'Bearer' });
    if (!(await deps.caller.isStaff())) return refused('forbidden');
    if (request.method === 'POST') await deploy(deps);
    return jsonReply(200, { data: await readState(deps) });
  } catch (error) {
    if (error instanceof DatabaseError && error.status === 401) return refused('unauthorized');
    deps.logError(error);
    return refused('failed');
  }
}

async function readState(deps: DeployDeps): Promise<DeployState> {
  const [known, builder] = await Promise.all([deps.readState(), deps.readBuilder()]);
  const failure = failureOf(known, builder);
  if (failure === null) return { ...deps.settings, ...known.state, builder };
  // Its changes wait again, so that staff can try again.
  await deps.settle(failure.callId, failure.reason);
  return { ...deps.settings, ...(await deps.readState()).state, builder };
}

/** The call that the builder accepted and whose build then failed. */
function failureOf(
  { state: { lastCall }, lastCallId }: DatabaseState,
  builder: DeployState['builder'],
) {
  const newest = builder?.builds?.[0];
  if (!newest || newest.outcome !== 'failed' || newest.endedAt === null) return null;
  if (lastCallId === null || lastCall?.outcome !== 'accepted') return null;
  if (Date.parse(newest.endedAt) <= Date.parse(lastCall.requestedAt)) return null;
  return { callId: lastCallId, reason: `The build failed: ${newest.reason ?? 'see its log'}` };
}

type Outcome = 'accepted' | 'failed' | 'waiting' | 'nothing' | 'not-configured';

async function deploy(deps: DeployDeps): Promise<Outcome> {
  if (!deps.settings.isConfigured) return 'not-configured';
  const claim = await deps.claim();
  if (claim.outcome === 'nothing') return 'nothing';
  if (claim.outcome === 'wait') {
    // One later call covers all changes of the pause; the first request after the pause makes it.
    deps.afterwards(async () => {
      await deps.sleep(Math.min(claim.seconds, DEPLOY_PAUSE_SECONDS) * 1000);
      const later = await deps.claim();
      if (later.outcome === 'call') await makeCall(later.id, deps);
    });
    return 'waiting';
  }
  return makeCall(claim.id, deps);
}

async function makeCall(id: string, deps: DeployDeps): Promise<'accepted' | 'failed'> {
  const error = await deps.callHook();
  await deps.settle(id, error);
  if (error !== null) deps.logError(error);
  return error === null ? 'accepted' : 'failed';
}

function refused(code: keyof typeof REFUSALS, headers: HeadersInit = {}): Response {
  const [status, message] = REFUSALS[code];
  return jsonReply(status, { error: { code, message } }, headers);
}
