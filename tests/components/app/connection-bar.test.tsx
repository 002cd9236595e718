import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionBar } from '@/app/connection-bar';
import { recheckSession } from '@/features/session/session-store';
import { useSession } from '@/features/session/use-session';
import { noteReachable, noteUnreachable } from '@/lib/connection';
import { AppError } from '@/lib/errors';
import { discardQueued, enqueue, getQueue, registerQueueHandler } from '@/lib/offline-queue';
import { fakeSupabase, networkFailure, PERSON } from '../../support/fake-supabase';

vi.mock('@/features/session/use-session');
vi.mock('@/features/session/session-store');

const HEALTH = 'GET /auth/v1/health';

function signedIn(isSignedIn: boolean) {
  vi.mocked(useSession).mockReturnValue(
    isSignedIn
      ? { status: 'staff', user: PERSON, role: 'owner' }
      : { status: 'signed-out', user: null, role: null, ended: null },
  );
}

beforeEach(() => {
  signedIn(false);
});

afterEach(async () => {
  noteReachable();
  for (const { kind, key } of getQueue()) await discardQueued(kind, key);
});

function open() {
  const backend = fakeSupabase({ [HEALTH]: networkFailure });
  render(
    <>
      <button>Elsewhere</button>
      <ConnectionBar />
    </>,
  );
  return { backend, user: userEvent.setup() };
}

const bar = () => screen.getByRole('status');
const message = {
  kind: 'enquiry',
  key: 'a',
  label: 'From Ada',
  payload: {},
} as const;

test('there is no bar while the server answers', () => {
  open();
  expect(bar()).toBeEmptyDOMElement();
  expect(screen.queryByRole('button', { name: 'Try now' })).not.toBeInTheDocument();
});

test('visitors see that the server is unreachable and that they can go on reading', () => {
  open();
  act(() => noteUnreachable());
  expect(bar()).toHaveTextContent(
    'The server cannot be reached right now. You can go on reading, but the latest changes may be missing.',
  );
  expect(bar()).not.toHaveTextContent('Supabase');
});

test('staff see what is wrong and what to do', () => {
  signedIn(true);
  open();
  act(() => noteUnreachable());
  expect(bar()).toHaveTextContent(
    'The project may be paused: open the Supabase dashboard and restore it.',
  );
});

test('an offline browser gets its own message', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  open();
  act(() => noteUnreachable());
  expect(bar()).toHaveTextContent('You are offline.');
});

test('Try now sends a probe at once; Back online is shown briefly and the focus returns', async () => {
  const { backend, user } = open();
  act(() => noteUnreachable());
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  await user.click(screen.getByRole('button', { name: 'Try now' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Try now' })).toBeEnabled());
  expect(backend.requestsTo(HEALTH)).toHaveLength(1);
  expect(bar()).toHaveTextContent('The server cannot be reached');

  backend.on({ [HEALTH]: () => new Response('{}') });
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  await user.click(screen.getByRole('button', { name: 'Try now' }));
  await waitFor(() => expect(bar()).toHaveTextContent('Back online.'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus());
  await waitFor(() => expect(bar()).toBeEmptyDOMElement(), { timeout: 4000 });
});

test('a role that could not be read is requested again when the server is back', () => {
  vi.mocked(useSession).mockReturnValue({
    status: 'unknown',
    user: PERSON,
    role: null,
    error: new AppError('offline', 'out of reach'),
  });
  open();
  act(() => noteUnreachable());
  expect(recheckSession).not.toHaveBeenCalled();
  act(() => noteReachable());
  expect(recheckSession).toHaveBeenCalledOnce();
});

test('the page makes room for the bar', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(61);
  open();
  act(() => noteUnreachable());
  expect(document.documentElement.style.getPropertyValue('--connection-bar')).toBe('61px');
  act(() => noteReachable());
});

test('R-17: the bar shows the number of waiting messages, with a list', async () => {
  signedIn(true);
  const { user } = open();
  act(() => noteUnreachable());
  await act(() => enqueue(message));
  await act(() => enqueue({ ...message, key: 'b', label: 'Second' }));
  await waitFor(() => expect(bar()).toHaveTextContent('2 messages wait on this device.'));
  await user.click(screen.getByRole('button', { name: 'Show messages' }));
  const dialog = await screen.findByRole('dialog', { name: 'Messages on this device' });
  expect(within(dialog).getByText('From Ada')).toBeVisible();
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations).toEqual([]);

  const [first] = within(dialog).getAllByRole('listitem');
  if (!first) throw new Error('The list is empty');
  await user.click(within(first).getByRole('button', { name: 'Discard' }));
  expect(getQueue()).toHaveLength(2);
  await user.click(within(first).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(1));
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(bar()).toHaveTextContent('1 message waits on this device.'));
});

test('OFFQ-4: a failed message stays visible with its reason and can be tried again', async () => {
  signedIn(true);
  const { user } = open();
  const run = vi.fn(() => Promise.reject(new AppError('invalid', 'Title is too long')));
  const stop = registerQueueHandler('enquiry', { run });
  await act(() => enqueue(message));
  await waitFor(() =>
    expect(bar()).toHaveTextContent('1 message could not be sent and needs you.'),
  );
  await user.click(screen.getByRole('button', { name: 'Show messages' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Title is too long')).toBeVisible();
  stop();
  registerQueueHandler('enquiry', { run: () => Promise.resolve() });
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(getQueue()).toEqual([]));
});

test('R-17: messages of an earlier visit are shown', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  noteUnreachable();
  await enqueue({ ...message, label: 'Your enquiry' });
  open();
  await waitFor(() => expect(bar()).toHaveTextContent('1 message waits on this device.'));
});
