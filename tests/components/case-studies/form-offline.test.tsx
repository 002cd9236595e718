import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { caseStudyKind } from '@/features/case-studies/kind';
import { getConnection, noteReachable } from '@/lib/connection';
import { fakeSupabase, held, json, networkFailure, PERSON } from '../../support/fake-supabase';
import { badge, field, LOAD, openStudy, SAVE, saveButton, storedStudy, title } from './form-setup';
import { STUDY_ID, studyRow } from './public-study';
import { openNotice } from '../../support/notices';

const HEALTH = 'GET /auth/v1/health';
const CONFLICT = { code: 'PT409', message: 'This case study has changed since you opened it' };
const WAITS = 'Offline: kept on this device, and saved when the connection is back';

const onDevice = () => caseStudyKind.journal.read(STUDY_ID, PERSON.id);

afterEach(() => noteReachable());

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
  await screen.findByText(WAITS);
  return { ...editor, backend };
}

test('R-17: a save without a connection waits, with a message in place', async () => {
  const { backend } = await saveWithoutResponse('Kept');
  expect(getConnection()).toBe('unreachable');
  expect(backend.requestsTo(SAVE)).toHaveLength(1);
  expect(openNotice()).toBeUndefined();
  expect(badge()).not.toBeInTheDocument();
  expect(field('Headline')).toBeEnabled();
});

test('R-17: it is sent when the connection is back, under the same id, and without what was typed since', async () => {
  const { backend, user } = await saveWithoutResponse('Kept');
  await user.type(field('Headline'), ' and more');
  expect(badge()).toBeVisible();
  expect(screen.getByText(/your last save is sent when the connection is back/)).toBeVisible();
  backend.on({ [SAVE]: () => json(studyRow({ version: 4, headline: 'Kept' })) });
  act(() => noteReachable());
  await waitFor(() => expect(openNotice()?.title).toMatch(/updated successfully!$/));
  const [first, second] = backend.requestsTo(SAVE).map(({ body }) => body);
  expect(second).toEqual(first);
  expect(second).toMatchObject({ fields: { headline: 'Kept' } });
  expect(field('Headline')).toHaveValue('Kept and more');
  expect(badge()).toBeVisible();

  await user.click(saveButton());
  await waitFor(() => expect(backend.requestsTo(SAVE)).toHaveLength(3));
  expect(backend.requestsTo(SAVE)[2]?.body).toMatchObject({
    expected_version: 4,
    fields: { headline: 'Kept and more' },
  });
  expect(await screen.findByText(/^Saved /)).toBeVisible();
});

test('Save pressed while it is sent runs after it', async () => {
  const { backend, user } = await saveWithoutResponse('Kept');
  const sent = held(() => json(studyRow({ version: 4, headline: 'Kept' })));
  backend.on({ [SAVE]: sent.handler });
  act(() => noteReachable());
  await waitFor(() => expect(backend.requestsTo(SAVE)).toHaveLength(2));
  await user.type(field('Headline'), ' and more');
  await user.click(saveButton());
  expect(backend.requestsTo(SAVE)).toHaveLength(2);
  sent.release();
  await waitFor(() => expect(backend.requestsTo(SAVE)).toHaveLength(3));
  expect(backend.requestsTo(SAVE)[2]?.body).toMatchObject({
    expected_version: 4,
    fields: { headline: 'Kept and more' },
  });
});

test('R-04: after another editor’s save the form shows the comparison', async () => {
  const { backend } = await saveWithoutResponse('Mine');
  const theirs = () => json(studyRow({ version: 4, headline: 'Theirs' }));
  backend.on({ [SAVE]: () => json(CONFLICT, 409), [LOAD]: theirs });
  act(() => noteReachable());
  expect(
    await screen.findByRole('dialog', { name: 'Someone else saved this case study' }),
  ).toBeVisible();
});

test('R-04: a merge without a connection stays in its dialog, and can be saved again', async () => {
  const { backend, user } = await saveWithoutResponse('Mine');
  const both = { headline: 'Mine', challenge: 'Their challenge' };
  backend.on({
    [SAVE]: () => json(CONFLICT, 409),
    [LOAD]: () => json(studyRow({ version: 4, challenge: both.challenge })),
  });
  act(() => noteReachable());
  const dialog = await screen.findByRole('dialog', { name: 'Someone else saved this case study' });
  backend.on({ [SAVE]: networkFailure });
  await user.click(screen.getByRole('button', { name: 'Save merged version' }));
  await waitFor(() => expect(dialog).toHaveTextContent(/Failed to fetch|reach/));

  backend.on({ [SAVE]: () => json(studyRow({ version: 5, ...both })) });
  await user.click(screen.getByRole('button', { name: 'Save merged version' }));
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  expect(field('Challenge')).toHaveValue('Their challenge');
  expect(badge()).not.toBeInTheDocument();
});

test('leaving asks nothing while it waits, and the next visit offers the text', async () => {
  const { unmount } = await saveWithoutResponse('Kept');
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(false);
  unmount();
  await waitFor(async () =>
    expect(await onDevice()).toMatchObject([{ text: { values: { headline: 'Kept' } } }]),
  );
  const { user } = await openStudy();
  const words = await screen.findByText('Restore', {}, { timeout: 10_000 });
  await user.click(words.closest('button') ?? words);
  await waitFor(() => expect(field('Headline')).toHaveValue('Kept'));
});

test('who leaves without what was typed since keeps the save that waits', async () => {
  const { user } = await saveWithoutResponse('Kept');
  await user.type(title(), '!');
  await user.click(screen.getByRole('link', { name: /^Back to / }));
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await waitFor(async () =>
    expect(await onDevice()).toMatchObject([
      { text: { values: { headline: 'Kept', title: 'Larder & Lane' } } },
    ]),
  );
});
