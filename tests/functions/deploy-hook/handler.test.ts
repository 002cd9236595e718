import { expect, test, vi } from 'vitest';
import { deployReplySchema } from '@contracts/deploys';
import {
  handleDeploy,
  type Claim,
  type DeployDeps,
} from '../../../supabase/functions/deploy-hook/handler.ts';
import { DatabaseError, type Caller } from '../../../supabase/functions/_shared/rest.ts';

const ID = '3f0e6f0a-6c3a-4a55-9d7e-0a1b2c3d4e5f';
const OPERATOR = 'sb_secret_key';
const visitor: Caller = { hasToken: false, isStaff: async () => false };
const nonMember: Caller = { hasToken: true, isStaff: async () => false };
const staff: Caller = { hasToken: true, isStaff: async () => true };

function setUp(caller: Caller, claims: Claim[] = [], overrides: Partial<DeployDeps> = {}) {
  const work: Promise<unknown>[] = [];
  const waiting = [...claims];
  const deps = {
    settings: { isConfigured: true, problem: null, minutes: 2 },
    caller,
    isOperator: async (key: string) => key === OPERATOR,
    claim: vi.fn(async (): Promise<Claim> => waiting.shift() ?? { outcome: 'nothing' }),
    callHook: vi.fn(async (): Promise<string | null> => null),
    settle: vi.fn<DeployDeps['settle']>(async () => undefined),
    readState: vi.fn<DeployDeps['readState']>(async () => ({
      state: { pending: 1, changedAt: null, lastCall: null },
      lastCallId: null,
    })),
    readBuilder: vi.fn<DeployDeps['readBuilder']>(async () => null),
    afterwards: (task: () => Promise<unknown>) => void work.push(task()),
    sleep: vi.fn<DeployDeps['sleep']>(async () => undefined),
    logError: vi.fn(),
  } satisfies DeployDeps;
  const ask = async (method: string, apikey?: string) => {
    const reply = await handleDeploy(
      new Request('https://functions.example/deploy-hook', {
        method,
        ...(apikey && { headers: { apikey } }),
      }),
      { ...deps, ...overrides },
    );
    return { status: reply.status, body: await reply.json() };
  };
  return { ask, deps, afterwards: () => Promise.all(work) };
}

test.for([
  ['a visitor', visitor, 401],
  ['a non-member', nonMember, 403],
] as const)('%s gets no state and starts no call', async ([, caller, status]) => {
  for (const method of ['GET', 'POST']) {
    const { ask, deps } = setUp(caller, [{ outcome: 'call', id: ID }]);
    expect((await ask(method)).status).toBe(status);
    expect(deps.claim).not.toHaveBeenCalled();
    expect(deps.readState).not.toHaveBeenCalled();
  }
});

test('a token of an ended session is refused as expired', async () => {
  const caller: Caller = {
    hasToken: true,
    isStaff: () => Promise.reject(new DatabaseError('PT401', 'over', 401)),
  };
  expect((await setUp(caller).ask('GET')).status).toBe(401);
});

test('staff read the state, which does not contain the hook URL', async () => {
  const { ask, deps } = setUp(staff);
  const { status, body } = await ask('GET');
  expect(status).toBe(200);
  expect(deployReplySchema.parse(body).data).toEqual({
    isConfigured: true,
    problem: null,
    minutes: 2,
    pending: 1,
    changedAt: null,
    lastCall: null,
    builder: null,
  });
  expect(deps.claim).not.toHaveBeenCalled();
});

test('a due save makes one call and records that the host accepted it', async () => {
  const { ask, deps } = setUp(staff, [{ outcome: 'call', id: ID }]);
  expect((await ask('POST')).status).toBe(200);
  expect(deps.callHook).toHaveBeenCalledOnce();
  expect(deps.settle.mock.calls).toEqual([[ID, null]]);
});

test('a failed call is recorded with its reason, and the save succeeds', async () => {
  const { ask, deps } = setUp(staff, [{ outcome: 'call', id: ID }], {
    callHook: async () => 'The host refused the call (500)',
  });
  expect((await ask('POST')).status).toBe(200);
  expect(deps.settle.mock.calls).toEqual([[ID, 'The host refused the call (500)']]);
});

