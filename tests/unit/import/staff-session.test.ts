import { afterEach, expect, test, vi } from 'vitest';
import { signInAsStaff } from '../../../scripts/lib/import/staff-session.ts';

// The pauses between two attempts.
vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }));

type Answer = [status: number, data: unknown];

/** A hosted project; the answers of an address are given in order, the last one again. */
function hosted(answers: Record<string, Answer[]>) {
  const asked: string[] = [];
  vi.stubEnv('SUPABASE_URL', 'https://project.example/');
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_x');
  vi.stubEnv('IMPORT_EMAIL', 'ann@agency.example');
  vi.stubEnv('IMPORT_PASSWORD', 'secret');
  vi.stubGlobal(
    'fetch',
    async (address: string, { headers }: { headers: Record<string, string> }) => {
      const path = address.slice('https://project.example'.length);
      asked.push(`${path} ${headers.authorization ?? '-'}`);
      const list = answers[path] ?? [[404, { message: `nothing at ${path}` }]];
      const [status, data] = (list.length > 1 ? list.shift() : list[0]) ?? [500, null];
      return new Response(JSON.stringify(data), { status });
    },
  );
  return asked;
}

const PASSWORD = '/auth/v1/token?grant_type=password';
const RENEWAL = '/auth/v1/token?grant_type=refresh_token';
const ROLE = '/rest/v1/rpc/current_staff_role';
const tokens = (name: string) => ({ access_token: name, refresh_token: `${name}-refresh` });
const noCode = () => Promise.reject(new Error('no code is needed'));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test('a member with a second factor is asked for its code', async () => {
  const factor = '/auth/v1/factors/f1';
  const asked = hosted({
    [PASSWORD]: [[200, tokens('first')]],
    '/auth/v1/user': [
      [
        200,
        {
          factors: [
            { id: 'f0', status: 'unverified' },
            { id: 'f1', status: 'verified' },
          ],
        },
      ],
    ],
    [`${factor}/challenge`]: [[200, { id: 'c1' }]],
    [`${factor}/verify`]: [[200, tokens('second')]],
    [ROLE]: [[200, 'owner']],
  });
  const { label } = await signInAsStaff('local', () => Promise.resolve('123456'));
  expect(label).toBe('https://project.example/');
  expect(asked).toEqual([
    `${PASSWORD} -`,
    '/auth/v1/user Bearer first',
    `${factor}/challenge Bearer first`,
    `${factor}/verify Bearer first`,
    `${ROLE} Bearer second`,
  ]);
});

test('an account that is no member and a wrong password are refused', async () => {
  hosted({ [PASSWORD]: [[200, tokens('t')]], '/auth/v1/user': [[200, {}]], [ROLE]: [[200, null]] });
  await expect(signInAsStaff('local', noCode)).rejects.toThrow(
    'ann@agency.example may not write posts here',
  );
  hosted({ [PASSWORD]: [[400, { msg: 'Invalid login credentials' }]] });
  await expect(signInAsStaff('local', noCode)).rejects.toThrow(/cannot sign in: Invalid login/);
});

test('an overload is asked again, a refusal is not, and the session is renewed before it ends', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const asked = hosted({
    [PASSWORD]: [[200, tokens('old')]],
    [RENEWAL]: [[200, tokens('new')]],
    '/auth/v1/user': [[200, {}]],
    [ROLE]: [[200, 'editor']],
    '/busy': [
      [503, null],
      [429, null],
      [200, 'done'],
    ],
    '/refused': [[422, { message: 'no' }]],
  });
  const { ask } = await signInAsStaff('local', noCode);
  asked.length = 0;
  expect(await ask('GET', '/busy')).toEqual({ status: 200, data: 'done' });
  expect((await ask('GET', '/refused')).status).toBe(422);
  vi.setSystemTime(Date.now() + 50 * 60_000);
  await ask('GET', '/refused');
  expect(asked).toEqual([
    ...['/busy Bearer old', '/busy Bearer old', '/busy Bearer old', '/refused Bearer old'],
    ...[`${RENEWAL} -`, '/refused Bearer new'],
  ]);
});

test('a project that stops answering ends the run with a sentence', async () => {
  hosted({
    [PASSWORD]: [[200, tokens('t')]],
    '/auth/v1/user': [[200, {}]],
    [ROLE]: [[200, 'owner']],
  });
  const { ask } = await signInAsStaff('local', noCode);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
  await expect(ask('GET', '/x')).rejects.toThrow(/does not answer. The same command/);
});

test('half of the settings of a hosted project is a mistake', async () => {
  hosted({});
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', '');
  await expect(signInAsStaff('local', noCode)).rejects.toThrow(/set both/);
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_x');
  vi.stubEnv('IMPORT_PASSWORD', '');
  await expect(signInAsStaff('local', noCode)).rejects.toThrow(/IMPORT_EMAIL and IMPORT_PASSWORD/);
});
