import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '@/lib/paths';
import { held, json, type FakeRequest, type FakeRoutes } from '../../support/fake-supabase';
import { STUDY_ID, studyRow } from './public-study';
import { address, DELETED, HISTORY, openAdmin, SAVE, STUDIES } from './staff-setup';
import { openNotice } from '../../support/notices';

const PURGE = 'POST /rest/v1/rpc/purge_deleted_document';
const OTHER_ID = '3f0e1c5a-0000-4000-8000-000000000002';
const THIRD_ID = '3f0e1c5a-0000-4000-8000-000000000003';

const isDetail = ({ headers }: FakeRequest) =>
  headers.get('accept')?.includes('vnd.pgrst.object') ?? false;
const rows = (count: number, total: number, first = 0) =>
  json(
    Array.from({ length: count }, (_, place) =>
      studyRow({
        id: `${STUDY_ID.slice(0, -4)}${1000 + first + place}`,
        title: `Study ${first + place + 1}`,
      }),
    ),
    { headers: { 'content-range': `${first}-${first + count - 1}/${total}` } },
  );
const openList = (routes: FakeRoutes = {}, at: string = paths.adminCaseStudies) =>
  openAdmin(at, { [STUDIES]: () => json([studyRow()]), ...routes });

test('a list requests the columns of its cards and one page', async () => {
  const { server } = openList({ [STUDIES]: () => rows(2, 1000) });
  await screen.findByRole('heading', { name: 'Study 2' });
  const [request] = server.requestsTo(STUDIES);
  expect(Object.fromEntries(request?.url.searchParams ?? [])).toEqual({
    select:
      'id,title,description,status,published_at,public_from,service_tags,client_name,hero_image_url,updated_at,picture_facts',
    order: 'updated_at.desc,id.asc',
    offset: '0',
    limit: '24',
  });
  expect(request?.headers.get('prefer')).toContain('count=exact');
  expect(screen.getByText('1,000 case studies')).toBeVisible();
  expect(screen.getByText('Page 1 of 42')).toBeVisible();
});

test('pages are links; while one loads the previous one stays', async () => {
  const { server, user } = openList({ [STUDIES]: () => rows(2, 30) });
  await screen.findByRole('heading', { name: 'Study 1' });
  const second = held(() => rows(1, 30, 24));
  server.on({ [STUDIES]: second.handler });
  await user.click(screen.getByRole('link', { name: 'Next page' }));
  expect(address()).toBe('/admin/case-studies?page=2');
  expect(screen.getByRole('heading', { name: 'Study 1' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'List of case studies' })).toHaveFocus();
  second.release();
  expect(await screen.findByRole('heading', { name: 'Study 25' })).toBeVisible();
  expect(server.requestsTo(STUDIES).at(-1)?.url.searchParams.get('offset')).toBe('24');
  expect(screen.queryByRole('link', { name: 'Next page' })).not.toBeInTheDocument();
});

test.for([
  ['refuses', () => json({ code: 'PGRST103', message: 'not satisfiable' }, 416)],
  ['answers with nothing', () => json([], { headers: { 'content-range': '*/1' } })],
] as const)(
  'a page after the last one, which the server %s, shows the first',
  async ([, answer]) => {
    openList(
      {
        [STUDIES]: ({ url }: FakeRequest) =>
          url.searchParams.get('offset') === '0' ? rows(1, 1) : answer(),
      },
      '/admin/case-studies?page=9',
    );
    expect(await screen.findByRole('heading', { name: 'Study 1' })).toBeVisible();
  },
);

test('all words are searched for after a pause, and are in the address', async () => {
  const { server, user } = openList({}, '/admin/case-studies?page=3');
  await screen.findByRole('heading', { name: 'Larder & Lane' });
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), ' 100% "Дом",x ');
  await waitFor(() => expect(address()).toContain('search='));
  expect(address()).not.toContain('page=');
  expect(await screen.findByText('1 found')).toBeVisible();
  expect(server.requestsTo(STUDIES).at(-1)?.url.searchParams.get('search')).toBe(
    'fts(simple).100:* & dom:* & x:*',
  );
});

