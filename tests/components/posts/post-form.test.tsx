import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { noteReachable } from '@/lib/connection';
import { fakeSupabase, json, networkFailure, signedInAs } from '../../support/fake-supabase';
import {
  badge,
  button,
  CREATE,
  field,
  openEditor,
  openPost,
  POST_ID,
  refusal,
  storedPost,
  TERMS,
  text,
  title,
  UPDATE,
  wirePost,
} from './posts-setup';
import { offices } from '@brand/offices';
import { specified } from '../../support/specified';
import { TZDateMini } from '@date-fns/tz';
import { officeZone } from '@/lib/site-zone';
import { openNotice } from '../../support/notices';

/** 9 am on 1 July 2099. */
const nineIn = (zone: string) =>
  new Date(new TZDateMini(2099, 6, 1, 9, 0, zone).getTime()).toISOString();

// The renderer's chunk is large: load it before the first test that needs it.
beforeAll(async () => {
  await import('@/lib/render-post');
}, 30_000);

const saved = () => screen.findByText(/^Saved /);

test('BLOGAPI-3: a new post is created as a draft with an ID of the client, and moves to its address', async () => {
  const server = fakeSupabase({
    ...signedInAs('editor'),
    ...TERMS,
    [CREATE]: ({ body }) => {
      const { author: name, ...sent } = Object(body);
      return json({
        data: wirePost({
          ...sent,
          author: { name, avatar: null },
          category: 'Uncategorized',
          version: 1,
        }),
      });
    },
  });
  const { user, onCreated } = openEditor();
  expect(button('Save draft')).toBeDisabled();
  await user.type(title(), 'Bread & butter');
  expect(field('Address')).toHaveValue('bread-butter');
  await user.type(text(), 'Slowly.');
  await user.click(button('Save draft'));

  await saved();
  const [request] = server.requestsTo(CREATE);
  expect(request?.body).toMatchObject({
    title: 'Bread & butter',
    slug: 'bread-butter',
    markdown: 'Slowly.',
    status: 'draft',
    category: null,
    publishedAt: null,
  });
  expect(onCreated).toHaveBeenCalledExactlyOnceWith(Object(request?.body).id);
  expect(badge()).toBeNull();
});

const saveIds = [expect.any(String)];

test('BLOGAPI-4: a save sends the changed fields and its base version', async () => {
  const server = fakeSupabase({ ...signedInAs('editor'), ...storedPost() });
  const { user } = await openPost();
  await user.type(field('Excerpt'), ' And us.');
  expect(badge()).toBeVisible();
  await user.click(button('Save changes'));
  await waitFor(() => expect(badge()).toBeNull());
  expect(server.requestsTo(UPDATE).map(({ body }) => body)).toEqual([
    { excerpt: 'What a bike taught us. And us.', version: 3, goesLive: false, saveIds },
  ]);
});

test('Ctrl+S saves from the text field', async () => {
  const server = fakeSupabase({ ...signedInAs('editor'), ...storedPost() });
  const { user } = await openPost();
  await user.type(text(), ' Or twelve.');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(badge()).toBeNull());
  expect(server.requestsTo(UPDATE)).toHaveLength(1);
});

test('Tab leaves the text field', async () => {
  fakeSupabase({ ...signedInAs('editor'), ...storedPost() });
  const { user } = await openPost();
  await user.click(text());
  await user.tab();
  expect(text()).not.toHaveFocus();
  expect(text()).toHaveValue('It holds eleven.');
});

test('a draft is published and unpublished by one button each', async () => {
  const server = fakeSupabase({
    ...signedInAs('editor'),
    ...storedPost({ status: 'draft', publishedAt: null }),
  });
  const { user } = await openPost();
  await user.click(button('Publish'));
  expect(await screen.findByRole('button', { name: 'Unpublish' })).toBeVisible();
  expect(openNotice()?.title).toBe('"Eleven crates" published');
  await user.click(button('Unpublish'));
  expect(await screen.findByRole('button', { name: 'Publish' })).toBeVisible();
  expect(openNotice()?.title).toBe('"Eleven crates" unpublished');
  expect(server.requestsTo(UPDATE).map(({ body }) => body)).toEqual([
    { status: 'published', version: 3, goesLive: false, saveIds },
    { status: 'draft', version: 4, goesLive: false, saveIds },
  ]);
});

test('the second click of a double click does not undo the first', async () => {
  const server = fakeSupabase({
    ...signedInAs('editor'),
    ...storedPost({ status: 'draft', publishedAt: null }),
  });
  const { user } = await openPost();
  await user.click(button('Publish'));
  await screen.findByRole('button', { name: 'Unpublish' });
  fireEvent.click(button('Save changes'), { detail: 2 });
  await user.type(field('Excerpt'), ' And us.');
  await user.click(button('Save changes'));
  await waitFor(() => expect(badge()).toBeNull());
  expect(server.requestsTo(UPDATE).map(({ body }) => body)).toEqual([
    { status: 'published', version: 3, goesLive: false, saveIds },
    expect.objectContaining({ version: 4, excerpt: expect.stringContaining('And us.') }),
  ]);
});

