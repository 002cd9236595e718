import '@/styles/index.css';
import '@/lib/zod-without-eval';
import { ROOT_ID } from '@/boot/protocol';
import { getEnv } from '@/lib/env';
import { installGlobalErrorHandlers } from '@/lib/error-reporting';
import { reloadOnceWhenStale } from './stale-build';

/** What both entries do before they render. Returns the root element. */
export function prepareStart(): HTMLElement {
  reloadOnceWhenStale();
  installGlobalErrorHandlers();
  getEnv();
  awaitTranslation();
  const root = document.getElementById(ROOT_ID);
  if (!root) throw new Error(`The page has no #${ROOT_ID}`);
  return root;
}

/** Loads what lets React live with a page translator once one has begun: it marks what it translates with <font>. */
function awaitTranslation() {
  const fonts = document.getElementsByTagName('font');
  const early: MutationRecord[] = [];
  let loading: Promise<void> | undefined;
  const observer = new MutationObserver((records) => {
    if (fonts.length === 0) return;
    early.push(...records);
    loading ??= import('./translated-text').then(
      ({ standTranslation }) => {
        observer.disconnect();
        standTranslation(early);
      },
      () => undefined,
    );
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
