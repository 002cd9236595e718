import { readFileSync } from 'node:fs';
import { useState } from 'react';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, onTestFinished, test } from 'vitest';
import { PublicLayout, type PublicLayoutProps } from '@/components/layout/public-layout';
import { paths } from '@/lib/paths';
import { agency } from '@brand/agency';
import { specified } from '../../support/specified';

const services = [
  'Virtual assistant placement',
  'AI implementation consulting',
  'Web and app development',
  'Creative design and branding',
  'Digital marketing',
].map((title, index) => ({ id: `service-${index + 1}`, title }));

function Site({
  startsOpen = false,
  ...overrides
}: Partial<PublicLayoutProps> & { startsOpen?: boolean }) {
  const [isMenuOpen, setIsMenuOpen] = useState(startsOpen);
  return (
    <PublicLayout
      services={services}
      year={2026}
      isMenuOpen={isMenuOpen}
      onMenuOpenChange={setIsMenuOpen}
      {...overrides}
    />
  );
}

function renderSite(props: Parameters<typeof Site>[0] = {}, at: string = paths.home) {
  return render(
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        <Route element={<Site {...props} />}>
          <Route path="*" element={<h1>Page</h1>} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
}

const linkNames = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => link.textContent);

test('SHELL-1: the bar has the logo, which links to the home page', () => {
  renderSite({}, paths.about);
  const bar = screen.getByRole('banner');
  expect(within(bar).getByRole('link', { name: agency.name })).toHaveAttribute('href', '/');
});

test('SHELL-2, SHELL-11: for anonymous visitors the bar has exactly five links', () => {
  renderSite();
  const main = screen.getByRole('navigation', { name: 'Main' });
  expect(linkNames(main)).toEqual(['Home', 'About', 'Services', 'Projects', 'Contact']);
});

test('the link of the current page is marked', () => {
  renderSite({}, paths.projects);
  const main = screen.getByRole('navigation', { name: 'Main' });
  expect(within(main).getByRole('link', { current: 'page' })).toHaveTextContent('Projects');
});

test('SHELL-6, SHELL-7: links for signed-in users come after the five, at the end of the bar', () => {
  renderSite({
    staffLinks: [{ label: 'Admin', to: paths.adminImages }],
    account: <button type="button">Account</button>,
  });
  const main = screen.getByRole('navigation', { name: 'Main' });
  expect(linkNames(main)).toEqual(['Home', 'About', 'Services', 'Projects', 'Contact', 'Admin']);
  expect(within(main).getByRole('link', { name: 'Admin' })).toHaveAttribute(
    'href',
    '/admin/images',
  );
  expect(screen.getByRole('button', { name: 'Account' })).toBeInTheDocument();
});

