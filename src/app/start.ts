import '@/styles/index.css';
import '@/lib/zod-without-eval';
import { ROOT_ID } from '@/boot/protocol.mjs';
import { getEnv } from '@/lib/env';
import { installGlobalErrorHandlers } from '@/lib/error-reporting';
import { reloadOnceWhenStale } from './stale-build';

/** What both entries do before anything is drawn. Returns the element that the app is drawn into. */
export function prepareStart(): HTMLElement {
  reloadOnceWhenStale();
  installGlobalErrorHandlers();
  getEnv();
  // Without it the page keeps the fallback faces.
  import('./load-fonts').then(
    ({ loadFonts }) => loadFonts(),
    () => undefined,
  );
  const root = document.getElementById(ROOT_ID);
  if (!root) throw new Error(`The page has no #${ROOT_ID}`);
  return root;
}
