import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { CaseStudyCard } from '@/features/case-studies/components/case-study-card';
import { CaseStudyGrid } from '@/features/case-studies/components/case-study-grid';
import { CaseStudyList } from '@/features/case-studies/components/case-study-list';
import type { CaseStudy } from '@/features/case-studies/model';
import { bareStudy, fullStudy } from './public-study';
import { services } from '@brand/services';

function renderCard(study: CaseStudy) {
  return render(<CaseStudyCard study={study} />, { wrapper: MemoryRouter });
}

function queryOf(overrides: {
  status: 'pending' | 'error' | 'success';
  data?: CaseStudy[];
  error?: Error;
}) {
  const { status, data, error = null } = overrides;
  return { status, data, error, refetch: vi.fn(), isFetching: status === 'pending' };
}

test('PROJ-3, CONST-7: a card shows two of three service tags', () => {
  renderCard(fullStudy({ serviceTags: ['Design', 'Development', 'Marketing'] }));

  const tags = within(screen.getByRole('list', { name: 'Services' })).getAllByRole('listitem');
  expect(tags.map((tag) => tag.textContent)).toEqual(['Design', 'Development']);
});

test('PROJ-4, CONST-7: a card shows the first metric and no other', () => {
  renderCard(fullStudy());

  expect(screen.getByText('+64%')).toBeInTheDocument();
  expect(screen.getByText('baskets filled')).toBeInTheDocument();
  expect(screen.queryByText('3 min')).not.toBeInTheDocument();
});

test('PROJ-12: a study without a picture has the fallback image of its category', () => {
  const [{ id }] = services;
  const { container } = renderCard(
    bareStudy({ category: 'Food and retail', serviceTags: [id.replaceAll('-', ' ')] }),
  );

  expect(container.querySelector('img')).toHaveAttribute('src', `/images/fallback-${id}-960.webp`);
});

test('PROJ-12: a study with only a title has a fallback image, category and year, and no empty parts', () => {
  const { container } = renderCard(bareStudy({ category: 'Case Study', year: 2024 }));

  expect(container.querySelector('img')).toHaveAttribute(
    'src',
    '/images/fallback-default-960.webp',
  );
  expect(screen.getByText('Case Study')).toBeInTheDocument();
  expect(screen.getByText('2024')).toBeInTheDocument();
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
  expect(container.querySelectorAll('p:empty, ul:empty, div:empty')).toHaveLength(0);
});

test('PROJ-2: the whole card is one link and one tab stop, and leads to the study', async () => {
  const user = userEvent.setup();
  renderCard(fullStudy());

  await user.tab();

  const link = screen.getByRole('link', { name: 'Larder & Lane' });
  expect(link).toHaveFocus();
  expect(link).toHaveAttribute('href', '/projects/larder-lane');
  await user.tab();
  expect(document.body).toHaveFocus();
});

test('a card shows the slot content of its page', () => {
  render(<CaseStudyCard study={fullStudy()} actions={<button>Share</button>} />, {
    wrapper: MemoryRouter,
  });

  expect(screen.getByRole('button', { name: 'Share' })).toBeInTheDocument();
});

test('PROJ-2, PROJ-11: the grid shows every study in the order given', () => {
  const studies = ['Third', 'First', 'Second', 'Fifth', 'Fourth', 'Sixth', 'Seventh'].map((title) =>
    bareStudy({ id: title, title }),
  );
  render(<CaseStudyGrid studies={studies} />, { wrapper: MemoryRouter });

  const titles = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
  expect(titles).toEqual(studies.map((study) => study.title));
});

test('only the first cover of the page is fetched with high priority', () => {
  const studies = ['one', 'two', 'three'].map((id) => fullStudy({ id }));
  const { container } = render(<CaseStudyGrid studies={studies} isFirstCritical />, {
    wrapper: MemoryRouter,
  });

  const loading = [...container.querySelectorAll('img')].map((one) => one.getAttribute('loading'));
  expect(loading).toEqual(['eager', 'lazy', 'lazy']);
});

test('PROJ-6, CONST-7: six skeleton cards while the list loads', () => {
  const { container } = render(<CaseStudyList query={queryOf({ status: 'pending' })} />, {
    wrapper: MemoryRouter,
  });

  expect(container.querySelectorAll('[data-skeleton-card]')).toHaveLength(6);
  expect(screen.getByRole('status')).toHaveTextContent('Loading case studies...');
});

test('PROJ-7: a failed list shows an error with a retry', async () => {
  const user = userEvent.setup();
  const query = queryOf({ status: 'error', error: new Error('permission denied for table') });
  render(<CaseStudyList query={query} />, { wrapper: MemoryRouter });

  expect(
    screen.getByText('Error loading case studies. Please try again later.'),
  ).toBeInTheDocument();
  expect(screen.getByRole('alert')).not.toHaveTextContent('permission denied');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(query.refetch).toHaveBeenCalledOnce();
});

test('PROJ-8: an empty list says so, without a hint for visitors', () => {
  render(<CaseStudyList query={queryOf({ status: 'success', data: [] })} />, {
    wrapper: MemoryRouter,
  });

  expect(screen.getByText('No case studies available yet.')).toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test('PROJ-9: a signed-in user gets a link to create the first study', () => {
  render(<CaseStudyList query={queryOf({ status: 'success', data: [] })} isStaff />, {
    wrapper: MemoryRouter,
  });

  expect(screen.getByText('No case studies available yet.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Create the first one' })).toHaveAttribute(
    'href',
    '/admin/case-studies/new',
  );
});

test('a loaded list stays when a refetch fails', () => {
  const query = queryOf({ status: 'error', data: [fullStudy()], error: new Error('late') });
  render(<CaseStudyList query={query} />, { wrapper: MemoryRouter });

  expect(screen.getByRole('link', { name: 'Larder & Lane' })).toBeInTheDocument();
  expect(screen.getByRole('alert')).toBeInTheDocument();
});
