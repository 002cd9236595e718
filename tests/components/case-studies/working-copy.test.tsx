import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeSupabase, json, signedInAs } from '../../support/fake-supabase';
import { field, openStudy, SAVE, saveButton, storedStudy } from './form-setup';
import { specified } from '../../support/specified';
import { openNotice } from '../../support/notices';

const COPY = 'GET /rest/v1/working_copies';
const DISCARD = 'POST /rest/v1/rpc/discard_working_copy';
const SCHEDULE = 'POST /rest/v1/rpc/schedule_working_copy';
const DUE = 'POST /rest/v1/rpc/publish_due_changes';

const waiting = (headline: string) => ({
  ...{ version: 9, base_version: 7, saved_by: null, saved_at: '2026-11-20T10:00:00+00:00' },
  ...{ publish_at: null, publish_failure: null, has_publishing_schedule: false },
  content: {
    study: { title: 'Larder Lane', headline, status: 'published' },
    metrics: [],
    gallery: [],
  },
});
const publishButton = () => screen.queryByRole('button', { name: 'Publish changes' });

async function openPublished(copies: object[], copiesAfterDue = copies) {
  let isPublished = false;
  const server = fakeSupabase({
    ...signedInAs('editor'),
    ...storedStudy({ status: 'published', headline: 'As read', version: 7 }),
    [COPY]: () => json(isPublished ? copiesAfterDue : copies),
    [DUE]: () => {
      isPublished = true;
      return json(1);
    },
    [SAVE]: () => json({ version: 10, slug: 'larder-lane' }),
    [DISCARD]: () => json(10),
    [SCHEDULE]: () => new Response(null, { status: 204 }),
  });
  return { ...(await openStudy()), server };
}

test('FORM-43, R-50: a published study without changes has nothing to publish; a save waits', async () => {
  const { user, server } = await openPublished([]);
  expect(publishButton()).toBeDisabled();
  await user.type(field('Headline'), '!');
  expect(publishButton()).toBeEnabled();
  server.on({ [COPY]: () => json([waiting('As read!')]) });
  await user.click(saveButton());
  expect(await screen.findByText('Changes wait to be published')).toBeVisible();
  expect(server.requestsTo(SAVE)[0]?.body).toMatchObject({ expected_version: 7, goes_live: false });
  expect(screen.getByText(/, not published yet$/)).toBeVisible();
  expect(openNotice()).toMatchObject({
    title: 'Case study "Larder & Lane" updated successfully!',
    description: 'Visitors see the changes once they are published.',
  });
});

test('FORM-43, R-50: the form opens with the changes, and publishing sends the version of the changes', async () => {
  const { user, server } = await openPublished([waiting('As changed')]);
  expect(field('Headline')).toHaveValue('As changed');
  const link = await screen.findByRole('link', { name: 'What changed' });
  expect(link.getAttribute('href')).toMatch(/\/history\?version=9&against=7$/);
  server.on({ [COPY]: () => json([]) });
  await user.click(publishButton() ?? document.body);
  await waitFor(() => expect(screen.queryByText('Changes wait to be published')).toBeNull());
  expect(server.requestsTo(SAVE)[0]?.body).toMatchObject({ expected_version: 9, goes_live: true });
  expect(openNotice()).toMatchObject({
    title: 'Case study "Larder Lane" updated successfully!',
    description: 'Published',
  });
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

const later = () => screen.getByRole('button', { name: 'Publish later' });
const clock = () => screen.getByLabelText('Day and time');

specified(
  'a time is chosen in the zone of an office, and the notice says who keeps it',
  async () => {
    const { user, server } = await openPublished([waiting('As changed')]);
    await waitFor(() => expect(later()).toBeEnabled());
    await user.type(field('Headline'), '!');
    await user.click(later());
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish at a time' }));
    expect(
      dialog.getByText(/What you typed since the last save is not among them yet/),
    ).toBeVisible();
    expect(
      dialog.getByText(/with the next build of the site, or the next visit of staff/),
    ).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Publish at this time' }));
    expect(dialog.getByText('Choose a time in the future')).toBeVisible();
    expect(clock()).toHaveFocus();
    await user.selectOptions(dialog.getByLabelText('Time zone'), 'Skopje');
    fireEvent.change(clock(), { target: { value: '2098-12-03T09:00' } });
    server.on({
      [COPY]: () => json([{ ...waiting('As changed'), publish_at: '2098-12-03 08:00:00+00' }]),
    });
    await user.click(dialog.getByRole('button', { name: 'Publish at this time' }));
    expect(
      await screen.findByText(/^Changes go live on Dec 3, 2098 at \d\d:00 \(.+\)$/),
    ).toBeVisible();
    expect(server.requestsTo(SCHEDULE)[0]?.body).toEqual({
      document_id: expect.any(String),
      ...{ expected_version: 9, publish_at: '2098-12-03T08:00:00.000Z' },
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(
      screen.getByText(
        /03:00 in Brooklyn, 00:00 in Los Angeles, 09:00 in Skopje.*the next visit of staff/,
      ),
    ).toBeVisible();

    server.on({ [COPY]: () => json([waiting('As changed')]) });
    await user.click(screen.getByRole('button', { name: 'Do not publish at a time' }));
    expect(await screen.findByText('Changes wait to be published')).toBeVisible();
    expect(server.requestsTo(SCHEDULE)[1]?.body).toMatchObject({ publish_at: null });
    await waitFor(() => expect(screen.getByRole('link', { name: 'What changed' })).toHaveFocus());
  },
);

test('a time is not set for changes that were saved again meanwhile', async () => {
  const at = { publish_at: '2098-12-03 08:00:00+00', has_publishing_schedule: true };
  const { user, server } = await openPublished([{ ...waiting('As changed'), ...at }]);
  expect(await screen.findByText(/go live within a minute of that time/)).toBeVisible();
  server.on({ [SCHEDULE]: () => json({ code: 'PT409', message: 'Saved again' }, 409) });
  await user.click(screen.getByRole('button', { name: 'Change time' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish at a time' }));
  await user.click(dialog.getByRole('button', { name: 'Publish at this time' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Saved again');
});

test('an open form learns that its changes were published, or why not', async () => {
  const past = { publish_at: '2026-11-20T10:00:00+00:00' };
  const failed = { publish_failure: 'Another page has its address by now' };
  await openPublished(
    [{ ...waiting('As changed'), ...past }],
    [{ ...waiting('As changed'), ...failed }],
  );
  expect(
    await screen.findByText(/could not be published: Another page has its address by now/),
  ).toBeVisible();
  expect(later()).toBeEnabled();
});

test('a draft has no changes to publish', async () => {
  fakeSupabase({ ...signedInAs('editor'), ...storedStudy({ status: 'draft' }) });
  await openStudy();
  expect(publishButton()).toBeNull();
});