test('THEME-2, THEME-3, THEME-5: the switch changes the theme and stores it', async () => {
  const user = userEvent.setup();
  renderSite();
  const [toggle] = screen.getAllByRole('button', { name: 'Dark theme' });
  if (!toggle) throw new Error('no theme switch');
  expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await user.click(toggle);
  await waitFor(() => expect(toggle).toHaveAttribute('aria-pressed', 'true'));
  expect(document.documentElement).toHaveClass('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  await user.click(toggle);
  await waitFor(() => expect(document.documentElement).not.toHaveClass('dark'));
  expect(localStorage.getItem('theme')).toBe('light');
});

test('SHELL-3, SHELL-4: the menu button opens a dialog with the same links and the blog', async () => {
  const user = userEvent.setup();
  renderSite();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  const button = screen.getByRole('button', { name: 'Menu' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  const menu = screen.getByRole('dialog', { name: 'Menu' });
  expect(linkNames(within(menu).getByRole('navigation'))).toEqual([
    'Home',
    'About',
    'Services',
    'Projects',
    'Contact',
    'Blog',
  ]);
  await user.click(within(menu).getByRole('button', { name: 'Close menu' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('SHELL-20: the menu closes on navigation', async () => {
  const user = userEvent.setup();
  renderSite({ startsOpen: true });
  const menu = screen.getByRole('dialog', { name: 'Menu' });
  await user.click(within(menu).getByRole('link', { name: 'About' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

function scrollTo(y: number) {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
  fireEvent.scroll(window);
}

const isAway = () => screen.getByRole('banner').hasAttribute('data-away');

test('the bar hides on scrolling down and shows on scrolling up', () => {
  onTestFinished(() => scrollTo(0));
  renderSite();
  expect(isAway()).toBe(false);
  scrollTo(400);
  expect(isAway()).toBe(true);
  scrollTo(380);
  expect(isAway()).toBe(false);
  scrollTo(900);
  expect(isAway()).toBe(true);
  scrollTo(0);
  expect(isAway()).toBe(false);
});

test('small scroll movements do not move the bar', () => {
  onTestFinished(() => scrollTo(0));
  renderSite();
  scrollTo(400);
  scrollTo(396);
  scrollTo(399);
  expect(isAway()).toBe(true);
});

test('the bar moves by transform only, and not while it has focus or an open menu', () => {
  const css = readFileSync('src/styles/index.css', 'utf8');
  const rule = /\.site-header\[data-away\](?<unless>[^{]*)\{(?<style>[^}]*)\}/.exec(css)?.groups;
  expect(rule?.style?.trim()).toBe('transform: translateY(-100%);');
  expect(rule?.unless?.trim()).toBe(":not(:has(:focus-visible, [aria-expanded='true']))");
});

test('Tab cycles inside the open menu', async () => {
  const user = userEvent.setup();
  renderSite({ startsOpen: true });
  const menu = screen.getByRole('dialog', { name: 'Menu' });
  const first = within(menu).getByRole('button', { name: 'Close menu' });
  first.focus();
  await user.tab({ shift: true });
  expect(within(menu).getByRole('button', { name: 'Dark theme' })).toHaveFocus();
  await user.tab();
  expect(first).toHaveFocus();
});

test('a menu closed by the browser (Escape) is closed for the app too', async () => {
  renderSite({ startsOpen: true });
  const menu = screen.getByRole('dialog', { name: 'Menu' });
  fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'closed' }));
  expect(await screen.findByRole('button', { name: 'Menu', expanded: false })).toBeInTheDocument();
});

test('SHELL-12: the footer has Quick Links', () => {
  renderSite();
  const links = linkNames(screen.getByRole('navigation', { name: 'Quick Links' }));
  expect(links).toEqual(['Home', 'About', 'Projects', 'Blog', 'Contact']);
});

test('SHELL-13, CONST-7: the footer links to the first four services, and to all', () => {
  renderSite();
  const nav = screen.getByRole('navigation', { name: 'Services' });
  const shown = services.slice(0, 4).map(({ title }) => title);
  expect(linkNames(nav)).toEqual([...shown, 'All services']);
  expect(within(nav).getByRole('link', { name: 'Web and app development' })).toHaveAttribute(
    'href',
    '/services#service-3',
  );
});

test('SHELL-14, SHELL-15: the footer has Legal links, Admin Login among them', () => {
  renderSite();
  const nav = screen.getByRole('navigation', { name: 'Legal' });
  const targets = within(nav)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(targets).toEqual([
    ['Privacy Policy', '/privacy'],
    ['Terms of Service', '/terms'],
    ['Cookie Policy', '/cookie'],
    ['Admin Login', '/admin'],
  ]);
});

test('SHELL-16, R-33: the social links go to reserved addresses only', () => {
  renderSite();
  const links = within(screen.getByRole('navigation', { name: 'Social' })).getAllByRole('link');
  expect(links.length).toBeGreaterThan(0);
  links.forEach((link) =>
    expect(link.getAttribute('href')).toMatch(/^https:\/\/[\w.]+\.example\//),
  );
});

test('the footer has the year it is given and the tagline', () => {
  renderSite({ year: 2031 });
  const footer = screen.getByRole('contentinfo');
  expect(footer).toHaveTextContent(`© 2031 ${agency.name}`);
  expect(footer).toHaveTextContent(agency.tagline);
});

specified('SHELL-23: the tagline is the specified one', () => {
  expect(agency.tagline).toBe('Greatness is crafted over time');
});

test('the first Tab stop is the skip link', async () => {
  const user = userEvent.setup();
  renderSite();
  await user.tab();
  const skip = screen.getByRole('link', { name: 'Skip to content' });
  expect(skip).toHaveFocus();
  expect(skip).toHaveAttribute('href', `#${screen.getByRole('main').id}`);
});
