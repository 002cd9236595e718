import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeSupabase, json, signedInAs } from '../../support/fake-supabase';
import { field, openStudy, SAVE, storedStudy } from './form-setup';
import { openNotice } from '../../support/notices';

async function pressDuplicate({ typed }: { typed?: string } = {}) {
  const server = fakeSupabase({ ...signedInAs('editor'), ...storedStudy() });
  const opened = await openStudy();
  if (typed) await opened.user.type(field('Headline'), typed);
  await opened.user.click(screen.getByRole('button', { name: 'Duplicate' }));
  return { ...opened, server };
}

test('a study without unsaved changes is copied at once, and the copy opens', async () => {
  const { server, onDuplicated } = await pressDuplicate();
  await waitFor(() => expect(onDuplicated).toHaveBeenCalledOnce());
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(server.requestsTo(SAVE)).toHaveLength(1);
});

test('with unsaved changes it asks for confirmation, and cancelling copies nothing', async () => {
  const { server, user } = await pressDuplicate({ typed: ' not saved' });
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/The copy holds what is saved/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(server.requestsTo(SAVE)).toHaveLength(0);
});

test('a copy is made without the unsaved changes and leaves the form unchanged', async () => {
  const { server, user, onDuplicated } = await pressDuplicate({ typed: ' not saved' });
  await user.click(await screen.findByRole('button', { name: 'Duplicate what is saved' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(openNotice()?.title).toMatch(/is a draft now$/);
  expect(JSON.stringify(server.requestsTo(SAVE)[0]?.body)).not.toContain('not saved');
  expect(field('Headline')).toHaveDisplayValue(/not saved/);
  expect(onDuplicated).not.toHaveBeenCalled();
});

test('a failed copy shows the reason in the dialog', async () => {
  const { server, user } = await pressDuplicate({ typed: ' not saved' });
  server.on({ [SAVE]: () => json({ message: 'disk full' }, 500) });
  await user.click(await screen.findByRole('button', { name: 'Duplicate what is saved' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(await dialog.findByRole('alert')).toHaveTextContent('disk full');
});
