import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { AdminLayout } from '@/components/layout/admin-layout';
import { AdminPage, SaveBar } from '@/components/layout/admin-page';
import { paths } from '@/lib/paths';

function renderAdmin(at: string) {
  return render(
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        <Route element={<AdminLayout account={<p>mira@example.com</p>} />}>
          <Route
            path="*"
            element={
              <AdminPage
                title="Case study"
                backLink={{ label: 'Case studies', to: paths.adminCaseStudies }}
                actions={<button type="button">Save</button>}
                status="Saved"
              >
                content
              </AdminPage>
            }
          />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
}

test('the rail lists the sections and marks the one of the current page', () => {
  renderAdmin(paths.adminCaseStudyEdit.to('42'));
  const rail = screen.getByRole('navigation', { name: 'Admin sections' });
  const links = within(rail)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['To do', '/admin/today'],
    ['Enquiries', '/admin/enquiries'],
    ['Case studies', '/admin/case-studies'],
    ['Blog', '/admin/blog'],
    ['Dashboard & images', '/admin/images'],
    ['Site', '/admin/site'],
    ['Newsletter', '/admin/newsletter'],
    ['Redirects', '/admin/redirects'],
    ['Security', '/admin/security'],
    ['Health', '/admin/health'],
  ]);
  expect(within(rail).getByRole('link', { current: 'page' })).toHaveTextContent('Case studies');
  expect(screen.getByRole('link', { name: 'View the site' })).toHaveAttribute('href', '/');
});

test.for([
  ['/about', '/about'],
  ['/', null],
  ['/admin/images', null],
  ['/auth', null],
] as const)('SHELL-19: after a link from %s the rail leads back to %s', ([page, back]) => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(location.origin + page);
  renderAdmin(paths.adminImages);
  const link = screen.queryByRole('link', { name: 'Continue where you were' });
  expect(link?.getAttribute('href') ?? null).toBe(back);
});

test('on small screens the rail is a sheet that closes when a section is chosen', async () => {
  const user = userEvent.setup();
  renderAdmin(paths.adminImages);
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  const sheet = screen.getByRole('dialog', { name: 'Menu' });
  expect(sheet).toHaveTextContent('mira@example.com');
  await user.click(within(sheet).getByRole('link', { name: 'Case studies' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a page has one heading, a back link, its actions and its status', () => {
  renderAdmin(paths.adminCaseStudyNew);
  const main = screen.getByRole('main');
  expect(within(main).getByRole('heading', { level: 1 })).toHaveTextContent('Case study');
  expect(within(main).getByRole('link', { name: 'Case studies' })).toHaveAttribute(
    'href',
    '/admin/case-studies',
  );
  expect(within(main).getByRole('button', { name: 'Save' })).toBeInTheDocument();
  expect(main).toHaveTextContent('Saved');
});

test('what has the focus is kept off the save bar at its real height, and the room is given back', () => {
  const root = document.documentElement.style;
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(170);
  const { unmount } = render(<SaveBar>Save</SaveBar>);
  expect(root.getPropertyValue('--page-bar')).toBe('170px');
  unmount();
  expect(root.getPropertyValue('--page-bar')).toBe('');
});
