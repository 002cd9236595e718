import { expect, test, vi } from 'vitest';
import { createQueryClient } from '@/app/query-client';
import { AppError, toAppError } from '@/lib/errors';
import { getSnapshot } from '@/lib/notifications';
import { fakeSupabase } from '../../support/fake-supabase';

test('QUERY-1, QUERY-3, QUERY-4: fresh for 5 minutes, refetched on mount when stale, never on focus', () => {
  const { queries } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({
    staleTime: 300_000,
    refetchOnMount: true,
    refetchOnWindowFocus: false,
  });
});

test('QUERY-2, R-43: one retry, and none for permanent errors and time-outs', async () => {
  vi.useFakeTimers();
  fakeSupabase();
  const client = createQueryClient();
  const attempts = async (error: Error) => {
    const queryFn = vi.fn().mockRejectedValue(error);
    const fetched = client.fetchQuery({
      queryKey: [error.message],
      queryFn,
      retry: client.getDefaultOptions().queries?.retry ?? false,
    });
    fetched.catch(() => {});
    await vi.runAllTimersAsync();
    await expect(fetched).rejects.toBe(error);
    return queryFn.mock.calls.length;
  };
  expect(await attempts(new AppError('offline', 'down'))).toBe(2);
  expect(await attempts(new AppError('not-found', 'gone'))).toBe(1);
  expect(await attempts(new AppError('forbidden', 'no'))).toBe(1);
  const late = { message: 'TimeoutError: signal timed out', code: '' };
  expect(await attempts(toAppError(late, 'Failed'))).toBe(1);
  vi.useRealTimers();
});

test('a failed mutation shows a toast unless its caller handles the error', async () => {
  const client = createQueryClient();
  const run = (handlesError: boolean, message: string) =>
    client
      .getMutationCache()
      .build(client, {
        mutationFn: () => Promise.reject(new Error(message)),
        meta: { handlesError },
      })
      .execute(undefined)
      .catch(() => {});
  await run(true, 'told in place');
  await run(false, 'told by a notification');
  expect(getSnapshot().map(({ description }) => description)).toEqual(['told by a notification']);
});
