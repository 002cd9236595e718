import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { site } from '@/content/site';
import { telephoneLink } from '@/lib/links';
import { noteVisit } from '@/lib/visit';
import { setAppState } from '@/lib/app-state';
import { ContactPage } from '@/pages/public/contact-page';
import { offices } from '@brand/offices';
import { services } from '@brand/services';
import { contactContent } from '@brand/texts/contact';
import { specified } from '../../support/specified';

const [service] = services;

specified('OFFICE-1..3: the words above the offices', () => {
  expect(contactContent.offices).toMatchObject({
    title: 'Global Offices',
    headline: 'Our Worldwide Presence',
    lead: 'Three strategic locations, one unified vision',
  });
});

afterEach(() => {
  setAppState({ selectedServiceId: undefined });
  sessionStorage.clear();
  vi.restoreAllMocks();
});

function openPage() {
  return render(
    <MemoryRouter initialEntries={['/contact']}>
      <ContactPage />
    </MemoryRouter>,
  );
}

const email = () => screen.getByRole('link', { name: site.email });

test('CONTACT-1, CONTACT-2: the hero links to the form', () => {
  const { container } = openPage();
  expect(screen.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeInTheDocument();
  const link = screen.getByRole('link', { name: 'Get Started' });
  expect(link).toHaveAttribute('href', '/contact#contact-form');
  const target = container.querySelector('#contact-form');
  expect(target).toContainElement(screen.getByRole('form', { name: 'Contact' }));
  expect(screen.getByRole('heading', { name: 'Get In Touch' })).toBeInTheDocument();
});

test('CONTACT-3: the team replies within 24 hours', () => {
  openPage();
  expect(screen.getByText(/Our team replies within 24 hours/)).toBeInTheDocument();
});

test('email and telephone are shown beside the form', () => {
  openPage();
  expect(email()).toHaveAttribute('href', `mailto:${site.email}`);
  const call = screen.getAllByRole('link', { name: site.phone })[0];
  expect(call).toHaveAttribute('href', telephoneLink(site.phone));
});

test('a service chosen on the services page is selected in the form, with its origin', () => {
  setAppState({ selectedServiceId: service.id });
  openPage();
  expect(screen.getByLabelText('Service (optional)')).toHaveValue(service.id);
  const question = screen.getByRole('checkbox', { name: 'Tell us what brought you here' });
  expect(question).not.toBeChecked();
  expect(question).toHaveAccessibleDescription(`Services: ${service.title}`);
});

test('the question names the first page, the website before it and the studies that were opened', () => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://www.search.example/find?q=x');
  noteVisit('/services');
  noteVisit('/projects/bakery');
  openPage();
  expect(
    screen.getByRole('checkbox', { name: 'Tell us what brought you here' }),
  ).toHaveAccessibleDescription('/services, from www.search.example /projects/bakery');
});

test('a visit that began on this page has no question', () => {
  noteVisit('/contact');
  openPage();
  expect(screen.queryByRole('checkbox', { name: /brought you/ })).not.toBeInTheDocument();
});

test('a visit without a chosen service shows no question about it', () => {
  openPage();
  expect(screen.queryByRole('checkbox', { name: /brought you/ })).not.toBeInTheDocument();
  expect(screen.getByLabelText('Service (optional)')).toHaveDisplayValue('Please select');
});

test('a mail started after choosing a service has it as subject', () => {
  setAppState({ selectedServiceId: service.id });
  openPage();
  expect(email()).toHaveAttribute(
    'href',
    `mailto:${site.email}?subject=${encodeURIComponent(service.title)}`,
  );
});

test('an unknown service is not used as subject', () => {
  setAppState({ selectedServiceId: 'time-travel' });
  openPage();
  expect(email()).toHaveAttribute('href', `mailto:${site.email}`);
});

test('the offices have their headings', () => {
  openPage();
  const { heading, title, headline, lead } = contactContent.offices;
  expect(screen.getByRole('heading', { level: 2, name: heading })).toBeInTheDocument();
  for (const name of [title, headline]) {
    expect(screen.getByRole('heading', { level: 3, name })).toBeInTheDocument();
  }
  expect(screen.getByText(lead)).toBeInTheDocument();
  const cities = screen
    .getAllByRole('article')
    .map((office) => within(office).getByRole('heading').textContent);
  expect(cities).toEqual(offices.map(({ city }) => city));
});
