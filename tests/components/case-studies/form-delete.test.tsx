import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { deleteFailureMessage } from '@/documents/mutations';
import { caseStudyKind } from '@/features/case-studies/kind';
import { AppError, type AppErrorKind } from '@/lib/errors';
import { fakeSupabase, json, signedInAs } from '../../support/fake-supabase';
import { badge, DELETE, field, openStudy, storedStudy } from './form-setup';
import { STUDY_ID } from './public-study';
import { openNotice } from '../../support/notices';

const QUESTION = 'Are you sure you want to delete this case study? This action cannot be undone.';

async function askToDelete(options: Parameters<typeof openStudy>[0] = {}) {
  const opened = await openStudy(options);
  await opened.user.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  return { ...opened, dialog };
}

test('FORM-40, FORM-41: deleting asks for confirmation, and cancelling deletes nothing', async () => {
  const backend = fakeSupabase({ ...signedInAs('editor'), ...storedStudy() });
  const { user, dialog } = await askToDelete();
  expect(dialog.getByText(QUESTION)).toBeVisible();
  expect(dialog.getByText(/For 30 days it can be restored/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(backend.requestsTo(DELETE)).toHaveLength(0);
});

test('FORM-44, R-31: after a delete a toast offers Undo and the list opens', async () => {
  const RESTORE = 'POST /rest/v1/rpc/restore_deleted_document';
  const backend = fakeSupabase({
    ...signedInAs('editor'),
    ...storedStudy(),
    [DELETE]: () => json([{ id: STUDY_ID }]),
    [RESTORE]: () => json(null),
  });
  const onDeleted = vi.fn();
  const { user, dialog } = await askToDelete({ onDeleted });
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  const notice = openNotice();
  expect(notice).toMatchObject({
    type: 'success',
    title: 'Case study deleted successfully!',
    duration: 4000,
  });
  act(() => notice?.actions?.find(({ label }) => label === 'Undo')?.onSelect());
  await expect.poll(() => openNotice()?.title).toBe('Case study "Larder & Lane" restored');
  expect(backend.requestsTo(RESTORE)[0]?.body).toEqual({ document_id: STUDY_ID });
});

test('FORM-39: deleting requires a login', async () => {
  const backend = fakeSupabase(storedStudy());
  const { user, update } = await openStudy();
  await user.type(field('Headline'), 'Kept');
  update({ session: { userId: null, email: null } });
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'Please log in to delete case studies',
  );
  expect(openNotice()?.title).toBe('Please log in to delete case studies');
  expect(backend.requestsTo(DELETE)).toHaveLength(0);
  expect(badge()).toBeInTheDocument();
});

test('FORM-49: a refused delete shows the reason and leaves the form unchanged', async () => {
  fakeSupabase({
    ...signedInAs('editor'),
    ...storedStudy(),
    [DELETE]: () => json({ code: '42501', message: 'row-level security' }, 403),
  });
  const { user, dialog, onDeleted } = await askToDelete();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    "You don't have permission to delete this case study",
  );
  expect(openNotice()?.type).toBe('error');
  expect(onDeleted).not.toHaveBeenCalled();
});

test('FORM-50: a study that is already deleted shows a message', async () => {
  fakeSupabase({ ...signedInAs('editor'), ...storedStudy(), [DELETE]: () => json([]) });
  const { user, dialog } = await askToDelete();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'Case study not found or already deleted',
  );
});

test.each<[string, AppErrorKind, string, string]>([
  [
    'FORM-48',
    'signed-out',
    'Authentication required: Please log in to delete case studies',
    'Please log in to delete case studies',
  ],
  [
    'FORM-49',
    'forbidden',
    "Permission denied: You don't have access to delete this case study",
    "You don't have permission to delete this case study",
  ],
  [
    'FORM-50',
    'not-found',
    "Case study not found or you don't have permission to delete it",
    'Case study not found or already deleted',
  ],
  [
    'FORM-51',
    'unexpected',
    'Database error: disk full',
    'Failed to delete case study: Database error: disk full',
  ],
])('%s, %s: the toast shows %j', (_number, kind, message, shown) => {
  expect(deleteFailureMessage(caseStudyKind, new AppError(kind, message))).toBe(shown);
});
