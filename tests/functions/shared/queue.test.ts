import { expect, test } from 'vitest';
import { createQueue } from '../../../supabase/functions/_shared/queue';

/** A task that runs until the test ends it. */
function createWork() {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const work = (number: number) => () => {
    started.push(number);
    return new Promise<number>((resolve) => ends.push(() => resolve(number)));
  };
  return { started, endNext: () => ends.shift()?.(), work };
}

test('a limited number of tasks run at a time, the rest in order', async () => {
  const { started, endNext, work } = createWork();
  const enqueue = createQueue(2);
  const results = Promise.all([1, 2, 3, 4].map((number) => enqueue(work(number))));
  await expect.poll(() => started).toEqual([1, 2]);
  endNext();
  await expect.poll(() => started).toEqual([1, 2, 3]);
  endNext();
  await expect.poll(() => started).toEqual([1, 2, 3, 4]);
  endNext();
  endNext();
  expect(await results).toEqual([1, 2, 3, 4]);
});

test('a failed task rejects for its caller and starts the next one', async () => {
  const enqueue = createQueue(1);
  const failing = enqueue(() => Promise.reject(new Error('no')));
  const next = enqueue(() => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});