test('a later time in the zone of an office schedules the post, and saying so replaces publishing', async () => {
  const server = fakeSupabase({
    ...signedInAs('editor'),
    ...storedPost({ status: 'draft', publishedAt: null }),
  });
  const { user } = await openPost();
  const zone = officeZone(offices[0].timeZone);
  await user.selectOptions(field('Time zone of the publish date'), `Time in ${offices[0].city}`);
  fireEvent.change(field('Publish date'), { target: { value: '2099-07-01T09:00' } });
  expect(field('Publish date')).toHaveAccessibleDescription(
    /^That is (?:Jun\s30,\s|Jul\s2,\s)?\d\d:00\syour\stime(?:, \d\d:\d\d\sin\s[^,]+)*\. Visitors do not see it before\.$/,
  );
  await user.click(button('Schedule'));
  expect(await screen.findByRole('button', { name: 'Unschedule' })).toBeVisible();
  expect(openNotice()?.title).toMatch(/^"Eleven crates" scheduled for Jul 1, 2099 at /);
  expect(screen.queryByRole('link', { name: /^View/ })).toBeNull();
  await user.click(button('Unschedule'));
  expect(await screen.findByRole('button', { name: 'Schedule' })).toBeVisible();
  // The button changes with the form, before the answer.
  await waitFor(() => expect(openNotice()?.title).toBe('"Eleven crates" no longer scheduled'));
  expect(server.requestsTo(UPDATE).map(({ body }) => body)).toEqual([
    { status: 'published', publishedAt: nineIn(zone), version: 3, goesLive: false, saveIds },
    { status: 'draft', version: 4, goesLive: false, saveIds },
  ]);
});

specified(
  'a typed time stays as typed when its zone is chosen afterwards, a stored one is shown there',
  async () => {
    fakeSupabase({
      ...signedInAs('editor'),
      ...storedPost({ status: 'published', publishedAt: '2024-07-01T16:00:00.000Z' }),
    });
    const { user } = await openPost();
    await user.selectOptions(field('Time zone of the publish date'), 'Time in Los Angeles');
    expect(field('Publish date')).toHaveValue('2024-07-01T09:00');
    expect(badge()).toBeNull();
    fireEvent.change(field('Publish date'), { target: { value: '2099-07-01T10:30' } });
    await user.selectOptions(field('Time zone of the publish date'), 'Time in Skopje');
    expect(field('Publish date')).toHaveValue('2099-07-01T10:30');
    expect(field('Publish date')).toHaveAccessibleDescription(/04:30\sin\sBrooklyn/);
  },
);

test('values set by the service on publishing appear in the form', async () => {
  fakeSupabase({
    ...signedInAs('editor'),
    ...storedPost({ status: 'draft', publishedAt: null }),
    [UPDATE]: () =>
      json({ data: wirePost({ publishedAt: '2026-05-01T12:00:00.000Z', version: 4 }) }),
  });
  const { user } = await openPost();
  expect(field('Publish date')).toHaveValue('');
  await user.click(button('Publish'));
  await saved();
  expect(field('Publish date')).not.toHaveValue('');
  expect(badge()).toBeNull();
});

test('the address follows the title until it is edited', async () => {
  fakeSupabase({ ...signedInAs('editor'), ...TERMS });
  const { user } = openEditor();
  await user.type(title(), 'One');
  expect(field('Address')).toHaveValue('one');
  await user.clear(field('Address'));
  await user.type(field('Address'), 'my-own');
  await user.type(title(), ' two');
  expect(field('Address')).toHaveValue('my-own');
});

test('a new title keeps the address of a published post, and changing the address announces the offer of a redirect', async () => {
  fakeSupabase({ ...signedInAs('editor'), ...storedPost() });
  const { user } = await openPost();
  await user.type(title(), '!');
  expect(field('Address')).toHaveValue('eleven-crates');
  await user.type(field('Address'), '-more');
  expect(screen.getByText(/\/blog\/eleven-crates will lead to the new address/)).toBeVisible();
});

test('a picture from the library is inserted at the cursor with its alt text', async () => {
  fakeSupabase({ ...signedInAs('editor'), ...storedPost({ markdown: 'ab' }) });
  const { user } = await openPost({
    renderPicturePicker: ({ label, onPick }) => (
      <button type="button" onClick={() => onPick('https://example.com/a.png', 'A [bike]')}>
        Pick for {label}
      </button>
    ),
  });
  const area = text();
  if (!(area instanceof HTMLTextAreaElement)) throw new Error('The text is no text area');
  area.setSelectionRange(1, 1);
  await user.click(button('Pick for the text'));
  expect(area).toHaveValue(String.raw`a![A \[bike\]](https://example.com/a.png)b`);
});

