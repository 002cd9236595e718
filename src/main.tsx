import './styles/index.css';
import './lib/zod-without-eval';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app';
import { isPrerendered } from './app/prerendered-page';
import { loadPage } from './app/public-routes';
import { reloadOnceWhenStale } from './app/stale-build';
import { startSession } from './features/session/session-store';
import { getEnv } from './lib/env';
import { installGlobalErrorHandlers, reportError } from './lib/error-reporting';

reloadOnceWhenStale();
installGlobalErrorHandlers();
getEnv();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const app = (
  <StrictMode>
    <App router={(inside) => <BrowserRouter>{inside}</BrowserRouter>} />
  </StrictMode>
);

void start(root);
// Niceties, which no page has to start with.
linkManifest();
const goWithout = () => undefined;
import('./app/load-fonts').then(({ loadFonts }) => loadFonts(), goWithout);
import('./app/load-on-intent').then(({ loadOnIntent }) => loadOnIntent(), goWithout);

// Not awaited at the top level: the code of every page imports this module's chunk, and would wait for it.
async function start(container: HTMLElement) {
  const { pathname } = location;
  await startSession();
  // A mailed link may lead to another page than the one it names.
  if (!isPrerendered(container) || location.pathname !== pathname) {
    delete document.documentElement.dataset.firstView;
    createRoot(container).render(app);
    return;
  }
  // With the code at hand, the page comes alive in one go. Without it, its boundary says so.
  await loadPage(pathname).catch(() => undefined);
  // In slices, between which the browser answers whoever is touching the page.
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
