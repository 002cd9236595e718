import { awaitTranslation } from '@/app/await-translation';
import { loadBeforePrint } from '@/lib/print';
import { loadOnIntent } from './load-on-intent';

/** What the app does beside its pages. In a file of its own, because no page waits for it. */
export function afterStart() {
  awaitTranslation();
  loadBeforePrint();
  loadOnIntent();
}
