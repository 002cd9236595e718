import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { prepareStart } from '@/app/start';
import { endFirstView } from '@/boot/protocol.mjs';
import { isMailedLink, startSession } from '@/features/session/session-store';
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
// Not needed for the first view.
linkManifest();
import('./load-on-intent').then(
  ({ loadOnIntent }) => loadOnIntent(),
  () => undefined,
);

// Not awaited at the top level: the code of every page imports this module's chunk, and would wait for it.
async function start(container: HTMLElement) {
  const { pathname, search, hash } = location;
  // The links of the Auth service lead to the site's root; the staff area reads them.
  if (isMailedLink()) return location.replace(paths.auth + search + hash);
  void startSession();
  showKeptNotice();
  if (!isPrerendered(container)) {
    endFirstView();
    createRoot(container).render(app);
    return;
  }
  // Once the page's chunk is loaded, hydration does not suspend. Without it, its boundary says so.
  await loadPage(pathname).catch(() => undefined);
  // In slices, between which the browser answers to the visitor.
  startTransition(() => {
    hydrateRoot(container, app, {
      onRecoverableError: (error) => reportError(error, { severity: 'low', context: 'hydration' }),
    });
  });
}

/** Browsers fetch it without cookies, over a connection of its own: too much beside the first view. */
function linkManifest() {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = '/site.webmanifest';
  document.head.append(link);
}
