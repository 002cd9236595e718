import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { paths } from '@/lib/paths';
import { NewsletterConfirmPage } from '@/pages/public/newsletter-confirm-page';
import { NewsletterUnsubscribePage } from '@/pages/public/newsletter-unsubscribe-page';
import {
  fakeSupabase,
  held,
  json,
  networkFailure,
  type FakeHandler,
} from '../../support/fake-supabase';
import { agency } from '@brand/agency';

const CONFIRM = 'POST /functions/v1/newsletter/confirm';
const UNSUBSCRIBE = 'POST /functions/v1/newsletter/unsubscribe';
const works = () => json({ data: { message: 'Done' }, error: null });

function open(address: string, answers: Record<string, FakeHandler> = {}) {
  const backend = fakeSupabase(answers);
  render(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path={paths.newsletterConfirm} element={<NewsletterConfirmPage />} />
        <Route path={paths.newsletterUnsubscribe} element={<NewsletterUnsubscribePage />} />
      </Routes>
    </MemoryRouter>,
  );
  return { backend, user: userEvent.setup() };
}

const openConfirm = (answer?: FakeHandler) =>
  open(`${paths.newsletterConfirm}#token=abc.def`, answer && { [CONFIRM]: answer });
const openUnsubscribe = (answer?: FakeHandler) =>
  open(`${paths.newsletterUnsubscribe}#token=abc.def`, answer && { [UNSUBSCRIBE]: answer });
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

test('R-10: opening the link does not confirm, pressing the button does', async () => {
  const { handler, release } = held(works);
  const { backend, user } = openConfirm(handler);
  expect(backend.requests).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Confirm subscription' }));
  expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true');
  release();
  expect(await title('You are on the list')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('status')).toHaveFocus());
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'Read the blog' })).toHaveAttribute('href', '/blog');
  expect(backend.requestsTo(CONFIRM).map(({ body }) => body)).toEqual([{ token: 'abc.def' }]);
});

test.for([410, 422])(
  'R-10: an expired or invalid link (%i) offers to subscribe again',
  async (status) => {
    const { user } = openConfirm(() => json({ error: { code: 'over', message: 'Over' } }, status));
    await user.click(screen.getByRole('button', { name: 'Confirm subscription' }));
    expect(await title('This link no longer works')).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: 'Subscribe again' })).toBeVisible();
    expect(screen.getByRole('form', { name: 'Newsletter' })).toBeVisible();
  },
);

test('a failure is shown in place and can be retried', async () => {
  const { backend, user } = openConfirm(networkFailure);
  await user.click(screen.getByRole('button', { name: 'Confirm subscription' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('the server cannot be reached');
  backend.on({ [CONFIRM]: works });
  await user.click(screen.getByRole('button', { name: 'Confirm subscription' }));
  expect(await title('You are on the list')).toBeVisible();
});

test('R-10: opening the unsubscribe link does not unsubscribe, pressing the button does', async () => {
  const { backend, user } = openUnsubscribe(works);
  expect(backend.requests).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  expect(await title('You are off the list')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('status')).toHaveFocus());
  expect(backend.requestsTo(UNSUBSCRIBE).map(({ body }) => body)).toEqual([{ token: 'abc.def' }]);
});

test('R-10: an invalid unsubscribe link offers to unsubscribe by mail', async () => {
  const { user } = openUnsubscribe(() => json({ error: { code: 'link_invalid' } }, 422));
  await user.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  expect(await title('This link is not complete')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Write to us' })).toHaveAttribute(
    'href',
    `mailto:${agency.email}?subject=unsubscribe`,
  );
});

test.for([
  [paths.newsletterConfirm, 'button', 'Subscribe'],
  [paths.newsletterUnsubscribe, 'link', 'Write to us'],
] as const)('%s without a token shows an explanation', ([address, role, wayOut]) => {
  open(address);
  expect(screen.getByText(/This page opens from the link/)).toBeVisible();
  expect(screen.getByRole(role, { name: wayOut })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^(Confirm|Unsubscribe)/ })).toBeNull();
});

test.for([paths.newsletterConfirm, paths.newsletterUnsubscribe])('%s is noindex', (address) => {
  open(`${address}#token=abc.def`);
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
});
