import 'fake-indexeddb/auto';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/app/query-client';
import { useKeptSaves } from '@/documents/kept-saves';
import { caseStudyKind } from '@/features/case-studies/kind';
import { getConnection, noteReachable } from '@/lib/connection';
import { dismiss } from '@/lib/notifications';
import { discardQueued, flushQueue, getQueue, setQueueOwner } from '@/lib/offline-queue';
import { fakeSupabase, held, json, networkFailure, PERSON } from '../../support/fake-supabase';
import {
  badge,
  field,
  LOAD,
  openEditor,
  openStudy,
  SAVE,
  saveButton,
  storedStudy,
  title,
} from './form-setup';
import { STUDY_ID, studyRow } from './public-study';
import { openNotice } from '../../support/notices';

const HEALTH = 'GET /auth/v1/health';
const CONFLICT = { code: 'PT409', message: 'This case study has changed since you opened it' };
const KEPT = 'Offline: kept on this device until the connection is back';

beforeEach(() => setQueueOwner(PERSON.id));

afterEach(async () => {
  noteReachable();
  await flushQueue();
  for (const { kind, key } of getQueue()) await discardQueued(kind, key);
});

/** The part of the staff area that sends the queue. */
function openShell() {
  const onCompare = vi.fn();
  const client = createQueryClient();
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  renderHook(() => useKeptSaves(caseStudyKind, PERSON.email, onCompare), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  return { onCompare, invalidated };
}

/** A stored study whose save gets no response. */
async function saveWithoutResponse(text: string) {
  const backend = fakeSupabase({
    ...storedStudy(),
    [SAVE]: networkFailure,
    [HEALTH]: networkFailure,
  });
  const editor = await openStudy();
  await editor.user.type(field('Headline'), text);
  await editor.user.click(saveButton());
  await screen.findByText(KEPT);
  // The time of the failure toast has passed.
  dismiss(openNotice()?.id ?? '');
  return { ...editor, backend };
}

test('R-17: a save without a connection is kept on the device, with a message in place', async () => {
  await saveWithoutResponse('Kept');
  expect(getConnection()).toBe('unreachable');
  expect(getQueue()).toMatchObject([
    {
      kind: 'case-study',
      key: STUDY_ID,
      label: 'Larder & Lane',
      owner: PERSON.id,
      payload: { version: 3, input: { headline: 'Kept' }, before: { headline: '' } },
    },
  ]);
  expect(screen.queryByText(/^Failed to update/)).not.toBeInTheDocument();
  expect(badge()).not.toBeInTheDocument();
  expect(field('Headline')).toBeEnabled();
});

test('when the connection is back it is saved, and the open form shows it', async () => {
  const { invalidated } = openShell();
  const { backend, user } = await saveWithoutResponse('Kept');
  backend.on({
    ...storedStudy({ headline: 'Kept', version: 4 }),
    [SAVE]: () => json(studyRow({ version: 4, headline: 'Kept' })),
  });
  act(() => noteReachable());
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  expect(badge()).not.toBeInTheDocument();
  expect(openNotice()?.title).toBe('Case study "Larder & Lane" updated successfully!');
  expect(invalidated).toHaveBeenCalledWith({ queryKey: ['case-studies'] });
  expect(getQueue()).toEqual([]);

  await user.type(title(), '!');
  await user.click(saveButton());
  await waitFor(() => expect(backend.requestsTo(SAVE)).toHaveLength(3));
  expect(backend.requestsTo(SAVE)[2]?.body).toMatchObject({ expected_version: 4 });
  await screen.findByText(/^Saved /);
});

test('Save pressed while the form applies a save of the queue runs after it', async () => {
  openShell();
  const { backend, user } = await saveWithoutResponse('Kept');
  const stored = studyRow({ version: 4, headline: 'Kept' });
  const taken = held(() => json(stored));
  backend.on({ [LOAD]: taken.handler, [SAVE]: () => json(stored) });
  act(() => noteReachable());
  await waitFor(() => expect(backend.requestsTo(LOAD)).toHaveLength(2));
  await user.type(field('Headline'), ' and more');
  await user.click(saveButton());
  expect(backend.requestsTo(SAVE)).toHaveLength(2);
  taken.release();
  await waitFor(() => expect(backend.requestsTo(SAVE)).toHaveLength(3));
  expect(backend.requestsTo(SAVE)[2]?.body).toMatchObject({
    expected_version: 4,
    fields: { headline: 'Kept and more' },
  });
  expect(await screen.findByText(/^Saved /)).toBeVisible();
});

const theirs = () => json(studyRow({ version: 4, headline: 'Theirs' }));

test('R-04: after another editor’s save the open form shows the comparison', async () => {
  openShell();
  const { backend } = await saveWithoutResponse('Mine');
  backend.on({ [SAVE]: () => json(CONFLICT, 409), [LOAD]: theirs });
  act(() => noteReachable());
  expect(
    await screen.findByRole('dialog', { name: 'Someone else saved this case study' }),
  ).toBeVisible();
  expect(getQueue()).toMatchObject([{ state: 'conflict' }]);
});

test('R-04: on other screens a notification links to the form, which opens with the comparison', async () => {
  const { onCompare } = openShell();
  const { backend, unmount } = await saveWithoutResponse('Mine');
  unmount();
  backend.on({ [SAVE]: () => json(CONFLICT, 409), [LOAD]: theirs });
  act(() => noteReachable());
  await waitFor(() =>
    expect(openNotice()?.title).toBe('“Larder & Lane” was changed by someone else meanwhile'),
  );
  openNotice()?.actions?.[0]?.onSelect();
  expect(onCompare).toHaveBeenCalledExactlyOnceWith(STUDY_ID);

  const { user } = openEditor({ id: STUDY_ID });
  const dialog = await screen.findByRole('dialog', { name: 'Someone else saved this case study' });
  expect(dialog).toHaveTextContent('Theirs');
  backend.on({ [SAVE]: () => json(studyRow({ version: 5 })) });
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  await user.click(screen.getByRole('button', { name: 'Save merged version' }));
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  expect(field('Headline')).toHaveValue('Mine');
  await waitFor(() => expect(getQueue()).toEqual([]));
});

test('a conflict with a save of another tab of the same editor says so', async () => {
  openShell();
  const { backend, unmount } = await saveWithoutResponse('Mine');
  unmount();
  const revision = {
    version: 4,
    snapshot: { study: { title: 'Larder & Lane', headline: 'Theirs' }, metrics: [], gallery: [] },
    saved_by_email: PERSON.email.toUpperCase(),
    saved_at: '2026-11-13T10:00:00+00:00',
    restored_from: null,
  };
  backend.on({
    [SAVE]: () => json(CONFLICT, 409),
    [LOAD]: theirs,
    'GET /rest/v1/document_revisions': () => json([revision]),
  });
  act(() => noteReachable());
  await waitFor(() =>
    expect(openNotice()?.title).toBe('You changed “Larder & Lane” elsewhere meanwhile'),
  );
  expect(getQueue()).toMatchObject([{ state: 'conflict', isOwnConflict: true }]);
});

test('R-04: a kept merge becomes the content of the form, with their text in it', async () => {
  openShell();
  const { backend, user } = await saveWithoutResponse('Mine');
  const both = { headline: 'Mine', challenge: 'Their challenge' };
  backend.on({
    [SAVE]: () => json(CONFLICT, 409),
    [LOAD]: () => json(studyRow({ version: 4, challenge: both.challenge })),
  });
  act(() => noteReachable());
  await screen.findByRole('dialog', { name: 'Someone else saved this case study' });
  backend.on({ [SAVE]: networkFailure });
  await user.click(screen.getByRole('button', { name: 'Save merged version' }));
  expect(await screen.findByText(KEPT)).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(field('Challenge')).toHaveValue('Their challenge');

  backend.on({
    [SAVE]: () => json(studyRow({ version: 5, ...both })),
    [LOAD]: () => json(studyRow({ version: 5, ...both })),
  });
  act(() => noteReachable());
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  expect(field('Challenge')).toHaveValue('Their challenge');
  expect(badge()).not.toBeInTheDocument();
});

test('a reopened form shows the kept text, and leaving it keeps the text', async () => {
  const first = await saveWithoutResponse('Kept');
  first.unmount();
  await openStudy();
  expect(field('Headline')).toHaveValue('Kept');
  expect(screen.getByText(KEPT)).toBeVisible();
  expect(screen.queryByText('You have unsaved text')).not.toBeInTheDocument();
});
