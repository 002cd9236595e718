import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, onTestFinished, test } from 'vitest';
import { dismiss } from '@/lib/notifications';
import { paths } from '@/lib/paths';
import { CaseStudiesPage } from '@/pages/admin/case-studies-page';
import { CaseStudyPreviewPage } from '@/pages/admin/case-study-preview-page';
import { fakeSupabase, held, json, signedInAs, type FakeRoutes } from '../../support/fake-supabase';
import { studyRow } from './public-study';
import { openNotice } from '../../support/notices';

const STUDIES = 'GET /rest/v1/case_studies';
const DELETED = 'GET /rest/v1/deleted_documents';
const RESTORE = 'POST /rest/v1/rpc/restore_deleted_document';
const ID = '7d0f4d52-9d6a-4f1f-8c6f-8a115b0c1a5e';

function row(overrides: Parameters<typeof studyRow>[0] = {}) {
  return studyRow({
    id: ID,
    title: 'Larder Lane',
    description: 'A grocer that fits in a pocket',
    challenge: 'The shelves were full.',
    status: 'draft',
    client_name: 'Larder & Lane',
    created_at: '2026-10-02T09:00:00Z',
    updated_at: '2026-11-18T12:00:00Z',
    ...overrides,
  });
}

function open(address: string, routes: FakeRoutes) {
  const server = fakeSupabase({ ...signedInAs('editor'), ...routes });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  onTestFinished(() => {
    let notice = openNotice();
    for (; notice; notice = openNotice()) dismiss(notice.id);
  });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path={paths.adminCaseStudies} element={<CaseStudiesPage />} />
          <Route path={paths.adminCaseStudyPreview.pattern} element={<CaseStudyPreviewPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { server, user: userEvent.setup() };
}

const openList = (rows: ReturnType<typeof row>[], more: FakeRoutes = {}) =>
  open(paths.adminCaseStudies, { [STUDIES]: () => json(rows), ...more });

async function findCard(title: string) {
  const heading = await screen.findByRole('heading', { name: title });
  const card = screen.getAllByRole('listitem').find((item) => item.contains(heading));
  if (!card) throw new Error(`${title} is in no list`);
  return within(card);
}

test('ALIST-1: drafts are listed beside published studies', async () => {
  const { server } = openList([row(), row({ id: '2', title: 'Switchback', status: 'published' })]);
  await findCard('Larder Lane');
  await findCard('Switchback');
  expect(server.requestsTo(STUDIES)[0]?.url.searchParams.has('status')).toBe(false);
});

test('ALIST-2: a card without a picture shows No image, one with a picture shows it', async () => {
  openList([
    row(),
    row({ id: '2', title: 'Pictured', hero_image_url: 'https://img.example/cover.webp' }),
  ]);
  expect((await findCard('Larder Lane')).getByText('No image')).toBeVisible();
  const pictured = await findCard('Pictured');
  expect(pictured.queryByText('No image')).not.toBeInTheDocument();
  expect(pictured.getByRole('presentation')).toHaveAttribute(
    'src',
    'https://img.example/cover.webp',
  );
});

test('ALIST-3: a badge shows whether visitors see the study', async () => {
  openList([row(), row({ id: '2', title: 'Live', status: 'published' })]);
  expect((await findCard('Larder Lane')).getByText('Draft')).toBeVisible();
  expect((await findCard('Live')).getByText('Published')).toBeVisible();
});

test('ALIST-4, CONST-7: two service tags are shown, the third is not', async () => {
  openList([row({ service_tags: ['Web', 'Design', 'Marketing'] })]);
  const tags = (await findCard('Larder Lane')).getByRole('list', { name: 'Services' });
  expect(
    within(tags)
      .getAllByRole('listitem')
      .map((tag) => tag.textContent),
  ).toEqual(['Web', 'Design']);
});

test("ALIST-5..8: a card has title, description, client and the date as 'MMM d, yyyy'", async () => {
  openList([row()]);
  const card = await findCard('Larder Lane');
  expect(card.getByText('A grocer that fits in a pocket')).toBeVisible();
  expect(card.getByText('Nov 18, 2026').closest('p')).toHaveTextContent('Updated Nov 18, 2026');
  expect(card.getByText('Larder & Lane')).toBeVisible();
});

test('ALIST-6: a study without a description says so', async () => {
  openList([row({ description: null })]);
  expect((await findCard('Larder Lane')).getByText('No description provided')).toBeVisible();
});

test('ALIST-9, ALIST-10: Edit and Preview link to the study and name it', async () => {
  openList([row()]);
  const card = await findCard('Larder Lane');
  expect(card.getByRole('link', { name: 'Edit Larder Lane' })).toHaveAttribute(
    'href',
    `/admin/case-studies/edit/${ID}`,
  );
  expect(card.getByRole('link', { name: 'Preview Larder Lane' })).toHaveAttribute(
    'href',
    `/admin/projects/preview/${ID}`,
  );
});

test('ALIST-11: Create New Case Study opens the empty form', async () => {
  openList([row()]);
  await findCard('Larder Lane');
  expect(screen.getByRole('link', { name: 'Create New Case Study' })).toHaveAttribute(
    'href',
    '/admin/case-studies/new',
  );
});

test('ALIST-12, CONST-7: six skeleton cards while the list loads', async () => {
  const answer = held(() => json([row()]));
  openList([], { [STUDIES]: answer.handler });
  expect(screen.getByRole('status')).toHaveTextContent('Loading case studies...');
  expect(document.querySelectorAll('[data-skeleton-card]')).toHaveLength(6);
  answer.release();
  await findCard('Larder Lane');
  expect(document.querySelectorAll('[data-skeleton-card]')).toHaveLength(0);
});

test('ALIST-13: a failure shows its reason with a retry', async () => {
  const { server, user } = openList([], {
    [STUDIES]: () => json({ message: 'the database is closed', code: 'XX000' }, 500),
  });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Failed to load case studies');
  expect(alert).toHaveTextContent('the database is closed');

  server.on({ [STUDIES]: () => json([row()]) });
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await findCard('Larder Lane');
});

test('ALIST-14, ALIST-15: an empty list has a link to create the first study', async () => {
  openList([]);
  expect(await screen.findByRole('heading', { name: 'No case studies yet' })).toBeVisible();
  expect(screen.getByText('Get started by creating your first case study')).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Create New Case Study' })).toHaveLength(1);
});

test('R-31: recently deleted studies are fetched on request, with the time they are kept', async () => {
  const { server, user } = openList([row()], {
    [DELETED]: () => json([{ id: ID, title: 'Gone', deleted_at: '2026-11-10 12:00:00.5+00' }]),
  });
  await findCard('Larder Lane');
  expect(server.requestsTo(DELETED)).toEqual([]);

  await user.click(screen.getByText('Recently deleted'));
  expect(await screen.findByRole('button', { name: 'Restore Gone' })).toBeVisible();
  expect(screen.getByText('Deleted Nov 10, 2026, kept until Dec 10, 2026')).toBeVisible();
  expect(server.requestsTo(DELETED)[0]?.url.searchParams.get('select')).toBe('id,title,deleted_at');
});

test('R-31: Restore moves a study from the deleted ones to the list', async () => {
  const { server, user } = openList([], {
    [DELETED]: () => json([{ id: ID, title: 'Gone', deleted_at: '2026-11-10T12:00:00Z' }]),
    [RESTORE]: () => json(ID),
  });
  await screen.findByText('No case studies yet');
  await user.click(screen.getByText('Recently deleted'));
  const restore = await screen.findByRole('button', { name: 'Restore Gone' });
  server.on({ [STUDIES]: () => json([row({ title: 'Gone' })]), [DELETED]: () => json([]) });
  await user.click(restore);

  await findCard('Gone');
  expect(await screen.findByText('Nothing was deleted recently.')).toBeVisible();
  expect(server.requestsTo(RESTORE)[0]?.body).toEqual({ document_id: ID });
  expect(openNotice()).toMatchObject({ type: 'success', title: 'Case study "Gone" restored' });
  expect(screen.getByText('Recently deleted')).toHaveFocus();
});

test('R-31: a failed restore shows the reason in place and as a toast', async () => {
  const { user } = openList([], {
    [DELETED]: () => json([{ id: ID, title: 'Gone', deleted_at: '2026-11-10T12:00:00Z' }]),
    [RESTORE]: () => json({ message: 'A case study with that ID exists', code: 'PT409' }, 409),
  });
  await user.click(screen.getByText('Recently deleted'));
  await user.click(await screen.findByRole('button', { name: 'Restore Gone' }));
  const sentence = 'Failed to restore case study: A case study with that ID exists';
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(openNotice()).toMatchObject({ type: 'error', title: sentence });
});

const openPreview = (id: string, routes: FakeRoutes) =>
  open(paths.adminCaseStudyPreview.to(id), routes);

test('APREV-1, APREV-2, APREV-17: a draft is shown below a banner with a link to its form', async () => {
  openPreview(ID, { [STUDIES]: () => json(row()) });
  const banner = within(await screen.findByRole('region', { name: 'Preview' }));
  expect(
    banner.getByText('PREVIEW MODE - This is how your case study will appear to visitors'),
  ).toBeVisible();
  expect(banner.getByText('Draft')).toBeVisible();
  expect(banner.getByRole('link', { name: 'Edit' })).toHaveAttribute(
    'href',
    `/admin/case-studies/edit/${ID}`,
  );
});

test('APREV-3, APREV-4, R-37: below the banner is the public page', async () => {
  openPreview(ID, { [STUDIES]: () => json(row()) });
  expect(await screen.findByRole('heading', { level: 1, name: 'Larder Lane' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'The Challenge' })).toBeVisible();
  expect(await screen.findByText('The shelves were full.')).toBeVisible();
});

test('APREV-14: the gallery is shown only if there are pictures', async () => {
  openPreview(ID, { [STUDIES]: () => json(row()) });
  await screen.findByRole('heading', { name: 'Larder Lane' });
  expect(screen.queryByRole('heading', { name: 'Project Gallery' })).not.toBeInTheDocument();
});

test('APREV-15: the call to action has its own heading, or the one of the specification', async () => {
  openPreview(ID, { [STUDIES]: () => json(row({ cta_headline: 'Sell more squash?' })) });
  expect(await screen.findByRole('heading', { name: 'Sell more squash?' })).toBeVisible();
  expect(screen.queryByText('Want Similar Results?')).not.toBeInTheDocument();
});

test.each([
  ['an unknown id', ID],
  ['a malformed id', 'nonsense'],
])('APREV-16: %s is not found and has a link to the list', async (_, id) => {
  openPreview(id, { [STUDIES]: () => json({ code: 'PGRST116', message: 'no rows' }, 406) });
  expect(await screen.findByRole('heading', { name: 'Case study not found' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to case studies' })).toHaveAttribute(
    'href',
    '/admin/case-studies',
  );
});

test('R-27: a preview that cannot be loaded is an error with a retry, not a missing study', async () => {
  const { server, user } = openPreview(ID, {
    [STUDIES]: () => json({ message: 'closed', code: 'XX000' }, 500),
  });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Failed to load case study');
  server.on({ [STUDIES]: () => json(row()) });
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Preview' })).toBeVisible();
});

test('a preview shows that it loads and is noindex', async () => {
  const answer = held(() => json(row()));
  openPreview(ID, { [STUDIES]: answer.handler });
  expect(screen.getByRole('status')).toHaveTextContent('Loading case study...');
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  answer.release();
  await waitFor(() => expect(document.title).toContain('Larder Lane'));
});
