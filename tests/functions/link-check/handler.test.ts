import { expect, test, vi } from 'vitest';
import { handleLinkCheck } from '../../../supabase/functions/link-check/handler.ts';
import type { LinkResult } from '../../../supabase/functions/link-check/links.ts';

const RESULTS: LinkResult[] = [{ url: 'https://a.example/', problem: null, is_gone: false }];

function setUp(claim: () => Promise<string[]> = async () => ['https://a.example/']) {
  const work: (() => Promise<unknown>)[] = [];
  const settle = vi.fn(async () => {});
  const check = vi.fn(async () => RESULTS);
  const logError = vi.fn();
  const ask = (method: string, key = 'secret') =>
    handleLinkCheck(
      new Request('https://ref.example/link-check', { method, headers: { apikey: key } }),
      {
        ...{ claim, check, settle, logError },
        isOperator: async (given) => given === 'secret',
        afterwards: (run) => work.push(run),
      },
    );
  return { ask, work, settle, check, logError };
}

test('the scheduler is answered before the links are asked for', async () => {
  const { ask, work, settle, check } = setUp();
  const reply = await ask('POST');
  expect([reply.status, await reply.json()]).toEqual([200, { data: { links: 1 }, error: null }]);
  expect(check).not.toHaveBeenCalled();
  await work[0]?.();
  expect(check).toHaveBeenCalledWith(['https://a.example/']);
  expect(settle).toHaveBeenCalledWith(RESULTS);
});

test('only the secret key starts it', async () => {
  const { ask, work } = setUp();
  expect((await ask('POST', 'wrong')).status).toBe(401);
  expect((await ask('GET')).status).toBe(405);
  expect(work).toEqual([]);
});

test('nothing due is nothing done, and a failure of the database is logged', async () => {
  const idle = setUp(async () => []);
  expect((await idle.ask('POST')).status).toBe(200);
  expect(idle.work).toEqual([]);
  const down = setUp(() => Promise.reject(new Error('down')));
  expect((await down.ask('POST')).status).toBe(500);
  expect(down.logError).toHaveBeenCalled();
});
