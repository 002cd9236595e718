import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation, useNavigationType } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '@/app/query-client';
import { FollowRedirect } from '@/features/redirects/follow-redirect';
import { NotFoundPage } from '@/pages/public/not-found-page';
import {
  fakeSupabase,
  held,
  json,
  networkFailure,
  type FakeHandler,
} from '../../support/fake-supabase';

const LOOKUP = 'POST /rest/v1/rpc/find_redirect';

function open(answer: FakeHandler, entry: string | { pathname: string; state: unknown } = '/old') {
  const backend = fakeSupabase({ [LOOKUP]: answer });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/before', entry]} initialIndex={1}>
        <Routes>
          <Route path="/new" element={<Arrived />} />
          <Route
            path="*"
            element={
              <FollowRedirect pending={<p>Looking</p>}>
                <p>Not found</p>
              </FollowRedirect>
            }
          />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return backend;
}

function Arrived() {
  const { pathname, search, hash } = useLocation();
  return (
    <p>
      At {pathname + search + hash} by {useNavigationType()}
    </p>
  );
}

const leadsTo =
  (path: unknown): FakeHandler =>
  () =>
    json(path);

test('visitors of a moved address are redirected, without a history entry', async () => {
  const { handler, release } = held(leadsTo('/new?from=old#part'));
  const backend = open(handler, '/Old/');
  expect(screen.getByText('Looking')).toBeInTheDocument();
  release();
  expect(await screen.findByText('At /new?from=old#part by REPLACE')).toBeInTheDocument();
  const [request] = backend.requestsTo(LOOKUP);
  expect(request?.body).toEqual({ source: '/old' });
  // Requested as a visitor, also when signed in.
  expect(request?.headers.has('authorization')).toBe(false);
});

test('an address without a redirect shows not found', async () => {
  open(() => json(null));
  expect(await screen.findByText('Not found')).toBeInTheDocument();
});

test.for(['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', null, 7])(
  'no visitor is redirected to another site: %s',
  async (target) => {
    open(leadsTo(target));
    expect(await screen.findByText('Not found')).toBeInTheDocument();
  },
);

test('a visitor who was redirected once is not redirected again', async () => {
  const backend = open(leadsTo('/new'), { pathname: '/old', state: { moved: true } });
  expect(await screen.findByText('Not found')).toBeInTheDocument();
  expect(backend.requestsTo(LOOKUP)).toHaveLength(0);
});

test('an unreachable backend does not delay the not-found page', async () => {
  open(networkFailure);
  expect(await screen.findByText('Not found', {}, { timeout: 10_000 })).toBeInTheDocument();
});

test('the not-found page looks up redirects first', async () => {
  fakeSupabase({ [LOOKUP]: leadsTo('/new') });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/gone']}>
        <Routes>
          <Route path="/new" element={<Arrived />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByText('At /new by REPLACE')).toBeInTheDocument();
  expect(console.warn).not.toHaveBeenCalled();
});
