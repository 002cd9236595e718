import { expect, test, vi } from 'vitest';
import { createFloodGate } from '../../../supabase/functions/_shared/flood-gate';

type Result = { outcome: 'kept'; id: string } | { outcome: 'limited'; retryAfter: number };

/** Accepts five per sender, like the database. */
function createDatabase() {
  const counts = new Map<string, number>();
  let running = 0;
  let most = 0;
  const submit = vi.fn(async (sender: string): Promise<Result> => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    const count = (counts.get(sender) ?? 0) + 1;
    counts.set(sender, count);
    return count > 5 ? { outcome: 'limited', retryAfter: 600 } : { outcome: 'kept', id: 'x' };
  });
  return { submit, most: () => most };
}

test('R-13: of a burst of 500 few more than the five accepted ones reach the database', async () => {
  const { submit, most } = createDatabase();
  const pass = createFloodGate({ concurrency: 4, rememberMs: 5000 });
  const results = await Promise.all(
    Array.from({ length: 500 }, () => pass('one', () => submit('one'))),
  );
  expect(results.filter(({ outcome }) => outcome === 'kept')).toHaveLength(5);
  expect(submit.mock.calls.length).toBeLessThanOrEqual(5 + 4);
  expect(most()).toBe(4);
  expect(results.at(-1)).toEqual({ outcome: 'limited', retryAfter: 600, isRemembered: true });
});

test('another sender is accepted during a burst', async () => {
  const { submit } = createDatabase();
  const pass = createFloodGate({ concurrency: 4, rememberMs: 5000 });
  const burst = Array.from({ length: 100 }, () => pass('one', () => submit('one')));
  expect((await pass('other', () => submit('other'))).outcome).toBe('kept');
  await Promise.all(burst);
});

test('a cached refusal expires, and the database is called again', async () => {
  let time = 0;
  const pass = createFloodGate({ concurrency: 1, rememberMs: 5000, now: () => time });
  const work = vi.fn(async (): Promise<Result> => ({ outcome: 'limited', retryAfter: 600 }));
  await pass('one', work);
  time = 4999;
  await pass('one', work);
  expect(work).toHaveBeenCalledTimes(1);
  time = 5000;
  expect(await pass('one', work)).toEqual({ outcome: 'limited', retryAfter: 600 });
  expect(work).toHaveBeenCalledTimes(2);
});

test('a failed call frees its place for the next', async () => {
  const pass = createFloodGate({ concurrency: 1, rememberMs: 5000 });
  const failing = pass('one', () => Promise.reject(new Error('down')));
  const next = pass('one', async (): Promise<Result> => ({ outcome: 'kept', id: 'y' }));
  await expect(failing).rejects.toThrow('down');
  expect(await next).toEqual({ outcome: 'kept', id: 'y' });
});
