import 'fake-indexeddb/auto';
import { QueryClientProvider, QueryObserver, useQuery } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createQueryClient } from '@/app/query-client';
import { QueryView } from '@/components/ui/query-view';
import { getConnection, noteReachable, noteUnreachable } from '@/lib/connection';
import { AppError } from '@/lib/errors';
import { readCopy, removeCopy } from '@/lib/stored-copies';
import { fakeSupabase } from '../../support/fake-supabase';

const HOUR = 3_600_000;
const down = new AppError(
  'offline',
  'Failed to fetch things: the server cannot be reached right now',
);

beforeEach(async () => {
  fakeSupabase();
  await removeCopy('["things"]');
});

afterEach(() => noteReachable());

/** A client as a new page load has it; retries at once. */
function newClient() {
  const client = createQueryClient();
  const { queries, ...rest } = client.getDefaultOptions();
  client.setDefaultOptions({ ...rest, queries: { ...queries, retryDelay: 1 } });
  client.mount();
  onTestFinished(() => {
    client.unmount();
    client.clear();
  });
  return client;
}

const kept = (queryFn: () => Promise<string[]>) => ({
  queryKey: ['things'],
  queryFn,
  meta: { keepCopy: true },
});

/** A successful visit some hours ago. */
async function visitBefore(hoursAgo: number, data: string[]) {
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now - hoursAgo * HOUR);
  await newClient().fetchQuery(kept(() => Promise.resolve(data)));
  await vi.waitFor(async () => expect(await readCopy('["things"]')).toMatchObject({ data }));
  clock.mockRestore();
}

function Things({ queryFn }: { queryFn: () => Promise<string[]> }) {
  const query = useQuery(kept(queryFn));
  return (
    <QueryView query={query} pending="Loading" empty="Nothing yet">
      {(things) => <p>{things.join()}</p>}
    </QueryView>
  );
}

function open(queryFn: () => Promise<string[]>, client = newClient()) {
  render(
    <QueryClientProvider client={client}>
      <Things queryFn={queryFn} />
    </QueryClientProvider>,
  );
}

test('the last copy is shown with its age while the server is unreachable, then replaced', async () => {
  await visitBefore(3, ['old']);
  const queryFn = vi.fn<() => Promise<string[]>>().mockRejectedValue(down);
  open(queryFn);
  expect(await screen.findByText('old')).toBeVisible();
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent(
      'Shown as of 3 hours ago, the server cannot be reached.',
    ),
  );
  await waitFor(() => expect(getConnection()).toBe('unreachable'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();

  queryFn.mockResolvedValue(['new']);
  act(() => noteReachable());
  expect(await screen.findByText('new')).toBeVisible();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test('without a copy a failure is an error with a retry', async () => {
  noteUnreachable();
  open(() => Promise.reject(down));
  expect(await screen.findByRole('alert')).toHaveTextContent('the server cannot be reached');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
});

test('the copy is shown without waiting for a request that hangs', async () => {
  await visitBefore(1, ['old']);
  noteUnreachable();
  open(() => new Promise(() => {}));
  expect(await screen.findByText('old')).toBeVisible();
});

test('a not-found response removes the copy', async () => {
  await visitBefore(1, ['old']);
  open(() => Promise.reject(new AppError('not-found', 'There is none')));
  expect(await screen.findByRole('alert')).toHaveTextContent('There is none');
  expect(screen.queryByText('old')).not.toBeInTheDocument();
  await vi.waitFor(async () => expect(await readCopy('["things"]')).toBeNull());
});

test('only queries with the option store a copy', async () => {
  await newClient().fetchQuery({ queryKey: ['mine'], queryFn: () => Promise.resolve('secret') });
  expect(await readCopy('["mine"]')).toBeNull();
});

test('a blocked database means no copy', async () => {
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  const queryFn = vi.fn<() => Promise<string[]>>().mockRejectedValue(down);
  open(queryFn);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  queryFn.mockResolvedValue(['fresh']);
  await userEvent.click(retry);
  expect(await screen.findByText('fresh')).toBeVisible();
});

test('R-07: when the connection is back, failed queries are refetched, fresh ones are not', async () => {
  const client = newClient();
  const failing = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(down)
    .mockRejectedValueOnce(down)
    .mockResolvedValue('there');
  const fresh = vi.fn(() => Promise.resolve('fresh'));
  const inForm = vi.fn(() => Promise.resolve('being edited'));
  for (const options of [
    { queryKey: ['failing'], queryFn: failing },
    { queryKey: ['fresh'], queryFn: fresh },
    // The options of the editor (document-editor.tsx): no refetch.
    { queryKey: ['in form'], queryFn: inForm, staleTime: Infinity, refetchOnReconnect: false },
  ]) {
    onTestFinished(new QueryObserver<string>(client, options).subscribe(() => {}));
  }
  await vi.waitFor(() => expect(getConnection()).toBe('unreachable'));
  await client.invalidateQueries({ queryKey: ['in form'], refetchType: 'none' });
  noteReachable();
  await vi.waitFor(() => expect(client.getQueryData(['failing'])).toBe('there'));
  expect(fresh).toHaveBeenCalledOnce();
  expect(inForm).toHaveBeenCalledOnce();
});

test('a mutation without a connection fails instead of pausing, and reports it to the connection state', async () => {
  noteUnreachable();
  const client = newClient();
  const run = (mutationFn: () => Promise<string>) =>
    client
      .getMutationCache()
      .build(client, client.defaultMutationOptions({ mutationFn, meta: { handlesError: true } }))
      .execute(undefined);
  await expect(run(() => Promise.reject(down))).rejects.toBe(down);
  await expect(run(() => Promise.resolve('saved'))).resolves.toBe('saved');
  expect(getConnection()).toBe('online');
});

test.for([
  ['older', 5, 'kept'],
  ['newer', 1, 'built'],
] as const)(
  'prerendered data %s than the copy: the newer of the two is shown',
  async ([, builtHoursAgo, shown]) => {
    await visitBefore(3, ['kept']);
    const client = newClient();
    client.setQueryData(['things'], ['built'], { updatedAt: Date.now() - builtHoursAgo * HOUR });
    await client.invalidateQueries({ refetchType: 'none' });
    open(() => Promise.reject(down), client);
    const age = Math.min(3, builtHoursAgo) === 1 ? '1 hour' : '3 hours';
    await waitFor(() =>
      expect(screen.getByRole('status')).toHaveTextContent(`Shown as of ${age} ago`),
    );
    expect(screen.getByText(shown)).toBeVisible();
  },
);
