import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { noteReachable } from '@/lib/connection';
import { fakeSupabase, held, json, networkFailure } from '../../support/fake-supabase';
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

const CONFLICT = { code: 'PT409', message: 'This case study has changed since you opened it' };
const GONE = {
  code: 'PT404',
  message: "Case study not found or you don't have permission to change it",
};

test('FORM-8, FORM-9, FORM-10: any edit is unsaved until it is saved', async () => {
  fakeSupabase(storedStudy());
  const { user } = await openStudy();
  expect(badge()).not.toBeInTheDocument();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'draft');
  expect(badge()).toBeVisible();
  await user.click(saveButton());
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  expect(badge()).not.toBeInTheDocument();
});

test('a tag still being typed is saved with Ctrl+S', async () => {
  const backend = fakeSupabase(storedStudy());
  const { user } = await openStudy();
  await user.type(field('Service tags'), 'Branding');
  await user.keyboard('{Control>}s{/Control}');
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  expect(backend.requestsTo(SAVE)[0]?.body).toMatchObject({
    fields: { service_tags: ['Branding'] },
  });
});

test('FORM-42, FORM-52: a created study moves to its own address and keeps the typed text', async () => {
  const backend = fakeSupabase({ [SAVE]: () => json(studyRow({ version: 1 })) });
  const { user, onCreated } = openEditor();
  await user.type(title(), ' Ящик 🧀 {Enter}');
  expect(await screen.findByText(/Editing existing case study/)).toBeVisible();
  expect(openNotice()).toMatchObject({
    type: 'success',
    title: 'Case study "Ящик 🧀" created successfully!',
    duration: 4000,
  });
  const body = backend.requestsTo(SAVE)[0]?.body;
  expect(body).toMatchObject({ expected_version: null, fields: { title: 'Ящик 🧀' } });
  expect(onCreated).toHaveBeenCalledExactlyOnceWith(
    typeof body === 'object' && body !== null && 'study_id' in body ? body.study_id : undefined,
  );
  expect(title()).toHaveFocus();
});

test('FORM-43: an update shows its message, and the next save sends the new version', async () => {
  const backend = fakeSupabase(storedStudy());
  const { user } = await openStudy();
  await user.type(title(), '!');
  await user.click(saveButton());
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  expect(openNotice()?.title).toBe('Case study "Larder & Lane!" updated successfully!');
  await user.type(title(), '!');
  await user.click(saveButton());
  await waitFor(() => expect(backend.requestsTo(SAVE)).toHaveLength(2));
  expect(backend.requestsTo(SAVE).map(({ body }) => body)).toMatchObject([
    { expected_version: 3, fields: { title: 'Larder & Lane!' } },
    { expected_version: 4, fields: { title: 'Larder & Lane!!' } },
  ]);
  expect(await screen.findByText(/^Saved /)).toBeVisible();
});

test('a double click on save is one request', async () => {
  const answer = held(() => json(studyRow({ version: 1 })));
  const backend = fakeSupabase({ [SAVE]: answer.handler });
  const { user } = openEditor();
  await user.type(title(), 'Once');
  await user.dblClick(saveButton());
  await user.keyboard('{Control>}s{/Control}');
  answer.release();
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  expect(backend.requestsTo(SAVE)).toHaveLength(1);
});

test('text typed during a save stays unsaved, and the save button keeps the focus', async () => {
  const answer = held(() => json(studyRow({ version: 1 })));
  fakeSupabase({ [SAVE]: answer.handler });
  const { user } = openEditor();
  await user.type(title(), 'First');
  await user.click(saveButton());
  expect(saveButton()).toHaveFocus();
  expect(saveButton()).toHaveAttribute('aria-disabled', 'true');
  await user.type(field('Headline'), 'meanwhile');
  answer.release();
  await screen.findByText(/Editing existing case study/);
  expect(field('Headline')).toHaveValue('meanwhile');
  expect(field('Headline')).toHaveFocus();
  expect(badge()).toBeVisible();
});

test('FORM-11, FORM-45: after a failed save the text stays, and saving can be tried again', async () => {
  const refused = { code: 'XX000', message: 'disk full', details: null, hint: null };
  const backend = fakeSupabase({ [SAVE]: () => json(refused, 500) });
  const { user } = openEditor();
  await user.type(title(), 'Kept');
  await user.click(saveButton());
  const retry = await screen.findByRole('button', { name: 'Try again' });
  const message = 'Failed to create case study: disk full';
  expect(screen.getByText(message)).toBeVisible();
  expect(openNotice()).toMatchObject({ type: 'error', title: message, duration: 4000 });
  expect(badge()).toBeVisible();
  expect(title()).toHaveValue('Kept');
  backend.on({ [SAVE]: () => json(studyRow({ version: 1 })) });
  await user.click(retry);
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  expect(screen.queryByText(message)).not.toBeInTheDocument();
  const ids = backend.requestsTo(SAVE).map(({ body }) => JSON.stringify(body));
  expect(ids[0]).toBe(ids[1]);
});

