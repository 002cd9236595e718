import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DeployState } from '@contracts/deploys';
import { createQueryClient } from '@/app/query-client';
import { DeployLine } from '@/features/deploys/deploy-line';
import { notePublishedChange } from '@/lib/published-changes';
import {
  fakeSupabase,
  json,
  networkFailure,
  signedInAs,
  type FakeRoutes,
} from '../../support/fake-supabase';

const READ = 'GET /functions/v1/deploy-hook';
const CALL = 'POST /functions/v1/deploy-hook';

const quiet: DeployState = {
  isConfigured: true,
  builder: null,
  problem: null,
  minutes: 2,
  pending: 0,
  changedAt: null,
  lastCall: null,
};
const answer = (fields: Partial<DeployState> = {}) => json({ data: { ...quiet, ...fields } });
const called = (outcome: 'accepted' | 'failed', reason: string | null = null) => ({
  requestedAt: new Date().toISOString(),
  outcome,
  reason,
});

function show(routes: FakeRoutes) {
  const backend = fakeSupabase({
    ...signedInAs('editor'),
    // A host without prerendered pages.
    'GET /build.json': () => new Response('<!doctype html>', { status: 404 }),
    ...routes,
  });
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <DeployLine />
    </QueryClientProvider>,
  );
  return { backend, container, user: userEvent.setup() };
}

test('without a deploy hook there is no line, and no save requests a build', async () => {
  const { backend, container } = show({ [READ]: () => answer({ isConfigured: false }) });
  await waitFor(() => expect(backend.requestsTo(READ)).toHaveLength(1));
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  await act(async () => {
    notePublishedChange();
    await vi.advanceTimersByTimeAsync(5000);
  });
  expect(backend.requestsTo(CALL)).toHaveLength(0);
  expect(container.textContent).toBe('');
});

test('after publishing the line shows when visitors see it', async () => {
  const { backend } = show({
    [READ]: () => answer(),
    [CALL]: () => answer({ lastCall: called('accepted') }),
  });
  await waitFor(() => expect(backend.requestsTo(READ)).toHaveLength(1));
  act(() => {
    notePublishedChange();
    notePublishedChange();
  });
  expect(
    await screen.findByText('Visitors who reload see it now, everyone in about 2 min'),
  ).toBeInTheDocument();
  expect(backend.requestsTo(CALL)).toHaveLength(1);
});

test('a refused build shows the reason and can be requested again', async () => {
  const { backend, user } = show({
    [READ]: () =>
      answer({ pending: 1, lastCall: called('failed', 'The host refused the call (500)') }),
    [CALL]: () => answer({ lastCall: called('accepted') }),
  });
  expect(
    await screen.findByText('Not live for everyone yet: The host refused the call (500)'),
  ).toBeInTheDocument();
  expect(backend.requestsTo(CALL)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/everyone in about 2 min/)).toBeInTheDocument();
});

test('the line says live only when the site itself was built after the call', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const lastCall = called('accepted');
  let builtAt = new Date(Date.now() - 60_000).toISOString();
  show({
    [READ]: () => answer({ lastCall }),
    'GET /build.json': () => json({ builtAt, count: 0, leftOut: [] }),
  });
  expect(await screen.findByText(/everyone in about 2 min/)).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(6000));
  expect(screen.queryByText('Live for everyone')).not.toBeInTheDocument();
  builtAt = new Date(Date.now() + 1000).toISOString();
  await act(() => vi.advanceTimersByTimeAsync(6000));
  expect(screen.getByText('Live for everyone')).toBeInTheDocument();
});

test('a pending build is requested when the screen opens', async () => {
  const { backend } = show({
    [READ]: () => answer({ pending: 2 }),
    [CALL]: () => answer({ lastCall: called('accepted') }),
  });
  await waitFor(() => expect(backend.requestsTo(CALL)).toHaveLength(1));
});

test('an unreachable backend leaves the line empty', async () => {
  const { backend, container } = show({ [READ]: networkFailure });
  await waitFor(() => expect(backend.requestsTo(READ).length).toBeGreaterThan(0));
  expect(container.textContent).toBe('');
});
