import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  fakeSupabase,
  freshImport,
  held,
  json,
  type FakeHandler,
} from '../../support/fake-supabase';
import { studyRow } from '../case-studies/public-study';
import { services } from '@brand/services';
import { homeContent } from '@brand/texts/home';
import { specified } from '../../support/specified';

const STUDIES = 'GET /rest/v1/case_studies';
const published = ['First', 'Second', 'Third'].map((title, index) =>
  studyRow({ id: `3f0e1c5a-0000-4000-8000-00000000000${index + 1}`, title }),
);

// No UFO during these tests.
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});

function Elsewhere() {
  const { pathname, hash } = useLocation();
  return <p>at {pathname + hash}</p>;
}

/** As many rows as requested, like the server. */
const newest: FakeHandler = ({ url }) =>
  json(published.slice(0, Number(url.searchParams.get('limit'))));

async function openPage(answer: FakeHandler = newest) {
  const backend = fakeSupabase({ [STUDIES]: answer });
  const { HomePage } = await freshImport(() => import('@/pages/public/home-page'));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { container } = render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Routes>
          <Route path="/" element={<HomePage />} />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(backend.requestsTo(STUDIES)).toHaveLength(1));
  return { container, user: userEvent.setup() };
}

/** The part of the page under this heading. */
function part(heading: string) {
  const section = screen.getByRole('heading', { level: 2, name: heading }).closest('section');
  if (!section) throw new Error(`${heading} heads no section`);
  return within(section);
}

test('HOME-1, HOME-2: the hero has one heading, and "Start Your Journey" links to the contact page', async () => {
  const { user } = await openPage();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  await user.click(screen.getByRole('link', { name: 'Start Your Journey' }));
  expect(screen.getByText('at /contact')).toBeInTheDocument();
});

test('HOME-3, R-28: 25 clouds behind the title, hidden from assistive technology, with a stop button', async () => {
  const { container, user } = await openPage();
  const clouds = container.querySelectorAll('[data-cloud]');
  expect(clouds).toHaveLength(25);
  const sky = container.querySelector('[aria-hidden="true"]:has([data-cloud])');
  expect(sky).not.toContainElement(screen.getByRole('heading', { level: 1 }));
  const pause = screen.getByRole('button', { name: 'Pause clouds' });
  expect(pause.closest('[aria-hidden="true"]')).toBeNull();
  await user.click(pause);
  expect(container.querySelector('[data-paused]')).toContainElement(
    container.querySelector<HTMLElement>('[data-cloud]'),
  );
});

test.for([
  [0.09, 1],
  [0.1, 0],
] as const)('HOME-4: with a random number of %d there is %i UFO', async ([dice, ufos]) => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  vi.spyOn(Math, 'random').mockReturnValue(dice);
  const { container } = await openPage();
  const { UFO_DELAY_MS } = await import('@/components/clouds/ufo');
  await vi.advanceTimersByTimeAsync(UFO_DELAY_MS);
  await waitFor(() => expect(container.querySelectorAll('[data-ufo] img')).toHaveLength(ufos));
  vi.useRealTimers();
});

test('HOME-5: "Who We Are" has its text and links to the story', async () => {
  await openPage();
  expect(part('Who We Are').getByText(homeContent.about.paragraphs[1])).toBeInTheDocument();
  expect(part('Who We Are').getByRole('link')).toHaveAttribute('href', '/about');
});

specified('HOME-7: virtual assistants, AI and web', () => {
  expect(homeContent.services.shown).toEqual([
    'virtual-assistant',
    'ai-implementation',
    'web-development',
  ]);
});

test('HOME-6, HOME-7: "What We Do" shows three services, each with its picture and its link', async () => {
  await openPage();
  const rows = part('What We Do').getAllByRole('listitem');
  const shown = rows.map((row) => [
    within(row).getByRole('heading', { level: 3 }).textContent,
    within(row).getByRole('link').getAttribute('href'),
    // For the day and for the night; CSS displays one of them.
    ...within(row)
      .getAllByRole('img')
      .map((picture) => picture.getAttribute('src')),
  ]);
  expect(shown).toEqual(
    services
      .slice(0, 3)
      .map(({ id, title }) => [
        title,
        `/services#${id}`,
        `/images/service-${id}-960.webp`,
        `/images/service-${id}-night-960.webp`,
      ]),
  );
});

test('HOME-8: "View All Services" links to all of them', async () => {
  const { user } = await openPage();
  await user.click(screen.getByRole('link', { name: 'View All Services' }));
  expect(screen.getByText('at /services')).toBeInTheDocument();
});

test('the two studies changed last are featured', async () => {
  await openPage();
  await screen.findByRole('link', { name: 'First' });
  const titles = part(homeContent.projects.title)
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent);
  expect(titles).toEqual(['First', 'Second']);
});

test.for([
  ['there are none', () => json([])],
  ['the server is out of reach', () => json({ message: 'Bad gateway' }, 502)],
] as const)('the page is complete when %s', async ([, answer]) => {
  await openPage(answer);
  const closing = part('Tell us what you are making.');
  expect(closing.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact');
  await waitFor(() =>
    expect(screen.queryByRole('heading', { name: 'Lately on the bench' })).not.toBeInTheDocument(),
  );
});

test('the page does not wait for the studies and reserves their space', async () => {
  const { handler, release } = held(() => json(published));
  const { container } = await openPage(handler);
  expect(container.querySelectorAll('[data-skeleton-card]')).toHaveLength(2);
  expect(screen.getByRole('heading', { name: 'What We Do' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Write to us' })).toBeInTheDocument();
  release();
  expect(await screen.findByRole('link', { name: 'First' })).toBeInTheDocument();
});
