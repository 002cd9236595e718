import { awaitTranslation } from '@/app/await-translation';
import { SCRIPT_MARK } from '@/boot/protocol';
import { watchLongTasks } from '@/lib/long-tasks';
import { loadBeforePrint } from '@/lib/print';
import { loadOnIntent } from './load-on-intent';

/** What the app does beside its pages. In a file of its own, because no page waits for it. */
export function afterStart() {
  watchLongTasks();
  awaitTranslation();
  loadBeforePrint();
  loadOnIntent();
  // The script of a prerendered page has loaded the fonts. If this does not load, the page keeps the fallback fonts.
  if (document.querySelector(`[${SCRIPT_MARK}]`)) return;
  import('@/app/load-fonts').then(
    ({ loadFonts }) => loadFonts(),
    () => undefined,
  );
}
