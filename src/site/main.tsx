import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { prepareStart } from '@/app/start';
import { endFirstView, endRedraw } from '@/boot/protocol';
import { isMailedLink } from '@/features/session/links/mailed-link';
import { startSession } from '@/features/session/session-store';
import { reportError } from '@/lib/error-reporting';
import { showKeptNotice } from '@/lib/kept-notice';
import { paths } from '@/lib/paths';
import { isPrerendered } from './prerendered-page';
import { loadPage } from './public-routes';
import { Site } from './site';

const app = (
  <StrictMode>
    <Site router={(inside) => <BrowserRouter>{inside}</BrowserRouter>} />
  </StrictMode>
);

void start(prepareStart());
import('./after-start').then(
  ({ afterStart }) => afterStart(),
  () => undefined,
);

// No top-level await: every page chunk imports this module's chunk and would wait for it.
async function start(container: HTMLElement) {
  const { pathname, search, hash } = location;
  // Links mailed by the Auth service lead to the site's root; the staff area reads their tokens.
  if (isMailedLink()) return location.replace(paths.auth + search + hash);
  void startSession();
  showKeptNotice();
  if (!isPrerendered(container)) {
    endFirstView();
    endRedraw();
    createRoot(container).render(app);
    return;
  }
  // Once the page's chunk is loaded, hydration does not suspend. If it fails, its boundary shows the error.
  await loadPage(pathname).catch(() => undefined);
  // A translator has been here: React will render the page anew.
  if (document.querySelector('font')) await import('./translated-start').catch(() => undefined);
  // A transition hydrates in slices, so that the browser can handle input in between.
  startTransition(() => {
    hydrateRoot(container, app, {
      onRecoverableError: (error) => reportError(error, { severity: 'low', context: 'hydration' }),
    });
  });
}
