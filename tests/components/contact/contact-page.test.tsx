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

test('CONTACT-1, CONTACT-2: the hero leads to where one gets in touch', () => {
  const { container } = openPage();
  expect(screen.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeInTheDocument();
  const link = screen.getByRole('link', { name: 'Get Started' });
  expect(link).toHaveAttribute('href', '/contact#get-in-touch');
  const target = container.querySelector('#get-in-touch');
  expect(target).toContainElement(screen.getByRole('heading', { name: 'Get In Touch' }));
});

test('CONTACT-3: the team replies within 24 hours', () => {
  openPage();
  expect(screen.getByText(/Our team replies within 24 hours/)).toBeInTheDocument();
});

test('until there is a form, mail and telephone are the way', () => {
  openPage();
  expect(email()).toHaveAttribute('href', `mailto:${site.email}`);
  const call = screen.getAllByRole('link', { name: site.phone })[0];
  expect(call).toHaveAttribute('href', 'tel:+17185550142');
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
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
