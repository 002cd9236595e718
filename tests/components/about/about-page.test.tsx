import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { site } from '@/content/site';
import { AboutPage } from '@/pages/public/about-page';
import { agency } from '@brand/agency';
import { offices } from '@brand/offices';
import { team } from '@brand/people';
import { aboutContent } from '@brand/texts/about';
import { telephoneLink } from '@/lib/links';

beforeEach(() => {
  render(
    <MemoryRouter initialEntries={['/about']}>
      <AboutPage />
    </MemoryRouter>,
  );
});

function section(title: string) {
  const found = screen.getByRole('heading', { level: 2, name: title }).closest('section');
  if (!found) throw new Error(`no section ${title}`);
  return within(found);
}

test('ABOUT-1, ABOUT-2: the hero is titled Our Story and links to the contact page', () => {
  expect(screen.getByRole('heading', { level: 1, name: 'Our Story' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Get In Touch' })).toHaveAttribute('href', '/contact');
  expect(document.title).toBe(`Our Story | ${agency.name}`);
});

test('ABOUT-3: the page has a philosophy section', () => {
  expect(section('Our Philosophy').getByText(/one thing you keep/)).toBeInTheDocument();
});

test('ABOUT-4..7: three values, each with its text', () => {
  const values = section('What we hold on to').getAllByRole('listitem');
  expect(values.map((value) => within(value).getByRole('heading').textContent)).toEqual([
    'Intentionality',
    'Collaboration',
    'Joy in the Process',
  ]);
  for (const value of values) expect(value.querySelector('p')).not.toBeEmptyDOMElement();
});

test('ABOUT-8: the team, each with portrait, name, role and bio', () => {
  const members = section('The people you will talk to').getAllByRole('listitem');
  expect(members).toHaveLength(team.length);
  for (const member of members) {
    const name = within(member).getByRole('heading', { level: 3 }).textContent;
    for (const portrait of within(member).getAllByRole('img')) {
      expect(portrait).toHaveAccessibleName(new RegExp(name ?? ''));
    }
    expect(member.querySelectorAll('p')).toHaveLength(2);
  }
});

test('ABOUT-10, ABOUT-11: the offices with their clocks and key services', () => {
  const cards = section(aboutContent.offices.title).getAllByRole('article');
  expect(cards).toHaveLength(offices.length);
  for (const office of cards) {
    expect(within(office).getByText(/^\d{1,2}:\d\d [ap]m$/, { selector: 'time' })).toBeVisible();
    expect(within(office).getAllByRole('listitem').length).toBeGreaterThan(0);
  }
});

test('ABOUT-13, ABOUT-14: the page ends with the promises, email and telephone', () => {
  const closing = section(aboutContent.closing.title);
  expect(
    closing.getByText('Free consultation, no commitment, response within 24 hours.'),
  ).toBeInTheDocument();
  expect(closing.getByRole('link', { name: site.email })).toHaveAttribute(
    'href',
    `mailto:${site.email}`,
  );
  expect(closing.getByRole('link', { name: site.phone })).toHaveAttribute(
    'href',
    telephoneLink(site.phone),
  );
});
