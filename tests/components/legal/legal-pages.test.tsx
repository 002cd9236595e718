import { render, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, onTestFinished, test } from 'vitest';
import { telephoneLink } from '@/lib/links';
import { legalReviews } from '@/content/legal-reviews';
import { termsOfService } from '@/content/legal-terms';
import { site } from '@/content/site';
import { CookiePage } from '@/pages/public/cookie-page';
import { PrivacyPage } from '@/pages/public/privacy-page';
import { TermsPage } from '@/pages/public/terms-page';

const pages: [title: string, page: ReactElement][] = [
  ['Privacy Policy', <PrivacyPage key="privacy" />],
  ['Terms of Service', <TermsPage key="terms" />],
  ['Cookie Policy', <CookiePage key="cookie" />],
];

const open = (page: ReactElement) => render(<MemoryRouter>{page}</MemoryRouter>);

test.each(pages)('%s: title and date', (title, page) => {
  open(page);
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeInTheDocument();
  expect(document.title).toBe(`${title} | ${site.name}`);
  const date = screen.getByText(/^(?:November \d\d, |\d\d November )2026$/, { selector: 'time' });
  const day = /\d\d/.exec(date.textContent)?.[0];
  expect(date).toHaveAttribute('datetime', `2026-11-${day}`);
});

test('R-56: the page ends with the words that it is a template, until its text is reviewed', () => {
  onTestFinished(() => void Object.assign(legalReviews, { terms: '', privacy: '' }));
  const notice = () => screen.queryByText('A template, to be reviewed by counsel.');
  Object.assign(legalReviews, { privacy: termsOfService.updated, terms: '2020-01-01' });
  const { unmount } = open(<TermsPage />);
  expect(notice()).toBeVisible();
  unmount();
  Object.assign(legalReviews, { terms: termsOfService.updated });
  open(<TermsPage />);
  expect(notice()).not.toBeInTheDocument();
});

test.each(pages)('%s: the contents link to all numbered sections', (_, page) => {
  const { container } = open(page);
  const contents = screen.getByRole('navigation', { name: 'Contents' });
  const links = within(contents).getAllByRole('link');
  const sections = [...container.querySelectorAll<HTMLElement>('section[id]')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    sections.map(({ id }) => `#${id}`),
  );
  sections.forEach((section, index) => {
    const heading = within(section).getByRole('heading', { level: 2 });
    expect(heading).toHaveTextContent(new RegExp(`^${index + 1}\\.`));
    expect(links[index]).toHaveTextContent(heading.textContent?.replace('.', '') ?? '');
  });
});

test.each(pages)('LEGAL-1..5 on the %s', (_, page) => {
  open(page);
  expect(screen.getByText(new RegExp(`governed by ${site.law.governing}`))).toBeInTheDocument();
  expect(screen.getAllByText((text) => text.includes(site.law.currency)).length).toBeGreaterThan(0);
  const [mail] = screen.getAllByRole('link', { name: site.email });
  expect(mail).toHaveAttribute('href', `mailto:${site.email}`);
  const [phone] = screen.getAllByRole('link', { name: site.phone });
  expect(phone).toHaveAttribute('href', telephoneLink(site.phone));
  for (const line of site.postalAddress) {
    expect(screen.getAllByText(line, { selector: 'address *' }).length).toBeGreaterThan(0);
  }
});

test('the privacy policy has a table with a header for every row and column', () => {
  open(<PrivacyPage />);
  const table = screen.getByRole('table', { name: 'Personal data in our database' });
  const columns = within(table).getAllByRole('columnheader');
  expect(columns.map((column) => column.textContent)).toEqual([
    'Data',
    'What it contains',
    'Why',
    'How long',
  ]);
  const row = within(table).getByRole('row', { name: /Security events/ });
  expect(within(row).getByRole('rowheader')).toHaveTextContent('Security events');
  expect(row).toHaveTextContent('90 days');
});
