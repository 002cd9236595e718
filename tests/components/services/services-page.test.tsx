import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { ServiceList } from '@/components/sections/service-list';
import { ServiceRows } from '@/components/sections/service-rows';
import { services } from '@brand/texts/services';
import * as appState from '@/lib/app-state';
import { ServicesPage } from '@/pages/public/services-page';
import { closeNotices, openNotice } from '../../support/notices';
import { specified } from '../../support/specified';

afterEach(() => {
  appState.setAppState({ selectedServiceId: undefined });
  vi.restoreAllMocks();
  closeNotices();
});

function openPage() {
  render(
    <MemoryRouter initialEntries={['/services']}>
      <Routes>
        <Route path="/services" element={<ServicesPage />} />
        <Route path="/contact" element={<h1>Contact Us</h1>} />
      </Routes>
    </MemoryRouter>,
  );
  return userEvent.setup();
}

const contactLink = (title: string) =>
  screen.getByRole('link', { name: `Contact Us about ${title}` });

test.for([
  ['The operation is insecure.', 'The operation is insecure.'],
  ['', 'An unexpected error occurred'],
])(
  'SVC-6, SVC-7: a choice that cannot be kept is said (%j), and the link leads on',
  async ([message, words]) => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error(message);
    });
    const user = openPage();
    await user.click(contactLink('Digital Marketing'));
    expect(openNotice()).toMatchObject({
      ...{ type: 'error', title: 'Service Selection Failed', description: words },
    });
    expect(screen.getByRole('heading', { name: 'Contact Us' })).toBeVisible();
    expect(appState.getAppState().selectedServiceId).toBe('digital-marketing');
  },
);

test('SVC-1: the hero has clouds and a stop button', () => {
  openPage();
  expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
  expect(document.querySelectorAll('[data-cloud]')).toHaveLength(25);
  expect(screen.getByRole('button', { name: 'Pause clouds' })).toBeInTheDocument();
});

test('SVC-2, SVC-5: the services, with pictures on alternating sides', () => {
  openPage();
  const cards = screen.getAllByRole('article');
  expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual(
    services.map(({ title }) => title),
  );
  expect(cards.map((card) => card.dataset.side)).toEqual(
    services.map((_, place) => (place % 2 === 0 ? 'left' : 'right')),
  );
});

test('ROUTE-4..8: each service is the target of its hash', () => {
  openPage();
  expect(screen.getAllByRole('article').map(({ id }) => id)).toEqual(services.map(({ id }) => id));
});

specified('SVC-5, ROUTE-4..8: the titles and hashes of the specification', () => {
  expect(services.map(({ id, title }) => [id, title])).toEqual([
    ['virtual-assistant', 'Virtual Assistant Placement'],
    ['ai-implementation', 'AI Implementation'],
    ['web-development', 'Web & App Development'],
    ['creative-design', 'Creative Design & Branding'],
    ['digital-marketing', 'Digital Marketing'],
  ]);
  expect(services[1]?.description).toContain('AI implementation consulting');
});

test('SVC-3: each service lists three features', () => {
  openPage();
  for (const card of screen.getAllByRole('article')) {
    expect(within(card).getAllByRole('listitem')).toHaveLength(3);
  }
});

test('SVC-4: each service links to the contact page and is remembered', async () => {
  const user = openPage();
  for (const { title, invitation } of services) {
    expect(contactLink(title)).toHaveAttribute('href', '/contact');
    expect(screen.getByText(invitation)).toBeVisible();
  }
  await user.click(contactLink(services[1]?.title ?? ''));
  expect(screen.getByRole('heading', { name: 'Contact Us' })).toBeInTheDocument();
  expect(appState.getAppState().selectedServiceId).toBe(services[1]?.id);
});

test('SVC-8: without services the page shows a text', () => {
  render(<ServiceList services={[]} onSelect={vi.fn()} />);
  expect(screen.getByText('No services available.')).toBeInTheDocument();
});

test('HOME-7: a row for each service, linked to its section of the services page', () => {
  render(
    <MemoryRouter>
      <ServiceRows services={services.slice(0, 3)} />
    </MemoryRouter>,
  );
  const links = screen.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    services.slice(0, 3).map(({ id, title }) => [title, `/services#${id}`]),
  );
});
