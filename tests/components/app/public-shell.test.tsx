import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PublicShell } from '@/app/public-shell';
import { fakeSupabase } from '../../support/fake-supabase';
import { agency } from '@brand/agency';

const site = (
  <MemoryRouter>
    <Routes>
      <Route element={<PublicShell />}>
        <Route path="/" element={<h1>Home</h1>} />
      </Route>
    </Routes>
  </MemoryRouter>
);

test('SHELL-17: the copyright has the current year, also on a page prerendered in another year', async () => {
  fakeSupabase();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-06-01T12:00:00Z') });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(site);
  expect(container.querySelector('footer')).toHaveTextContent(`© ${__BUILD_YEAR__} `);
  render(site, { container, hydrate: true });
  expect(await screen.findByRole('contentinfo')).toHaveTextContent(`© 2031 ${agency.name}`);
});