test('the preview shows the rendered post, or why the text is refused', async () => {
  fakeSupabase({
    ...signedInAs('editor'),
    ...storedPost({ markdown: '## Why\n\n<script>alert(1)</script> **slow**' }),
  });
  const { user } = await openPost();
  const preview = await screen.findByRole('tabpanel', { name: 'Preview' });
  expect(
    await within(preview).findByRole('heading', { level: 2, name: 'Why' }),
  ).toBeInTheDocument();
  expect(preview.querySelector('script')).toBeNull();
  await user.clear(text());
  await user.click(text());
  await user.paste('>'.repeat(60));
  expect(await within(preview).findByText(/nested too deeply/)).toBeInTheDocument();
});

test('BLOG-10, BLOG-11: word count and minutes are updated while typing', async () => {
  fakeSupabase({ ...signedInAs('editor'), ...storedPost({ markdown: 'word '.repeat(201) }) });
  await openPost();
  expect(await screen.findByText('201 words, 2 min read')).toBeVisible();
});

test('the checklist links to the field', async () => {
  fakeSupabase({ ...signedInAs('editor'), ...storedPost({ imageUrl: null }) });
  const { user } = await openPost();
  await user.click(await screen.findByRole('button', { name: 'Checklist 2 to do' }));
  const cover = screen.getByText('Choose one.').closest('li');
  await user.click(within(cover ?? document.body).getByRole('button', { name: 'Show' }));
  expect(field('Address of the cover')).toHaveFocus();
  expect(button('Save changes')).toBeEnabled();
});

test('a field error of the service is shown beside the field', async () => {
  fakeSupabase({
    ...signedInAs('editor'),
    ...storedPost(),
    [UPDATE]: () =>
      refusal(400, 'The post is not valid', { fields: { slug: 'Another post has this address' } }),
  });
  const { user } = await openPost();
  await user.type(field('Address'), '-taken');
  await user.click(button('Save changes'));
  expect(await screen.findByText('Another post has this address')).toBeVisible();
  expect(field('Address')).toHaveFocus();
  expect(field('Address')).toBeInvalid();
});

test('an invalid field shows its error, and nothing is sent', async () => {
  const server = fakeSupabase({ ...signedInAs('editor'), ...storedPost() });
  const { user } = await openPost();
  await user.clear(field('Address'));
  await user.type(field('Address'), 'Not An Address');
  await user.click(button('Save changes'));
  expect(await screen.findByText(/Use lower-case letters/)).toBeVisible();
  expect(server.requestsTo(UPDATE)).toHaveLength(0);
});

test('R-04: text typed after a lost response keeps the date set by the service', async () => {
  const routes = storedPost({ status: 'draft', publishedAt: null });
  const lost: unknown[] = [];
  const server = fakeSupabase({
    ...signedInAs('editor'),
    ...routes,
    [UPDATE]: async (request) => {
      const { saveIds: ids, ...changes } = Object(request.body);
      const isFirst = lost.length === 0;
      // Stored, and so is one that follows it.
      const body = isFirst ? { ...changes, publishedAt: '2026-03-12T14:00:00.000Z' } : changes;
      const reply = await routes[UPDATE]?.({ ...request, body });
      if (!isFirst)
        return ids[1] === lost[0] ? (reply ?? networkFailure()) : refusal(409, 'Changed');
      lost.push(ids[0]);
      return networkFailure();
    },
  });
  const { user } = await openPost();
  await user.click(button('Publish'));
  await screen.findByText(/^Offline: kept on this device/);
  await user.type(field('Excerpt'), ' And us.');
  await user.keyboard('{Control>}s{/Control}');
  await saved();
  noteReachable();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.requestsTo(UPDATE).at(-1)?.body).toEqual({
    excerpt: 'What a bike taught us. And us.',
    // In case that the first save did not arrive.
    status: 'published',
    version: 3,
    goesLive: false,
    saveIds: [expect.any(String), lost[0]],
  });
});

test('BLOGAPI-5: deleting asks for confirmation and returns to the list', async () => {
  const server = fakeSupabase({
    ...signedInAs('editor'),
    ...storedPost(),
    [`DELETE /functions/v1/blog/posts/${POST_ID}`]: () => json({ data: { id: POST_ID } }),
  });
  const { user, onDeleted } = await openPost();
  await user.click(button('Delete'));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent(
    'Eleven crates disappears from the website. For 30 days it can be restored',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(server.requestsTo('DELETE /functions/v1/blog/posts/*')).toHaveLength(1);
  expect(openNotice()?.title).toBe('"Eleven crates" deleted');
});
