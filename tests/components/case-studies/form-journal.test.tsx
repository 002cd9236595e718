import { createStore, set } from 'idb-keyval';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { caseStudyKind } from '@/features/case-studies/kind';
import { fakeSupabase, held, json, PERSON } from '../../support/fake-supabase';
import {
  badge,
  field,
  LOAD,
  openEditor,
  openStudy,
  SAVE,
  saveButton,
  signedIn,
  storedStudy,
  title,
} from './form-setup';
import { STUDY_ID, studyRow } from './public-study';

const caseStudyJournal = caseStudyKind.journal;
vi.setConfig({ testTimeout: 30_000 });

const CONFLICT = { code: 'PT409', message: 'This case study has changed since you opened it' };
// By text: a search for roles in a form this long exceeds the timeout.
const restore = async () => {
  const words = await screen.findByText('Restore', {}, { timeout: 10_000 });
  return words.closest('button') ?? words;
};
const left = () => screen.queryByText('You have unsaved text');
const onDevice = (subject = STUDY_ID) => caseStudyJournal.read(subject, PERSON.id);

/** A form that was closed without saving and without a question. */
async function closeUnsaved(headline: string) {
  const form = await openStudy();
  await form.user.type(field('Headline'), headline);
  form.unmount();
  await waitFor(async () => expect(await onDevice()).not.toEqual([]));
}

test('FORM-8: unsaved text is offered with its time and fields, and restored', async () => {
  const backend = fakeSupabase(storedStudy());
  const first = await openStudy();
  await first.user.type(field('Headline'), 'left behind');
  await first.user.click(screen.getByRole('button', { name: 'Add metric' }));
  first.unmount();
  const { user } = await openStudy();
  const button = await restore();
  expect(button).toHaveAccessibleDescription(
    /^Written today at \d\d:\d\d, 2 fields: Headline, Metrics$/,
  );
  expect(field('Headline')).toHaveValue('');
  await user.click(button);
  await waitFor(() => expect(field('Headline')).toHaveValue('left behind'));
  expect(badge()).toBeVisible();
  await waitFor(() => expect(left()).not.toBeInTheDocument());
  await user.click(saveButton());
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  expect(backend.requestsTo(SAVE)[0]?.body).toMatchObject({ fields: { headline: 'left behind' } });
  await waitFor(async () => expect(await onDevice()).toEqual([]));
});

test('discarded it deleted for good', async () => {
  fakeSupabase(storedStudy());
  await closeUnsaved('never mind');
  const { user } = await openStudy();
  await restore();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(left()).not.toBeInTheDocument();
  await waitFor(async () => expect(await onDevice()).toEqual([]));
});

test('text typed before restoring is kept and offered in turn', async () => {
  fakeSupabase(storedStudy());
  await closeUnsaved('older');
  const { user } = await openStudy();
  await user.type(field('Headline'), 'newer');
  await user.click(await restore());
  await waitFor(() => expect(field('Headline')).toHaveValue('older'));
  await user.click(await restore());
  await waitFor(() => expect(field('Headline')).toHaveValue('newer'));
});

test('text typed right after restoring is added to the restored text', async () => {
  fakeSupabase(storedStudy());
  await closeUnsaved('older');
  await openStudy();
  fireEvent.click(await restore());
  fireEvent.change(field('Challenge'), { target: { value: 'typed at once' } });
  await waitFor(() => expect(left()).not.toBeInTheDocument());
  await waitFor(() => expect(field('Headline')).toHaveValue('older'));
  expect(field('Challenge')).toHaveValue('typed at once');
});

test('R-04: text is not restored while a save runs', async () => {
  const answer = held(() => json(studyRow({ version: 4 })));
  fakeSupabase({ ...storedStudy(), [SAVE]: answer.handler });
  await closeUnsaved('older');
  const { user } = await openStudy();
  const button = await restore();
  await user.click(saveButton());
  await screen.findByText('Saving…');
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await user.click(button);
  expect(field('Headline')).toHaveValue('');
  answer.release();
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
  await user.click(button);
  await waitFor(() => expect(field('Headline')).toHaveValue('older'));
});

test('text of a new study that was never saved is offered in the next new study', async () => {
  fakeSupabase();
  const first = openEditor();
  await first.user.type(title(), 'Half a study');
  first.unmount();
  await waitFor(async () => expect(await onDevice('new')).not.toEqual([]));
  const { user } = openEditor();
  await user.click(await restore());
  await waitFor(() => expect(title()).toHaveValue('Half a study'));
});

test('another person is not offered it, and leaving on purpose removes it', async () => {
  fakeSupabase(storedStudy());
  await closeUnsaved('Ada wrote this');
  const session = { ...signedIn, userId: 'f00d0000-0000-4000-8000-000000000002' };
  const bea = await openStudy({ session });
  await bea.user.type(field('Subhead'), 'Bea wrote this');
  await bea.user.click(screen.getByRole('link', { name: 'Back to case studies' }));
  await bea.user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  expect(left()).not.toBeInTheDocument();
  bea.unmount();
  await waitFor(async () =>
    expect(await caseStudyJournal.read(STUDY_ID, session.userId)).toEqual([]),
  );
  expect(await onDevice()).toHaveLength(1);
});