test('during the pause there is no call, and one after it', async () => {
  const { ask, deps, afterwards } = setUp(staff, [
    { outcome: 'wait', seconds: 42 },
    { outcome: 'call', id: ID },
  ]);
  await ask('POST');
  await afterwards();
  expect(deps.sleep.mock.calls).toEqual([[42_000]]);
  expect(deps.callHook).toHaveBeenCalledOnce();
  expect(deps.settle.mock.calls).toEqual([[ID, null]]);
});

test('a pause ended by another request leaves nothing to do', async () => {
  const { ask, deps, afterwards } = setUp(staff, [
    { outcome: 'wait', seconds: 1 },
    { outcome: 'nothing' },
  ]);
  await ask('POST');
  await afterwards();
  expect(deps.callHook).not.toHaveBeenCalled();
});

test('without a hook nothing is claimed, so that changes wait for one', async () => {
  const { ask, deps } = setUp(staff, [{ outcome: 'call', id: ID }], {
    settings: { isConfigured: false, problem: null, minutes: 2 },
  });
  expect((await ask('POST')).body.data.isConfigured).toBe(false);
  expect(deps.claim).not.toHaveBeenCalled();
});

test('the scheduler calls with a secret key and gets the outcome', async () => {
  const { ask, deps } = setUp(visitor, [{ outcome: 'call', id: ID }]);
  expect(await ask('POST', OPERATOR)).toEqual({
    status: 200,
    body: { data: { outcome: 'accepted' } },
  });
  expect(deps.readState).not.toHaveBeenCalled();
  expect((await ask('GET', OPERATOR)).status).toBe(401);
});

test('an internal error is logged and not returned', async () => {
  const { ask, deps } = setUp(staff, [], {
    claim: () => Promise.reject(new Error('secret words')),
  });
  const { status, body } = await ask('POST');
  expect(status).toBe(500);
  expect(JSON.stringify(body)).not.toContain('secret words');
  expect(deps.logError).toHaveBeenCalledOnce();
});

test('other methods are refused', async () => {
  expect((await setUp(staff).ask('DELETE')).status).toBe(405);
});

const CALLED_AT = '2026-11-24T10:00:00.000Z';
const accepted: Awaited<ReturnType<DeployDeps['readState']>> = {
  state: {
    pending: 0,
    changedAt: null,
    lastCall: { requestedAt: CALLED_AT, outcome: 'accepted', reason: null },
  },
  lastCallId: ID,
};
const failedBuild = {
  ...{ startedAt: '2026-11-24T10:00:01.000Z', endedAt: '2026-11-24T10:00:09.000Z' },
  ...{ outcome: 'failed' as const, reason: 'No space left', changed: null },
};

test('a failed build of the builder fails its call, whose changes wait again', async () => {
  const { ask, deps } = setUp(staff);
  deps.readState.mockResolvedValueOnce(accepted);
  deps.readBuilder.mockResolvedValue({ builds: [failedBuild] });
  const { body } = await ask('GET');
  expect(deps.settle).toHaveBeenCalledExactlyOnceWith(ID, 'The build failed: No space left');
  expect(deployReplySchema.parse(body).data).toMatchObject({
    pending: 1,
    builder: { builds: [failedBuild] },
  });
});

test.for([
  ['an earlier build failed', [{ ...failedBuild, endedAt: '2026-11-24T09:59:00.000Z' }]],
  [
    'the newest build was published',
    [{ ...failedBuild, outcome: 'published' as const }, failedBuild],
  ],
  ['the builder does not answer', null],
] as const)('when %s the call stays as it is', async ([, builds]) => {
  const { ask, deps } = setUp(staff);
  deps.readState.mockResolvedValue(accepted);
  deps.readBuilder.mockResolvedValue({ builds: builds && [...builds] });
  await ask('GET');
  expect(deps.settle).not.toHaveBeenCalled();
});