test('a shared address has its filters, status and order', async () => {
  const { server } = openList({}, '/admin/case-studies?search=lane&status=draft&sort=title');
  await screen.findByRole('heading', { name: 'Larder & Lane' });
  expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('lane');
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveDisplayValue('Drafts');
  expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue('Title');
  const query = server.requestsTo(STUDIES)[0]?.url.searchParams;
  expect(query?.get('status')).toBe('eq.draft');
  expect(query?.get('order')).toBe('title.asc,id.asc');
});

test('a card shows when its study appears, or when the changes of a published one go live', async () => {
  // Without a time zone: these are the editor's own clock.
  const at = (time: string) => new Date(time).toISOString();
  openList({
    [STUDIES]: () =>
      json([
        studyRow({ title: 'Later', published_at: at('2090-05-01T09:00') }),
        studyRow({ id: OTHER_ID, title: 'Changed' }),
        studyRow({ id: THIRD_ID, title: 'Withheld', public_from: null }),
      ]),
    'GET /rest/v1/working_copies': () =>
      json([{ document_id: OTHER_ID, publish_at: at('2090-12-03T09:00'), publish_failure: null }]),
  });
  const card = (title: string) =>
    screen
      .getAllByRole('listitem')
      .find((item) => within(item).queryByRole('heading', { name: title }));
  await screen.findByText('Published · changes go live Dec 3, 09:00');
  expect(card('Changed')).toHaveTextContent('Published · changes go live Dec 3, 09:00');
  expect(card('Withheld')).toHaveTextContent('Waits for approval');
  expect(card('Later')).toHaveTextContent(
    /^No imageScheduled.*Appears May 1, 09:00Updated \w{3} \d{1,2}, \d{4}/,
  );
});

