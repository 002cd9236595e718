import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { fakeSupabase, freshImport, signedInAs, type StaffRole } from '../../support/fake-supabase';

const SLOW = { timeout: 10_000 };
const UNREAD = 'HEAD /rest/v1/enquiries';

async function openRail(role: StaffRole | null, count = 3) {
  const backend = fakeSupabase({
    ...signedInAs(role),
    [UNREAD]: () => new Response(null, { headers: { 'content-range': `*/${count}` } }),
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

test('the rail shows the number of unread enquiries', async () => {
  const backend = await openRail('editor');
  expect(await screen.findByRole('link', { name: 'Enquiries 3 waiting' }, SLOW)).toHaveAttribute(
    'href',
    '/admin/enquiries',
  );
  expect(screen.getByText('Unread enquiries: 3')).toHaveRole('status');
  const asked = backend.requestsTo(UNREAD)[0]?.url.searchParams;
  expect(asked?.get('read_at')).toBe('is.null');
  expect(asked?.get('is_quarantined')).toBe('eq.false');
});

test('without unread enquiries it shows no number', async () => {
  const backend = await openRail('editor', 0);
  await waitFor(() => expect(backend.requestsTo(UNREAD)).toHaveLength(1), SLOW);
  expect(screen.getByRole('link', { name: 'Enquiries' })).toBeInTheDocument();
  expect(screen.queryByText(/^Unread enquiries/)).not.toBeInTheDocument();
});

test('for a waiting user nothing is counted', async () => {
  const backend = await openRail(null);
  await screen.findByRole('heading', { name: 'Your account is waiting for approval' }, SLOW);
  expect(backend.requestsTo(UNREAD)).toEqual([]);
});
