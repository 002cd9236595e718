import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeSupabase, json, signedInAs } from '../../support/fake-supabase';
import { field, openNotice, openStudy, SAVE, saveButton, storedStudy } from './form-setup';

const COPY = 'GET /rest/v1/working_copies';
const DISCARD = 'POST /rest/v1/rpc/discard_working_copy';

const waiting = (headline: string) => ({
  ...{ version: 9, base_version: 7, saved_by: null, saved_at: '2026-11-20T10:00:00+00:00' },
  content: {
    study: { title: 'Larder Lane', headline, status: 'published' },
    metrics: [],
    gallery: [],
  },
});
const publishButton = () => screen.queryByRole('button', { name: 'Publish changes' });

async function openPublished(copies: object[]) {
  const server = fakeSupabase({
    ...signedInAs('editor'),
    ...storedStudy({ status: 'published', headline: 'As read', version: 7 }),
    [COPY]: () => json(copies),
    [SAVE]: () => json({ version: 10, slug: 'larder-lane' }),
    [DISCARD]: () => json(10),
  });
  return { ...(await openStudy()), server };
}

test('a published study without changes has nothing to publish; a save waits', async () => {
  const { user, server } = await openPublished([]);
  expect(publishButton()).toBeDisabled();
  await user.type(field('Headline'), '!');
  expect(publishButton()).toBeEnabled();
  server.on({ [COPY]: () => json([waiting('As read!')]) });
  await user.click(saveButton());
  expect(await screen.findByText('Changes wait to be published')).toBeVisible();
  expect(server.requestsTo(SAVE)[0]?.body).toMatchObject({ expected_version: 7, goes_live: false });
  expect(screen.getByText(/, not published yet$/)).toBeVisible();
  expect(openNotice()?.title).toBe('Case study "Larder & Lane" updated successfully!');
});

test('the form opens with the changes, and publishing sends the version of the changes', async () => {
  const { user, server } = await openPublished([waiting('As changed')]);
  expect(field('Headline')).toHaveValue('As changed');
  const link = await screen.findByRole('link', { name: 'What changed' });
  expect(link.getAttribute('href')).toMatch(/\/history\?version=9&against=7$/);
  server.on({ [COPY]: () => json([]) });
  await user.click(publishButton() ?? document.body);
  await waitFor(() => expect(screen.queryByText('Changes wait to be published')).toBeNull());
  expect(server.requestsTo(SAVE)[0]?.body).toMatchObject({ expected_version: 9, goes_live: true });
  expect(openNotice()?.title).toBe('The changes of "Larder Lane" are published');
  expect(publishButton()).toBeDisabled();
});

test('discarding asks first and returns the form to what visitors read', async () => {
  const { user, server } = await openPublished([waiting('As changed')]);
  await user.type(field('Headline'), ' and typed');
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/what you typed since the last save is lost/)).toBeVisible();
  server.on({ [COPY]: () => json([{ ...waiting(''), version: 10, content: null }]) });
  await user.click(dialog.getByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(field('Headline')).toHaveValue('As read'));
  expect(server.requestsTo(DISCARD)[0]?.body).toMatchObject({ expected_version: 9 });
  expect(screen.queryByText('Unsaved changes')).toBeNull();
});

test('changes that were saved again meanwhile are not discarded', async () => {
  const { user, server } = await openPublished([waiting('As changed')]);
  server.on({ [DISCARD]: () => json({ code: 'PT409', message: 'Saved again' }, 409) });
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Discard changes' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Saved again');
  expect(field('Headline')).toHaveValue('As changed');
});

test('a draft has no changes to publish', async () => {
  fakeSupabase({ ...signedInAs('editor'), ...storedStudy({ status: 'draft' }) });
  await openStudy();
  expect(publishButton()).toBeNull();
});
