import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { site } from '@/content/site';
import { setAppState } from '@/lib/app-state';
import { ContactPage } from '@/pages/public/contact-page';

afterEach(() => setAppState({ selectedServiceId: undefined }));

function openPage() {
  return render(
    <MemoryRouter initialEntries={['/contact']}>
      <ContactPage />
    </MemoryRouter>,
  );
}

const email = () => screen.getByRole('link', { name: site.email });

test('CONTACT-1, CONTACT-2: the hero leads to the form', () => {
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

test('mail and telephone are there for those who do not like forms', () => {
  openPage();
  expect(email()).toHaveAttribute('href', `mailto:${site.email}`);
  const call = screen.getAllByRole('link', { name: site.phone })[0];
  expect(call).toHaveAttribute('href', 'tel:+17185550142');
});

test('a service chosen on the services page is chosen in the form, and may be told', () => {
  setAppState({ selectedServiceId: 'creative-design' });
  openPage();
  expect(screen.getByLabelText('Service')).toHaveValue('creative-design');
  const question = screen.getByRole('checkbox', { name: 'Tell us which pages brought you here' });
  expect(question).not.toBeChecked();
  expect(question).toHaveAccessibleDescription('Services: Creative Design & Branding');
});

test('a visit the site remembers nothing of asks nothing about it', () => {
  openPage();
  expect(screen.queryByRole('checkbox', { name: /pages brought you/ })).not.toBeInTheDocument();
  expect(screen.getByLabelText('Service')).toHaveDisplayValue('Please select');
});

test('a mail begun after choosing a service is about that service', () => {
  setAppState({ selectedServiceId: 'creative-design' });
  openPage();
  expect(email()).toHaveAttribute(
    'href',
    `mailto:${site.email}?subject=Creative%20Design%20%26%20Branding`,
  );
});

test('a service nobody offers is no subject', () => {
  setAppState({ selectedServiceId: 'time-travel' });
  openPage();
  expect(email()).toHaveAttribute('href', `mailto:${site.email}`);
});

test('OFFICE-1..3: the offices stand under their headings', () => {
  openPage();
  expect(screen.getByRole('heading', { level: 2, name: 'Global Offices' })).toBeInTheDocument();
  expect(
    screen.getByRole('heading', { level: 3, name: 'Our Worldwide Presence' }),
  ).toBeInTheDocument();
  expect(screen.getByText('Three strategic locations, one unified vision')).toBeInTheDocument();
  const cities = screen
    .getAllByRole('article')
    .map((office) => within(office).getByRole('heading').textContent);
  expect(cities).toEqual(['Brooklyn', 'Los Angeles', 'Skopje']);
});
