import 'fake-indexeddb/auto';
import { hashKey, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import {
  fakeSupabase,
  freshImport,
  held,
  json,
  signedInAs,
  type FakeHandler,
  type FakeRoutes,
} from '../../support/fake-supabase';
import { STUDY_ID, studyRow } from './public-study';
import { agency } from '@brand/agency';
import { toCaseStudy } from '@/features/case-studies/model';
import { caseStudyQueries } from '@/features/case-studies/queries';
import { keepCopy } from '@/lib/stored-copies';

const STUDIES = 'GET /rest/v1/case_studies';
const PAGE = '/projects/larder-lane';
const OTHER_IDS = [2, 3, 4, 5].map((number) => `3f0e1c5a-0000-4000-8000-00000000000${number}`);
const others = OTHER_IDS.map((id, index) =>
  studyRow({ id, slug: `other-${index + 1}`, title: `Other ${index + 1}` }),
);

const notThere: FakeHandler = () =>
  json({ code: 'PGRST116', message: 'The result contains 0 rows' }, 406);
const outOfReach: FakeHandler = () => json({ message: 'Bad gateway' }, 502);

const isForOne = ({ searchParams }: URL) => searchParams.has('id') || searchParams.has('slug');

/** One response for the detail, another for the list: both query the same table. */
function studies(answers: { one?: FakeHandler; list?: FakeHandler }): FakeRoutes {
  const { one = notThere, list = () => json([]) } = answers;
  return {
    [STUDIES]: (request) => (isForOne(request.url) ? one(request) : list(request)),
  };
}

/** @param areCopiesKept as in the app: without it, a failure is final at once */
async function openPage(path: string, routes: FakeRoutes, areCopiesKept = false) {
  const backend = fakeSupabase(routes);
  const { ProjectsPage, CaseStudyPage, createQueryClient } = await freshImport(async () => ({
    ...(await import('@/app/query-client')),
    ...(await import('@/pages/public/projects-page')),
    ...(await import('@/pages/public/case-study-page')),
  }));
  const user = userEvent.setup();
  const client = areCopiesKept
    ? createQueryClient()
    : new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/projects" element={<ProjectsPage />} />
          <Route path="/projects/services/:service" element={<ProjectsPage />} />
          <Route path="/projects/:id" element={<CaseStudyPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { backend, user };
}

const robots = () => document.head.querySelector('meta[name="robots"]')?.getAttribute('content');

test('PROJ-1, PROJ-2, PROJ-5, PROJ-10, PROJ-11: hero, grid in the order of the server, and the closing block', async () => {
  const { backend } = await openPage('/projects', studies({ list: () => json(others) }));

  expect(screen.getByRole('heading', { level: 1, name: 'Projects' })).toBeInTheDocument();
  await screen.findByRole('link', { name: 'Other 1' });
  const region = within(screen.getByRole('region', { name: 'Case studies' }));
  const titles = region.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
  expect(titles).toEqual(['Other 1', 'Other 2', 'Other 3', 'Other 4']);
  const block = screen.getByRole('heading', { name: 'Start Your Project' }).closest('section');
  expect(within(block ?? document.body).getByRole('link')).toHaveAttribute('href', '/contact');
  expect(backend.requests[0]?.url.searchParams.get('status')).toBe('eq.published');
  expect(backend.requests[0]?.url.searchParams.get('order')).toBe(
    'place.asc.nullslast,updated_at.desc',
  );
  expect(document.title).toBe(`Projects | ${agency.name}`);
});

test('the projects of one service and industry, with links to the others', async () => {
  const { backend } = await openPage('/projects/services/web?industry=retail', {
    ...studies({ list: () => json(others) }),
    'GET /rest/v1/rpc/list_case_study_topics': () =>
      json([
        { kind: 'service', name: 'Web', slug: 'web', studies: 4 },
        { kind: 'service', name: 'Design', slug: 'design', studies: 2 },
        { kind: 'industry', name: 'Retail', slug: 'retail', studies: 1 },
        { kind: 'industry', name: 'Transport', slug: 'transport', studies: 1 },
      ]),
  });

  await screen.findByRole('link', { name: 'Design' });
  const services = within(screen.getByRole('navigation', { name: 'Projects by service' }));
  const industries = within(screen.getByRole('navigation', { name: 'Projects by industry' }));
  expect(await services.findByRole('link', { name: 'Web' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  expect(services.getByRole('link', { name: 'Design' })).toHaveAttribute(
    'href',
    '/projects/services/design?industry=retail',
  );
  expect(industries.getByRole('link', { name: 'All industries' })).toHaveAttribute(
    'href',
    '/projects/services/web',
  );
  const asked = backend.requestsTo(STUDIES)[0]?.url.searchParams;
  expect([asked?.get('service_slugs'), asked?.get('industry_slug')]).toEqual([
    'cs.{web}',
    'eq.retail',
  ]);
  expect(document.title).toBe(`Web: Projects | ${agency.name}`);
  expect(document.head.querySelector('meta[name="description"]')).toHaveAttribute(
    'content',
    expect.stringMatching(/^Web: /),
  );
  expect(document.head.querySelector('link[rel="canonical"]')).toHaveAttribute(
    'href',
    `${location.origin}/projects/services/web`,
  );
});

test('a filter without studies says so and leads back', async () => {
  await openPage('/projects/services/nothing', studies({}));

  await screen.findByText('No project here yet');
  expect(screen.getByRole('link', { name: 'See all projects' })).toHaveAttribute(
    'href',
    '/projects',
  );
});

test('PROJ-6: six skeleton cards until the server answers', async () => {
  const { handler, release } = held(() => json(others));
  await openPage('/projects', studies({ list: handler }));

  expect(document.querySelectorAll('[data-skeleton-card]')).toHaveLength(6);
  release();
  await screen.findByRole('link', { name: 'Other 1' });
  expect(document.querySelectorAll('[data-skeleton-card]')).toHaveLength(0);
});

test('PROJ-7: after an error the list can be retried', async () => {
  const { backend, user } = await openPage('/projects', studies({ list: outOfReach }));
  await screen.findByText('Error loading case studies. Please try again later.');

  backend.on(studies({ list: () => json(others) }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByRole('link', { name: 'Other 1' })).toBeInTheDocument();
});

test('PROJ-8: a visitor of an empty portfolio gets no hint', async () => {
  await openPage('/projects', studies({}));

  await screen.findByText('No case studies available yet.');
  expect(screen.queryByRole('link', { name: 'Create the first one' })).not.toBeInTheDocument();
});

test.each([
  ['staff', 'editor'],
  ['waiting for approval', null],
] as const)('PROJ-9: a signed-in user who %s gets a hint', async (_, role) => {
  await openPage('/projects', { ...studies({}), ...signedInAs(role) });

  expect(await screen.findByRole('link', { name: 'Create the first one' })).toHaveAttribute(
    'href',
    '/admin/case-studies/new',
  );
});

test('CS-21: a spinner names what is loading', async () => {
  const { handler, release } = held(() => json(studyRow()));
  await openPage(PAGE, studies({ one: handler }));

  expect(screen.getByRole('status')).toHaveTextContent('Loading case study...');
  release();
  expect(await screen.findByRole('heading', { name: 'Larder & Lane' })).toBeInTheDocument();
});

test('the study sets title, description and canonical address', async () => {
  await openPage(
    PAGE,
    studies({ one: () => json(studyRow({ meta_description: 'A shop for a valley' })) }),
  );

  await screen.findByRole('heading', { name: 'Larder & Lane' });
  expect(document.title).toBe(`Larder & Lane | ${agency.name}`);
  const content = (name: string) =>
    document.head.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
  expect(content('description')).toBe('A shop for a valley');
  expect(document.head.querySelector('link[rel="canonical"]')).toHaveAttribute(
    'href',
    location.origin + location.pathname,
  );
  expect(robots()).not.toBe('noindex');
});

test('CS-22, R-27: an unreachable server is an error with a retry', async () => {
  const { backend, user } = await openPage(PAGE, studies({ one: outOfReach, list: outOfReach }));

  expect(
    await screen.findByRole('heading', { name: 'Error Loading Case Study' }),
  ).toBeInTheDocument();
  expect(screen.getByText('Please try again later.')).toBeInTheDocument();
  backend.on(studies({ one: () => json(studyRow()) }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Larder & Lane' })).toBeInTheDocument();
});

test('while the server is unreachable, a study is taken from the loaded list', async () => {
  const { backend, user } = await openPage(
    PAGE,
    studies({ one: outOfReach, list: () => json([studyRow(), ...others]) }),
  );

  expect(await screen.findByRole('heading', { name: 'Larder & Lane' })).toBeInTheDocument();
  const note = screen.getByText(/^Shown as of a moment ago/);
  backend.on(studies({ one: () => json(studyRow({ title: 'Larder and Lane' })) }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Larder and Lane' })).toBeInTheDocument();
  expect(note).not.toBeInTheDocument();
});

test('a visitor who has seen only the list gets its last copy while the server is unreachable', async () => {
  const data = { pages: [[toCaseStudy(studyRow())]], pageParams: [0] };
  await keepCopy(hashKey(caseStudyQueries.publishedList().queryKey), data);
  await openPage(PAGE, studies({ one: outOfReach, list: outOfReach }), true);

  expect(await screen.findByRole('heading', { name: 'Larder & Lane' })).toBeInTheDocument();
  expect(await screen.findByText(/^Shown as of a moment ago/)).toBeInTheDocument();
  expect(
    screen.queryByRole('heading', { name: 'Error Loading Case Study' }),
  ).not.toBeInTheDocument();
});

test('CS-23, CS-24, R-27, R-32: a study that the server does not return is not found and noindex', async () => {
  await openPage(PAGE, studies({}));

  expect(await screen.findByRole('heading', { name: 'Case Study Not Found' })).toBeInTheDocument();
  expect(screen.getByText("The case study you're looking for doesn't exist.")).toBeInTheDocument();
  expect(screen.getByRole('link')).toHaveAttribute('href', '/projects');
  expect(robots()).toBe('noindex');
});

test('CS-25, R-27: a malformed address is not found', async () => {
  const { backend } = await openPage('/projects/Not_an_address', studies({}));

  expect(await screen.findByRole('heading', { name: 'Case Study Not Found' })).toBeInTheDocument();
  expect(backend.requests.filter(({ url }) => isForOne(url))).toEqual([]);
});

test('CS-20, CONST-7: three other published projects, never the one on the page', async () => {
  await openPage(
    `/projects/${STUDY_ID.toUpperCase()}`,
    studies({ one: () => json(studyRow()), list: () => json([studyRow(), ...others]) }),
  );

  const heading = await screen.findByRole('heading', { name: 'Explore More Projects' });
  const region = within(heading.closest('section') ?? document.body);
  const titles = region.getAllByRole('heading', { level: 3 }).map((one) => one.textContent);
  expect(titles).toEqual(['Other 1', 'Other 2', 'Other 3']);
});

test('the address with the id leads to the one with the slug', async () => {
  const { backend } = await openPage(
    `/projects/${STUDY_ID}`,
    studies({ one: () => json(studyRow()) }),
  );

  await screen.findByRole('heading', { name: 'Larder & Lane' });
  const asked = backend.requests.map(({ url }) => url.searchParams);
  expect(asked.flatMap((one) => one.get('id') ?? one.get('slug') ?? [])).toEqual([
    `eq.${STUDY_ID}`,
    'eq.larder-lane',
  ]);
});

test('the study is shown when the other projects cannot be loaded', async () => {
  await openPage(PAGE, studies({ one: () => json(studyRow()), list: outOfReach }));

  expect(await screen.findByRole('heading', { name: 'Larder & Lane' })).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: /Error/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Explore More Projects' })).not.toBeInTheDocument();
});

test('coming from the grid, the study is shown without another request', async () => {
  const { backend, user } = await openPage(
    '/projects',
    studies({ list: () => json([studyRow(), ...others]) }),
  );

  await user.click(await screen.findByRole('link', { name: 'Larder & Lane' }));

  expect(screen.getByRole('heading', { level: 1, name: 'Larder & Lane' })).toBeInTheDocument();
  expect(backend.requestsTo(STUDIES)).toHaveLength(1);
});
