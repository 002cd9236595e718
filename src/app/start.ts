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
  const root = document.getElementById(ROOT_ID);
  if (!root) throw new Error(`The page has no #${ROOT_ID}`);
  return root;
}