test('a status can be chosen and cleared', async () => {
  const { user } = openList({}, '/admin/case-studies?page=2');
  await screen.findByRole('heading', { name: 'Larder & Lane' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Drafts');
  expect(address()).toBe('/admin/case-studies?status=draft');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Any status');
  expect(address()).toBe('/admin/case-studies');
});

test('no match has its own text and a link to all studies', async () => {
  const { server, user } = openList(
    { [STUDIES]: () => json([]) },
    '/admin/case-studies?search=zzz',
  );
  expect(await screen.findByRole('heading', { name: 'No case study matches' })).toBeVisible();
  expect(screen.queryByText('No case studies yet')).not.toBeInTheDocument();
  const everything = held(() => json([studyRow()]));
  server.on({ [STUDIES]: everything.handler });
  await user.click(screen.getByRole('button', { name: 'Show all case studies' }));
  expect(screen.queryByText('No case studies yet')).not.toBeInTheDocument();
  everything.release();
  expect(await screen.findByRole('heading', { name: 'Larder & Lane' })).toBeVisible();
  expect(address()).toBe('/admin/case-studies');
});

test('without studies there are no filters', async () => {
  openList({ [STUDIES]: () => json([]) });
  await screen.findByRole('heading', { name: 'No case studies yet' });
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
});

async function openMenu(user: ReturnType<typeof openList>['user']) {
  await user.click(await screen.findByRole('button', { name: 'More for Larder & Lane' }));
  return within(await screen.findByRole('menu'));
}

test('Duplicate saves a draft with the rows of the study and opens it', async () => {
  const stored = studyRow({
    technologies: ['Deno'],
    case_study_metrics: [{ metric_value: '3', metric_label: 'weeks', display_order: 1 }],
    case_study_gallery: [
      {
        image_url: 'https://pictures.example/1.webp',
        caption: 'A',
        alt_text: null,
        display_order: 1,
      },
    ],
  });
  const { server, user } = openList({
    [STUDIES]: (request: FakeRequest) => json(isDetail(request) ? stored : [stored]),
    [SAVE]: () => json({ ...stored, id: OTHER_ID }),
  });
  const menu = await openMenu(user);
  await user.click(menu.getByRole('menuitem', { name: 'Duplicate' }));
  await screen.findByText('Somewhere else');
  const saved = server.requestsTo(SAVE)[0]?.body;
  expect(saved).toMatchObject({
    expected_version: null,
    fields: { title: 'Copy of Larder & Lane', status: 'draft', technologies: ['Deno'] },
    metrics: [{ metric_value: '3', metric_label: 'weeks' }],
    gallery: [{ image_url: 'https://pictures.example/1.webp', caption: 'A', alt_text: null }],
  });
  expect(saved).not.toMatchObject({ study_id: STUDY_ID });
  expect(address()).toMatch(/^\/admin\/case-studies\/edit\/[0-9a-f-]{36}$/);
  expect(openNotice()).toMatchObject({ title: '"Copy of Larder & Lane" is a draft now' });
});

test('a copy that cannot be saved shows the reason and leaves the list unchanged', async () => {
  const { user } = openList({
    [STUDIES]: (request: FakeRequest) => json(isDetail(request) ? studyRow() : [studyRow()]),
    [SAVE]: () => json({ message: 'closed', code: 'XX000' }, 500),
  });
  const menu = await openMenu(user);
  await user.click(menu.getByRole('menuitem', { name: 'Duplicate' }));
  await waitFor(() =>
    expect(openNotice()).toMatchObject({
      type: 'error',
      title: 'Failed to create case study: closed',
    }),
  );
  expect(address()).toBe('/admin/case-studies');
});

test('a card links to the history of its study', async () => {
  const { user } = openList({ [HISTORY]: () => json([]) });
  const menu = await openMenu(user);
  expect(menu.getByRole('menuitem', { name: 'History' })).toHaveAttribute(
    'href',
    paths.adminCaseStudyHistory.to(STUDY_ID),
  );
});

const gone = (daysAgo: number) =>
  json([
    {
      id: STUDY_ID,
      title: 'Gone',
      deleted_at: new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000).toISOString(),
    },
  ]);

test.for([
  [0, '30 days left'],
  [10.5, '20 days left'],
  [29.5, 'Last day'],
] as const)('R-31: %d days after its deletion a study shows: %s', async ([daysAgo, words]) => {
  const { user } = openList({ [DELETED]: () => gone(daysAgo) });
  await user.click(screen.getByText('Recently deleted'));
  expect(await screen.findByText(words)).toBeVisible();
});

test('R-31: a study is purged after a confirmation', async () => {
  const { server, user } = openList({ [DELETED]: () => gone(1), [PURGE]: () => json(null) });
  await user.click(screen.getByText('Recently deleted'));
  await user.click(await screen.findByRole('button', { name: 'Delete for good Gone' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete for good?' }));
  expect(server.requestsTo(PURGE)).toEqual([]);
  server.on({ [DELETED]: () => json([]) });
  await user.click(question.getByRole('button', { name: 'Delete for good' }));
  expect(await screen.findByText('Nothing was deleted recently.')).toBeVisible();
  expect(server.requestsTo(PURGE)[0]?.body).toEqual({ document_id: STUDY_ID });
  expect(openNotice()).toMatchObject({ type: 'success', title: '"Gone" deleted for good' });
});

test('R-31: a study that cannot be purged stays, with the reason', async () => {
  const { user } = openList({
    [DELETED]: () => gone(1),
    [PURGE]: () =>
      json({ message: 'There is no deleted case study with that ID', code: 'PT404' }, 404),
  });
  await user.click(screen.getByText('Recently deleted'));
  await user.click(await screen.findByRole('button', { name: 'Delete for good Gone' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Delete for good' }));
  expect(await question.findByText(/There is no deleted case study with that ID/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: 'Restore Gone' })).toBeVisible();
});
