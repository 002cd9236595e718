import { screen } from '@testing-library/react';
import axe from 'axe-core';
import { expect, test } from 'vitest';
import { fakeSupabase, held, json, networkFailure } from '../../support/fake-supabase';
import {
  LOAD,
  openEditor,
  openStudy,
  saveButton,
  signedIn,
  storedStudy,
  title,
} from './form-setup';
import { STUDY_ID, studyRow } from './public-study';

const signedOut = { userId: null, email: null } as const;

test('FORM-2: a text is shown while the study loads', async () => {
  const answer = held(() => json(studyRow()));
  fakeSupabase({ [LOAD]: answer.handler });
  openEditor({ id: STUDY_ID });
  expect(screen.getByText('Loading case study...')).toBeVisible();
  answer.release();
  expect(await screen.findByRole('textbox', { name: /^Title/ })).toHaveValue('Larder & Lane');
});

test('a form that is opened without a session appears after the sign-in', () => {
  fakeSupabase();
  const { update } = openEditor({ session: signedOut });
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  update({ session: signedIn });
  expect(title()).toBeVisible();
});

test('FORM-5, FORM-7: a new study shows the signed-in email', () => {
  fakeSupabase();
  openEditor();
  expect(screen.getByText('Authenticated as ada@example.com')).toBeVisible();
  expect(screen.getByText(/Creating new case study/)).toBeVisible();
  expect(screen.queryByText(/Editing existing case study/)).not.toBeInTheDocument();
});

test('a study says before how many enquiries it was read', async () => {
  const backend = fakeSupabase({
    ...storedStudy(),
    'HEAD /rest/v1/enquiries': () => new Response(null, { headers: { 'content-range': '*/7' } }),
  });
  openEditor({ id: STUDY_ID });
  expect(await screen.findByText(/Read before 7 enquiries/)).toBeVisible();
  const { searchParams } = backend.requestsTo('HEAD /rest/v1/enquiries')[0]?.url ?? new URL('x:/');
  expect(searchParams.get('started_studies')).toBe(`cs.{${STUDY_ID}}`);
  expect(searchParams.get('is_quarantined')).toBe('eq.false');
});

test('FORM-12, FORM-13: a new study can be saved, not deleted', () => {
  fakeSupabase();
  openEditor();
  expect(screen.getByRole('button', { name: 'Save Case Study' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
});

test('FORM-6, FORM-12, FORM-13: a stored study can be saved and deleted', async () => {
  fakeSupabase(storedStudy());
  await openStudy();
  expect(screen.getByText(/Editing existing case study/)).toBeVisible();
  expect(saveButton()).toBeVisible();
  expect(screen.getByRole('button', { name: 'Delete' })).toBeVisible();
});

test('FORM-14: there is a link back to the list', async () => {
  fakeSupabase(storedStudy());
  const { user } = await openStudy();
  await user.click(screen.getByRole('link', { name: 'Back to case studies' }));
  expect(screen.getByText('Now at /admin/case-studies')).toBeVisible();
});

test.each(['abc', '1', "' or 1=1 --", '00000000-0000-0000-0000-00000000000g'])(
  'R-27: the malformed id %j is not found, without a request',
  async (id) => {
    const backend = fakeSupabase();
    openEditor({ id });
    expect(await screen.findByRole('heading', { name: 'Case study not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the case studies' })).toHaveAttribute(
      'href',
      '/admin/case-studies',
    );
    expect(backend.requests).toHaveLength(0);
  },
);

test('a deleted study is not found', async () => {
  fakeSupabase({ [LOAD]: () => json({ code: 'PGRST116', message: 'no rows' }, 406) });
  openEditor({ id: STUDY_ID });
  expect(await screen.findByRole('heading', { name: 'Case study not found' })).toBeVisible();
});

test('a backend that is down while loading can be tried again', async () => {
  const backend = fakeSupabase({ [LOAD]: networkFailure });
  const { user } = openEditor({ id: STUDY_ID });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Failed to fetch case study: the server cannot be reached right now',
  );
  backend.on(storedStudy());
  await user.click(retry);
  expect(await screen.findByRole('textbox', { name: /^Title/ })).toHaveValue('Larder & Lane');
});

test('a session that ends during writing keeps the text', async () => {
  fakeSupabase();
  const { user, update } = openEditor();
  await user.type(title(), 'Larder');
  update({ session: signedOut });
  expect(title()).toHaveValue('Larder');
  expect(screen.getByText('Authentication Required')).toBeVisible();
  expect(saveButton()).toBeDisabled();
  update({ session: signedIn });
  expect(title()).toHaveValue('Larder');
  expect(saveButton()).toBeEnabled();
});

test('the form has no accessibility violations that axe can detect', async () => {
  fakeSupabase(
    storedStudy({
      case_study_gallery: [
        { image_url: 'https://a.example/1.png', caption: null, alt_text: null, display_order: 1 },
      ],
    }),
  );
  await openStudy();
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations).toEqual([]);
}, 20_000);
