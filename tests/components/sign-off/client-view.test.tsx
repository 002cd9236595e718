import { useState } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { OpenedSignOff } from '@/features/sign-off/model';
import {
  fakeSupabase,
  freshImport,
  held,
  json,
  type FakeRoutes,
} from '../../support/fake-supabase';

const LONG = 'One two three four five six seven eight nine ten.';

const opened: OpenedSignOff = {
  ...{ id: 'r1', kind: 'case-study', version: 1, title: 'Bread', content: {}, contentHash: 'h' },
  ...{ clientName: 'Dana', askedAt: new Date(), expiresAt: new Date(), isCurrent: true },
  ...{ pictureFacts: {}, approval: null, comments: [] },
};

beforeEach(() => {
  // jsdom lays nothing out: it has neither of them.
  Object.defineProperty(HTMLElement.prototype, 'innerText', {
    configurable: true,
    get(this: HTMLElement) {
      const copy = this.cloneNode(true);
      if (copy instanceof Element) copy.querySelectorAll('[hidden]').forEach((one) => one.remove());
      return copy.textContent;
    },
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly callback: () => void;
      constructor(callback: () => void) {
        this.callback = callback;
      }
      observe() {
        this.callback();
      }
      disconnect() {}
    },
  );
});

function Document() {
  return (
    <article data-anchor="study challenge">
      <p>
        {LONG} <span className="sr-only">for screen readers</span>
      </p>
      <h3>Then</h3>
      <p>The end.</p>
      <div style={{ overflowX: 'auto' }}>
        <p>Wide.</p>
        <p>Wider.</p>
      </div>
    </article>
  );
}

async function open(routes: FakeRoutes = {}) {
  const { requestsTo } = fakeSupabase(routes);
  const { ClientView } = await freshImport(
    () => import('@/features/sign-off/components/client-view'),
  );
  const client = new QueryClient();
  const view = (shown: OpenedSignOff, passphrase: string | null = null) => (
    <QueryClientProvider client={client}>
      <main tabIndex={-1}>
        <ClientView
          signOffKey={{ token: 't', passphrase }}
          opened={shown}
          onChanged={() => rerender(view({ ...shown, approval }))}
        >
          <Document />
        </ClientView>
      </main>
    </QueryClientProvider>
  );
  const approval = { name: 'Dana', approvedAt: new Date(2026, 4, 3), isMailed: true };
  const { rerender } = render(view(opened));
  return {
    user: userEvent.setup(),
    requestsTo,
    show: (passphrase: string) => rerender(view(opened, passphrase)),
  };
}

test('the button that comments on a part follows it, named by its first eight words', async () => {
  await open();
  const marks = await screen.findAllByRole('button', { name: /^Comment on/ });
  expect(marks.map((mark) => mark.textContent)).toEqual([
    'Comment on “One two three four five six seven eight …”',
    'Comment on “Then”',
    'Comment on “The end.”',
    'Comment on “Wide.”',
    'Comment on “Wider.”',
  ]);
  // They would be cut off inside what scrolls.
  expect(screen.getByText('Wider.').parentElement).toHaveTextContent(/^Wide\.\s*Wider\.$/);
  const order = document.querySelector('article')?.textContent ?? '';
  expect(order).toMatch(/^One .*Comment on “One.*Then.*Comment on “Then”.*The end\.Comment on/);
  expect(screen.getByRole('heading', { name: 'Then' })).toBeInTheDocument();
});

test('what a comment is about are the words of the document only', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: /^Comment on “One/ }));
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription(LONG);
});

test('a refused form focuses its first field with a problem, at each attempt', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Comment' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Send comment' }));
  expect(dialog.getByLabelText(/^Your name/)).toHaveFocus();
  await user.type(dialog.getByLabelText(/^Your name/), 'Dana');
  await user.click(dialog.getByRole('button', { name: 'Send comment' }));
  expect(dialog.getByRole('textbox', { name: /^Comment/ })).toHaveFocus();
  expect(dialog.getByRole('textbox', { name: /^Comment/ })).toBeInvalid();
});

test('after the approval, which removes the buttons, the focus is on the message', async () => {
  const { user } = await open({
    'POST /rest/v1/rpc/approve_sign_off': () => json({ outcome: 'approved' }),
  });
  await user.click(screen.getByRole('button', { name: 'Approve…' }));
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  const end = await screen.findByRole('region', { name: 'Thank you. This page is approved.' });
  await waitFor(() => expect(within(end).getByRole('heading')).toHaveFocus());
  expect(end).toHaveTextContent(/“Bread”.*Approved byDana.*OnMay 3, 2026/);
  expect(end).toHaveTextContent('We have sent you a copy of the words by mail.');
});

test('after the passphrase the focus is on the page that it opened', async () => {
  const { show } = await open();
  show('three green leeks');
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

test('a passphrase that is not right is asked for again in its field', async () => {
  const { PassphraseForm } = await import('@/features/sign-off/components/passphrase-form');
  const form = (isWrong: boolean, isPending: boolean) => (
    <PassphraseForm {...{ isWrong, isPending }} onEnter={() => {}} />
  );
  const { rerender } = render(form(false, true));
  rerender(form(true, false));
  expect(screen.getByLabelText('Passphrase')).toHaveFocus();
});

test('the link for a client is shown in the dialog that asked for it, and then the focus goes back', async () => {
  const answer = held(() => json({ id: 'r1', token: 'secret' }));
  fakeSupabase({ 'POST /rest/v1/rpc/ask_sign_off': answer.handler });
  const { AskDialog } = await freshImport(
    () => import('@/features/sign-off/components/ask-dialog'),
  );
  function Panel() {
    const [isAsking, setIsAsking] = useState(false);
    return (
      <>
        <button onClick={() => setIsAsking(true)}>Ask the client</button>
        {isAsking && (
          <AskDialog
            {...{ documentId: 'd1', version: 1, title: 'Bread' }}
            onClose={() => setIsAsking(false)}
          />
        )}
      </>
    );
  }
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Panel />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Ask the client' }));
  await user.type(screen.getByLabelText(/^Name of the client/), 'Dana');
  await user.click(screen.getByRole('button', { name: 'Make the link' }));
  answer.release();
  expect(await screen.findByLabelText('Link for the client')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Ask the client' })).toHaveFocus());
});
