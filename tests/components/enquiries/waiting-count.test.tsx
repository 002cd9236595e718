import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import {
  fakeSupabase,
  freshImport,
  json,
  signedInAs,
  type StaffRole,
} from '../../support/fake-supabase';

const SLOW = { timeout: 10_000 };
const ENQUIRIES = 'GET /rest/v1/enquiries';

const waiting = (id: string) => ({
  ...{ id, name: 'Ada', subject: 'A shop', message: 'Words', status: 'new', assigned_to: null },
  answer_by: '2026-11-21T10:00:00+00:00',
  created_at: '2026-11-20T10:00:00+00:00',
});

async function openRail(role: StaffRole | null, ids: readonly string[] = ['a', 'b', 'c']) {
  const backend = fakeSupabase({
    ...signedInAs(role),
    [ENQUIRIES]: () => json(ids.map(waiting)),
  });
  const { AdminShell } = await freshImport(() => import('@/staff/admin-shell'));
  const { startSession } = await import('@/features/session/session-store');
  void startSession();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/admin/enquiries']}>
        <AdminShell />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return backend;
}

test('the rail shows the number of enquiries to answer', async () => {
  const backend = await openRail('editor');
  expect(await screen.findByRole('link', { name: 'Enquiries 3 waiting' }, SLOW)).toHaveAttribute(
    'href',
    '/admin/enquiries',
  );
  expect(screen.getByText('Enquiries to answer: 3')).toHaveRole('status');
  const [asked, ...others] = backend.requestsTo(ENQUIRIES);
  expect(asked?.url.searchParams.get('answer_by')).toBe('not.is.null');
  expect(asked?.url.searchParams.get('is_quarantined')).toBe('eq.false');
  expect(others).toEqual([]);
});

test('a list that ends at fifty is shown as 50+', async () => {
  await openRail(
    'editor',
    Array.from({ length: 50 }, (_, place) => String(place)),
  );
  expect(await screen.findByRole('link', { name: 'Enquiries 50+ waiting' }, SLOW)).toBeVisible();
});

test('without enquiries to answer it shows no number', async () => {
  const backend = await openRail('editor', []);
  await waitFor(() => expect(backend.requestsTo(ENQUIRIES)).toHaveLength(1), SLOW);
  expect(screen.getByRole('link', { name: 'Enquiries' })).toBeInTheDocument();
  expect(screen.queryByText(/^Enquiries to answer/)).not.toBeInTheDocument();
});

test('for a waiting user nothing is counted', async () => {
  const backend = await openRail(null);
  await screen.findByRole('heading', { name: 'Your account is waiting for approval' }, SLOW);
  expect(backend.requestsTo(ENQUIRIES)).toEqual([]);
});
