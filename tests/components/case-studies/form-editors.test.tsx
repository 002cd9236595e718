import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeSupabase, json, signedInAs } from '../../support/fake-supabase';
import { openEditor, openStudy, storedStudy } from './form-setup';
import { STUDY_ID } from './public-study';

const NOTE = 'POST /rest/v1/rpc/note_editing';
const END = 'POST /rest/v1/rpc/end_editing';
const MIRA = { email: 'mira@agency.example', name: 'Mira' };
const IVO = { email: 'ivo@agency.example', name: null };

test('an open editor says so, names who else edits, and says when it is closed', async () => {
  const server = fakeSupabase({
    ...signedInAs('editor'),
    ...storedStudy(),
    [NOTE]: () => json([MIRA]),
  });
  const { client, unmount } = await openStudy();
  expect(await screen.findByText('Mira is editing too')).toBeVisible();
  expect(server.requestsTo(NOTE)[0]?.body).toEqual({ document_id: STUDY_ID });
  server.on({ [NOTE]: () => json([IVO, MIRA]) });
  await act(() => client.refetchQueries({ queryKey: ['other-editors'] }));
  expect(await screen.findByText('ivo@agency.example and Mira are editing too')).toBeVisible();
  server.on({ [NOTE]: () => json([]) });
  await act(() => client.refetchQueries({ queryKey: ['other-editors'] }));
  await waitFor(() => expect(screen.queryByText(/editing too/)).toBeNull());
  unmount();
  await waitFor(() => expect(server.requestsTo(END)[0]?.body).toEqual({ document_id: STUDY_ID }));
});

test('without an answer, nothing is said; a new study has no other editors', async () => {
  const server = fakeSupabase({
    ...signedInAs('editor'),
    ...storedStudy(),
    [NOTE]: () => json({ message: 'down' }, 500),
  });
  const { unmount } = await openStudy();
  await waitFor(() => expect(server.requestsTo(NOTE)).toHaveLength(1));
  expect(screen.queryByRole('alert')).toBeNull();
  unmount();
  openEditor();
  await screen.findByRole('button', { name: /^Save/ });
  expect(server.requestsTo(NOTE)).toHaveLength(1);
});
