import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DeployState } from '@contracts/deploys';
import { createQueryClient } from '@/app/query-client';
import { DeployLine, type DeployLineProps } from '@/features/deploys/deploy-line';
import { documentQueries } from '@/documents/queries';
import { postKind } from '@/features/posts/kind';
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

function show(routes: FakeRoutes, document?: DeployLineProps['document']) {
  const backend = fakeSupabase({
    ...signedInAs('editor'),
    // A host without prerendered pages.
    'GET /build.json': () => new Response('<!doctype html>', { status: 404 }),
    ...routes,
  });
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <DeployLine document={document} />
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

const post = { id: '77777777-0000-4000-8000-000000000007', path: '/blog/a-post' };
const pageOf = (version: number) => {
  const shown = { id: post.id, slug: 'a-post', version, content: '<p></p>' };
  const related = { posts: [{ id: 'another', version: null }] };
  const data = {
    askedAt: 1,
    answers: [
      [['blog', 'recent'], related],
      [['blog', 'post'], shown],
    ],
  };
  return new Response(
    `<!doctype html><script type="application/json" id="page-data">${JSON.stringify(data)}</script>`,
  );
};

test('on the screen of a document the line says live only when its page shows the version', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const lastCall = called('accepted');
  const builtAt = new Date(Date.now() + 1000).toISOString();
  let page = () => pageOf(4);
  const { backend } = show(
    {
      [READ]: () => answer({ lastCall }),
      'GET /build.json': () => json({ builtAt, count: 0, leftOut: [] }),
      'GET /rest/v1/blog_posts': () => json([{ slug: 'a-post', version: 5 }]),
      'GET /blog/a-post': () => page(),
    },
    { id: post.id, publicPage: documentQueries.publicPage(postKind, post.id) },
  );
  expect(await screen.findByText(/everyone in about 2 min/)).toBeInTheDocument();
  page = () => new Response('<!doctype html>', { status: 404 });
  await act(() => vi.advanceTimersByTimeAsync(6000));
  expect(screen.queryByText('Live for everyone')).not.toBeInTheDocument();
  page = () => pageOf(5);
  await act(() => vi.advanceTimersByTimeAsync(6000));
  expect(screen.getByText('Live for everyone')).toBeInTheDocument();
  const asked = backend.requestsTo('GET /blog/a-post').length;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(backend.requestsTo('GET /blog/a-post')).toHaveLength(asked);
});

test('the build of a draft is told by the time of the build', async () => {
  const builtAt = new Date(Date.now() + 1000).toISOString();
  show(
    {
      [READ]: () => answer({ lastCall: called('accepted') }),
      'GET /build.json': () => json({ builtAt, count: 0, leftOut: [] }),
      'GET /rest/v1/blog_posts': () => json([]),
    },
    { id: post.id, publicPage: documentQueries.publicPage(postKind, post.id) },
  );
  expect(await screen.findByText('Live for everyone')).toBeInTheDocument();
});

test('the time of the build is told when the address of the page cannot be read', async () => {
  const builtAt = new Date(Date.now() + 1000).toISOString();
  show(
    {
      [READ]: () => answer({ lastCall: called('accepted') }),
      'GET /build.json': () => json({ builtAt, count: 0, leftOut: [] }),
      'GET /rest/v1/blog_posts': () => json({ message: 'down' }, 500),
    },
    { id: post.id, publicPage: documentQueries.publicPage(postKind, post.id) },
  );
  expect(await screen.findByText('Live for everyone')).toBeInTheDocument();
});

test('a page that the build left out is named with the reason', async () => {
  const builtAt = new Date(Date.now() + 1000).toISOString();
  show(
    {
      [READ]: () => answer({ lastCall: called('accepted') }),
      'GET /build.json': () =>
        json({
          builtAt,
          count: 1,
          leftOut: [{ what: post.path, why: 'it could not be rendered' }],
        }),
      'GET /rest/v1/blog_posts': () => json([{ slug: 'a-post', version: 5 }]),
      'GET /blog/a-post': () => new Response('<!doctype html>', { status: 404 }),
    },
    { id: post.id, publicPage: documentQueries.publicPage(postKind, post.id) },
  );
  expect(
    await screen.findByText(/the build left this page out \(it could not be rendered\)/),
  ).toBeInTheDocument();
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