test('FORM-46: a failed update shows its message', async () => {
  fakeSupabase({
    ...storedStudy(),
    [SAVE]: () => json({ code: 'XX000', message: 'disk full', details: null, hint: null }, 500),
  });
  const { user } = await openStudy();
  await user.type(title(), '!');
  await user.click(saveButton());
  await screen.findByText('Failed to update case study: disk full');
  expect(openNotice()?.title).toBe('Failed to update case study: disk full');
});

test('R-03: a refusal of the database is shown beside the field', async () => {
  fakeSupabase({
    ...storedStudy(),
    [SAVE]: () =>
      json(
        {
          code: '23514',
          message:
            'new row for relation "case_studies" violates check constraint "case_studies_client_url_fit"',
          details: null,
          hint: null,
        },
        400,
      ),
  });
  const { user } = await openStudy();
  await user.type(field('Client website'), 'https://fine.example');
  await user.click(saveButton());
  expect(await screen.findByText('This was not accepted; please check it')).toBeVisible();
  expect(field('Client website')).toHaveFocus();
  expect(field('Client website')).toBeInvalid();
});

test('FORM-3, FORM-4: an ended session is shown in place; after signing in again the same text is saved', async () => {
  const onSignInAgain = vi.fn();
  const backend = fakeSupabase({
    ...storedStudy(),
    [SAVE]: () => json({ code: 'PGRST301', message: 'JWT expired' }, 401),
  });
  const { user } = await openStudy({ onSignInAgain });
  await user.type(field('Headline'), 'Kept');
  await user.click(saveButton());
  expect(await screen.findByText('Authentication Required')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/admin');
  await user.click(screen.getByRole('button', { name: 'Sign in again' }));
  expect(onSignInAgain).toHaveBeenCalledOnce();
  backend.on(storedStudy());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  expect(backend.requestsTo(SAVE)[1]?.body).toMatchObject({ fields: { headline: 'Kept' } });
});

test('FORM-36: saving requires a login', async () => {
  fakeSupabase(storedStudy());
  const { user, update } = await openStudy();
  await user.type(title(), '!');
  update({ session: { userId: null, email: null } });
  expect(saveButton()).toBeDisabled();
});

test('R-04: after a lost response the same create is sent again, and answered as it was stored', async () => {
  const stored = studyRow({ title: 'Arrived', slug: 'arrived', status: 'draft', version: 1 });
  const backend = fakeSupabase({
    [SAVE]: networkFailure,
    'GET /auth/v1/health': networkFailure,
  });
  const { user, onCreated } = openEditor();
  await user.type(title(), 'Arrived');
  await user.click(saveButton());
  await screen.findByText(/^Offline: kept on this device/);
  backend.on({ [SAVE]: () => json(stored) });
  act(() => noteReachable());
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  expect(openNotice()?.title).toBe('Case study "Arrived" created successfully!');
  expect(onCreated).toHaveBeenCalledOnce();
  const [first, second] = backend.requestsTo(SAVE);
  expect(Object(first?.body).save_ids).toEqual([expect.any(String)]);
  expect(second?.body).toEqual(first?.body);
});

test('R-04: two editors: differences are shown field by field, and the choice is saved', async () => {
  const backend = fakeSupabase(
    storedStudy({
      role: 'Design',
      case_study_metrics: [{ metric_value: '1', metric_label: 'shop', display_order: 1 }],
    }),
  );
  const { user } = await openStudy();
  await user.type(title(), ' mine');
  await user.type(field('Headline'), 'my headline');
  await user.clear(field('Label'));
  await user.type(field('Label'), 'mine');
  backend.on({
    [SAVE]: ({ body }) =>
      JSON.stringify(body).includes('"expected_version":5')
        ? json(studyRow({ version: 6 }))
        : json(CONFLICT, 409),
    [LOAD]: () =>
      json(
        studyRow({
          title: 'Theirs',
          role: 'Design',
          timeline: '9 weeks',
          version: 5,
          case_study_metrics: [{ metric_value: '2', metric_label: 'shops', display_order: 1 }],
        }),
      ),
  });
  await user.click(saveButton());
  const dialog = within(await screen.findByRole('dialog', { name: /Someone else saved/ }));
  expect(dialog.getByText('2 choices left')).toBeVisible();
  const merge = dialog.getByRole('button', { name: 'Save merged version' });
  expect(merge).toBeDisabled();
  const titles = within(dialog.getByRole('group', { name: 'Title' }));
  expect(titles.getByText('Theirs')).toBeVisible();
  expect(titles.getByText('Larder & Lane mine')).toBeVisible();
  expect(dialog.getByText('9 weeks')).toBeVisible();
  expect(dialog.getByText('my headline')).toBeVisible();

  await user.click(titles.getByRole('button', { name: 'Keep mine' }));
  const metrics = within(dialog.getByRole('group', { name: 'Metrics' }));
  await user.click(metrics.getByRole('button', { name: 'Use theirs' }));
  await user.click(merge);
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  expect(backend.requestsTo(SAVE).at(-1)?.body).toMatchObject({
    expected_version: 5,
    fields: { title: 'Larder & Lane mine', headline: 'my headline' },
    metrics: [{ metric_value: '2', metric_label: 'shops' }],
  });
  expect(field('Timeline')).toHaveValue('9 weeks');
  expect(field('Label')).toHaveValue('shops');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('R-04: a comparison that cannot be saved stays open and shows the reason', async () => {
  const backend = fakeSupabase(storedStudy());
  const { user } = await openStudy();
  await user.type(title(), ' mine');
  backend.on({
    [SAVE]: () => json(CONFLICT, 409),
    [LOAD]: () => json(studyRow({ title: 'Theirs', version: 5 })),
  });
  await user.click(saveButton());
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Use theirs' }));
  backend.on({ [SAVE]: networkFailure });
  await user.click(dialog.getByRole('button', { name: 'Save merged version' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('the server cannot be reached');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(title()).toHaveValue('Larder & Lane mine');
});

test('R-04: their version that cannot be loaded is an error with a retry', async () => {
  const backend = fakeSupabase(storedStudy());
  const { user } = await openStudy();
  await user.type(title(), ' mine');
  backend.on({ [SAVE]: () => json(CONFLICT, 409), [LOAD]: networkFailure });
  await user.click(saveButton());
  expect(
    await screen.findByText(/has changed since you opened it\. Failed to fetch/),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(title()).toHaveValue('Larder & Lane mine');
});

test('a study deleted meanwhile can be saved as a new one', async () => {
  const backend = fakeSupabase(storedStudy());
  const { user, onCreated } = await openStudy();
  await user.type(field('Headline'), 'Kept');
  backend.on({
    [SAVE]: ({ body }) =>
      JSON.stringify(body).includes(STUDY_ID) ? json(GONE, 404) : json(studyRow({ version: 1 })),
    [LOAD]: () => json({ code: 'PGRST116', message: 'no rows' }, 406),
  });
  await user.click(saveButton());
  const dialog = within(await screen.findByRole('dialog', { name: 'This case study was deleted' }));
  await user.click(dialog.getByRole('button', { name: 'Save as a new case study' }));
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  expect(field('Headline')).toHaveValue('Kept');
  expect(onCreated).toHaveBeenCalledOnce();
  expect(backend.requestsTo(SAVE).at(-1)?.body).toMatchObject({
    expected_version: null,
    fields: { title: 'Larder & Lane', headline: 'Kept' },
  });
});

test('a study the editor may no longer change is not reported as deleted', async () => {
  const backend = fakeSupabase(storedStudy());
  const { user } = await openStudy();
  await user.type(title(), '!');
  backend.on({ [SAVE]: () => json(GONE, 404) });
  await user.click(saveButton());
  expect(await screen.findByText('You are no longer a member of the staff')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('links ask for confirmation when there is unsaved text', async () => {
  fakeSupabase(storedStudy());
  const { user } = await openStudy();
  await user.type(title(), '!');
  await user.click(screen.getByRole('link', { name: 'Back to case studies' }));
  const ask = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
  await user.click(ask.getByRole('button', { name: 'Keep writing' }));
  expect(title()).toHaveValue('Larder & Lane!');
  await user.click(screen.getByRole('link', { name: 'Back to case studies' }));
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  expect(await screen.findByText('Now at /admin/case-studies')).toBeVisible();
});

const backButton = () => screen.getByRole('button', { name: /own way back/ });

test('the back button asks for confirmation when there is unsaved text', async () => {
  fakeSupabase(storedStudy());
  const { user } = await openStudy();
  await user.type(title(), '!');
  await user.click(backButton());
  const ask = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
  await user.click(ask.getByRole('button', { name: 'Keep writing' }));
  expect(title()).toHaveValue('Larder & Lane!');
  await user.click(backButton());
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  expect(await screen.findByText('Now at /before')).toBeVisible();
});

test('a link that changes only query or hash of the form asks nothing', async () => {
  fakeSupabase(storedStudy());
  const { user } = await openStudy({
    renderPicturePicker: () => (
      <>
        <Link to="?view=preview">Other view</Link>
        <Link to="#cover">Other place</Link>
      </>
    ),
  });
  await user.type(title(), '!');
  for (const link of screen.getAllByRole('link', { name: /^Other/ })) await user.click(link);
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(title()).toHaveValue('Larder & Lane!');
});

test('closing the tab asks only with unsaved text', async () => {
  fakeSupabase(storedStudy());
  const { user } = await openStudy();
  const leave = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(true);
  await user.type(title(), '!');
  expect(leave()).toBe(false);
});

test('saving refreshes the lists and never the open form', async () => {
  const backend = fakeSupabase(storedStudy());
  const { user, client } = await openStudy();
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  await user.type(title(), '!');
  await user.click(saveButton());
  expect(await screen.findByText(/^Saved /)).toBeVisible();
  expect(invalidated).toHaveBeenCalledExactlyOnceWith({ queryKey: ['case-studies'] });
  expect(backend.requestsTo(LOAD)).toHaveLength(1);
});