test('a session that ends keeps the text for its writer', async () => {
  fakeSupabase(storedStudy());
  const { user, update, unmount } = await openStudy();
  update({ session: { userId: null, email: null } });
  await user.type(field('Headline'), 'still typing');
  unmount();
  await waitFor(async () =>
    expect(await onDevice()).toMatchObject([{ text: { values: { headline: 'still typing' } } }]),
  );
});

test('R-04: saving text restored over a newer version opens the comparison', async () => {
  const backend = fakeSupabase(storedStudy());
  await closeUnsaved('mine');
  backend.on({
    [LOAD]: () => json(studyRow({ version: 4, headline: 'theirs' })),
    [SAVE]: () => json(CONFLICT, 409),
  });
  const { user } = await openStudy();
  expect(await screen.findByText(/The case study was saved since/)).toBeVisible();
  await user.click(await restore());
  await user.click(saveButton());
  const dialog = within(await screen.findByRole('dialog', { name: /Someone else saved/ }));
  expect(dialog.getByRole('group', { name: 'Headline' })).toHaveTextContent('mine');
  expect(backend.requestsTo(SAVE)[0]?.body).toMatchObject({ expected_version: 3 });
});

test('text about a study deleted meanwhile can be saved as a new one', async () => {
  const backend = fakeSupabase(storedStudy());
  await closeUnsaved('outlived it');
  backend.on({
    [LOAD]: () => json({ code: 'PGRST116', message: 'no rows' }, 406),
    [SAVE]: () => json(studyRow({ version: 1 })),
  });
  const { user, onCreated } = openEditor({ id: STUDY_ID });
  const dialog = within(await screen.findByRole('dialog', { name: 'This case study was deleted' }));
  await user.click(dialog.getByRole('button', { name: 'Save as a new case study' }));
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  expect(field('Headline')).toHaveValue('outlived it');
  expect(onCreated).toHaveBeenCalledOnce();
  expect(backend.requestsTo(SAVE)[0]?.body).toMatchObject({ expected_version: null });
  await waitFor(async () => expect(await onDevice()).toEqual([]));
});

test('text that is stored by now is not offered again', async () => {
  const backend = fakeSupabase(storedStudy());
  await closeUnsaved('saved elsewhere');
  backend.on({ [LOAD]: () => json(studyRow({ version: 4, headline: 'saved elsewhere' })) });
  await openStudy();
  await waitFor(async () => expect(await onDevice()).toEqual([]));
  expect(left()).not.toBeInTheDocument();
});

test('a browser without storage shows a status as soon as text is typed', async () => {
  fakeSupabase(storedStudy());
  const open = vi.spyOn(caseStudyJournal, 'open').mockImplementation(({ onAvailability }) => {
    onAvailability(false);
    return {
      touch: () => {},
      flush: () => Promise.resolve(),
      close: () => Promise.resolve(),
      abandon: () => Promise.resolve(),
    };
  });
  const { user } = await openStudy();
  const note = 'Unsaved text cannot be kept on this device';
  expect(open).toHaveBeenCalled();
  expect(screen.queryByText(note)).not.toBeInTheDocument();
  await user.type(field('Headline'), 'x');
  expect(screen.getByText(note)).toBeVisible();
});

test('a browser that deletes after seven days says so as long as text is unsaved', async () => {
  vi.stubGlobal('GestureEvent', vi.fn());
  fakeSupabase(storedStudy());
  const { user } = await openStudy();
  const note = 'This browser keeps unsaved text for seven days';
  expect(screen.queryByText(note)).not.toBeInTheDocument();
  await user.type(field('Headline'), 'x');
  expect(screen.getByText(note)).toBeVisible();
  await user.clear(field('Headline'));
  vi.unstubAllGlobals();
});

test('unfit text is shown for copying, and discarded only by the editor', async () => {
  fakeSupabase(storedStudy());
  const json = JSON.stringify({ values: { title: 'Old', metrics: 'three' }, stored: {} });
  const entry = { id: 'old', kind: 'case-study', subject: STUDY_ID, owner: PERSON.id, json };
  await set('old', { ...entry, writtenAt: Date.now() }, createStore('journal', 'entries'));
  const first = await openStudy();
  expect(await screen.findByLabelText('Kept text')).toHaveValue('title: Old\n\nmetrics: three');
  first.unmount();
  const { user } = await openStudy();
  await screen.findByLabelText('Kept text');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(async () =>
    expect(await caseStudyJournal.readUnfit(STUDY_ID, PERSON.id)).toEqual([]),
  );
  expect(screen.queryByLabelText('Kept text')).not.toBeInTheDocument();
});
