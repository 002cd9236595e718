import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createQueryClient } from '@/app/query-client';
import { PeopleContext } from '@/components/people/people-context';
import { caseStudyKind } from '@/features/case-studies/kind';
import { SignOffPanel } from '@/features/sign-off/components/sign-off-panel';
import { notePlaces } from '@/pages/admin/note-places';
import { fakeSupabase, json, noContent } from '../../support/fake-supabase';

const STUDY = 'c0000000-0000-4000-8000-000000000001';
const WRITE = 'POST /rest/v1/rpc/write_note';
const ANSWER = 'POST /rest/v1/rpc/answer_sign_off';

const person = (email: string, name: string) => ({ userId: null, email, name, portraitUrl: null });

const row = {
  ...{ id: 'd0000000-0000-4000-8000-000000000001', client_name: null, author_name: null },
  ...{ anchor: ['study', 'challenge'], quote: 'Few orders.', text: 'Is this right?' },
  ...{ asks_change: false, is_done: false, is_outdated: false, is_note: true },
  ...{ answer: null, answered_by_email: null, answered_at: null },
  ...{ author_email: 'mara@agency.test', for_email: 'noor@agency.test' },
  created_at: '2026-11-20 10:00:00+00',
};

function open(rows: object[]) {
  const backend = fakeSupabase({
    'POST /rest/v1/rpc/list_sign_off_comments': () => json(rows),
    [WRITE]: noContent,
    [ANSWER]: noContent,
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PeopleContext
        value={{
          people: [person('mara@agency.test', 'Mara'), person('noor@agency.test', 'Noor')],
          ownEmail: 'mara@agency.test',
        }}
      >
        <SignOffPanel
          {...{ documentId: STUDY, version: 1, title: 'A study', isSaved: true, isOwner: false }}
          compare={() => ''}
          places={notePlaces(caseStudyKind)}
        />
      </PeopleContext>
    </QueryClientProvider>,
  );
  return { backend, user: userEvent.setup() };
}

test('a note on a field is written for a member', async () => {
  const { backend, user } = open([]);
  await user.click(screen.getByRole('button', { name: 'Write a note' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Write the note' }));
  expect(dialog.getByText('Please write something')).toBeInTheDocument();
  await user.selectOptions(dialog.getByLabelText('About'), 'Challenge');
  await user.selectOptions(dialog.getByLabelText('For'), 'Noor');
  await user.click(dialog.getByLabelText(/^Note/));
  await user.paste('Is this right?');
  await user.click(dialog.getByRole('button', { name: 'Write the note' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(backend.requestsTo(WRITE)[0]?.body).toMatchObject({
    note: {
      ...{ document_id: STUDY, anchor: ['study', 'challenge'], text: 'Is this right?' },
      for: 'noor@agency.test',
    },
  });
});

test('a note says who wrote it for whom, on what, and is answered', async () => {
  const { backend, user } = open([row]);
  const note = within(await screen.findByRole('listitem'));
  expect(note.getByText('Mara')).toBeInTheDocument();
  expect(note.getByText('for Noor, on Challenge')).toBeInTheDocument();
  await user.click(note.getByRole('button', { name: /^Answer\s*: note of Mara/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Answer Mara' }));
  expect(dialog.getByText(/No client is shown it/)).toBeInTheDocument();
  await user.click(dialog.getByLabelText(/^Answer/));
  await user.paste('Yes.');
  await user.click(dialog.getByRole('button', { name: 'Answer' }));
  await waitFor(() => expect(backend.requestsTo(ANSWER)).toHaveLength(1));
});

test('a note of a member who has left has no name', async () => {
  open([{ ...row, author_email: null, for_email: null, anchor: [], quote: null }]);
  expect(await screen.findByText('Former member')).toBeInTheDocument();
});
