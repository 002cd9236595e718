import 'fake-indexeddb/auto';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/app/query-client';
import { useKeptSaves } from '@/documents/kept-saves';
import { caseStudyKind } from '@/features/case-studies/kind';
import { getConnection, noteReachable } from '@/lib/connection';
import { dismiss } from '@/lib/notifications';
import { discardQueued, enqueue, flushQueue, getQueue, setQueueOwner } from '@/lib/offline-queue';
import { fakeSupabase, held, json, networkFailure, PERSON } from '../../support/fake-supabase';
import {
  badge,
  field,
  LOAD,
  openEditor,
  openNotice,
  openStudy,
  SAVE,
  saveButton,
  storedStudy,
  title,
} from './form-setup';
import { STUDY_ID, studyRow } from './public-study';

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

test('text typed after a kept save is not kept yet, and a later save replaces it', async () => {
  const { user } = await saveWithoutResponse('First');
  await user.type(field('Headline'), ' and more');
  expect(
    screen.getByText(/^Offline: your last save is kept on this device. Save again/),
  ).toBeVisible();
  await user.click(saveButton());
  await screen.findByText(KEPT);
  expect(getQueue()).toMatchObject([
    {
      payload: {
        version: 3,
        input: { headline: 'First and more' },
        unanswered: [{ headline: 'First' }],
      },
    },
  ]);
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

test('a save of the queue during a manual save is applied', async () => {
  openShell();
  const { backend, user } = await saveWithoutResponse('Kept');
  const refused = held(() => json({ message: 'out of clouds' }, 500));
  backend.on({ [SAVE]: refused.handler });
  await user.click(saveButton());
  await waitFor(() => expect(backend.requestsTo(SAVE)).toHaveLength(2));
  const stored = studyRow({ version: 4, headline: 'Kept' });
  backend.on({ [SAVE]: () => json(stored), [LOAD]: () => json(stored) });
  act(() => noteReachable());
  await waitFor(() => expect(getQueue()).toEqual([]));
  refused.release();
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  expect(screen.queryByText(KEPT)).not.toBeInTheDocument();
});

test('a manual save before that removes the kept one from the queue', async () => {
  const { backend, user } = await saveWithoutResponse('Kept');
  backend.on(storedStudy());
  await user.click(saveButton());
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  await waitFor(() => expect(getQueue()).toEqual([]));
  expect(screen.queryByText(KEPT)).not.toBeInTheDocument();
});

test('R-04: a save that had already arrived is no conflict when it is sent again', async () => {
  openShell();
  const { backend, unmount } = await saveWithoutResponse('Kept');
  unmount();
  backend.on({
    [SAVE]: () => json(CONFLICT, 409),
    [LOAD]: () => json(studyRow({ version: 4, headline: 'Kept' })),
  });
  act(() => noteReachable());
  await waitFor(() => expect(getQueue()).toEqual([]));
  expect(openNotice()?.title).toBe('Case study "Larder & Lane" updated successfully!');
});

test('R-04: a later save overwrites an earlier one that had already arrived', async () => {
  openShell();
  const { backend, user, unmount } = await saveWithoutResponse('First');
  await user.type(field('Headline'), ' and more');
  await user.click(saveButton());
  await screen.findByText(KEPT);
  unmount();
  backend.on({
    [SAVE]: ({ body }) =>
      JSON.stringify(body).includes('"expected_version":4')
        ? json(studyRow({ version: 5 }))
        : json(CONFLICT, 409),
    [LOAD]: () => json(studyRow({ version: 4, headline: 'First' })),
  });
  act(() => noteReachable());
  await waitFor(() => expect(getQueue()).toEqual([]));
  expect(backend.requestsTo(SAVE).at(-1)?.body).toMatchObject({
    expected_version: 4,
    fields: { headline: 'First and more' },
  });
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

test('R-04: text typed while their version is fetched is part of the comparison', async () => {
  openShell();
  const { backend, user } = await saveWithoutResponse('Mine');
  const fetched = held(theirs);
  backend.on({
    [SAVE]: () => json(CONFLICT, 409),
    // The request of the queue comes first.
    [LOAD]: (request) =>
      backend.requestsTo(LOAD).length < 3 ? theirs() : fetched.handler(request),
  });
  act(() => noteReachable());
  await waitFor(() => expect(backend.requestsTo(LOAD)).toHaveLength(3));
  await user.type(field('Challenge'), 'Typed meanwhile');
  fetched.release();
  await screen.findByRole('dialog', { name: 'Someone else saved this case study' });
  backend.on({ [SAVE]: () => json(studyRow({ version: 5 })) });
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  await user.click(screen.getByRole('button', { name: 'Save merged version' }));
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  expect(field('Challenge')).toHaveValue('Typed meanwhile');
  expect(backend.requestsTo(SAVE).at(-1)?.body).toMatchObject({
    expected_version: 4,
    fields: { challenge: 'Typed meanwhile' },
  });
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
    'GET /rest/v1/case_study_revisions': () => json([revision]),
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

test('without a known user nothing is kept and no such message is shown', async () => {
  await setQueueOwner(null);
  fakeSupabase({ ...storedStudy(), [SAVE]: networkFailure, [HEALTH]: networkFailure });
  const { user } = await openStudy();
  await user.type(field('Headline'), 'Only here');
  await user.click(saveButton());
  expect(await screen.findByText('What you typed is still here.')).toBeVisible();
  expect(screen.queryByText(KEPT)).not.toBeInTheDocument();
});

test('R-04: a save does not replace another tab’s kept save of the same study', async () => {
  const first = await saveWithoutResponse('From one tab');
  first.unmount();
  const [elsewhere] = getQueue();
  await discardQueued('case-study', STUDY_ID);
  const { user } = await openStudy();
  if (elsewhere) await enqueue(elsewhere);
  await user.type(field('Headline'), 'From another');
  await user.click(saveButton());
  expect(await screen.findByText('What you typed is still here.')).toBeVisible();
  expect(screen.queryByText(KEPT)).not.toBeInTheDocument();
  expect(badge()).toBeVisible();
  expect(getQueue()).toMatchObject([{ payload: { input: { headline: 'From one tab' } } }]);
});

test('R-04: a successful save leaves another tab’s kept save of the study', async () => {
  openShell();
  const first = await saveWithoutResponse('From one tab');
  first.unmount();
  const [elsewhere] = getQueue();
  await discardQueued('case-study', STUDY_ID);
  const { user } = await openStudy();
  if (elsewhere) await enqueue(elsewhere);
  first.backend.on({
    [LOAD]: () => json(studyRow({ version: 4, headline: 'From another' })),
    [SAVE]: ({ body }) =>
      JSON.stringify(body).includes('From another')
        ? json(studyRow({ version: 4 }))
        : json(CONFLICT, 409),
  });
  await user.type(field('Headline'), 'From another');
  await user.click(saveButton());
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  await waitFor(() =>
    expect(getQueue()).toMatchObject([
      { state: 'conflict', payload: { input: { headline: 'From one tab' } } },
    ]),
  );
});

test('R-17: restoring unsaved text leaves the queue unchanged', async () => {
  openShell();
  fakeSupabase(storedStudy());
  const first = await openStudy();
  await first.user.type(field('Headline'), 'Left behind');
  first.unmount();
  const { backend, user } = await saveWithoutResponse('Kept');
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(field('Headline')).toHaveValue('Left behind'));
  backend.on({
    [LOAD]: () => json(studyRow({ version: 4, headline: 'Left behind' })),
    [SAVE]: ({ body }) =>
      JSON.stringify(body).includes('Left behind')
        ? json(studyRow({ version: 4 }))
        : json(CONFLICT, 409),
  });
  await user.click(saveButton());
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  await waitFor(() =>
    expect(getQueue()).toMatchObject([
      { state: 'conflict', payload: { input: { headline: 'Kept' } } },
    ]),
  );
});
