import { connectionClass } from '@/lib/images/connection';
import { paths } from '@/lib/paths';
import { loadPage } from './public-routes';

/**
 * Downloads the code of a page while somebody is about to go there: the pointer is over its link, the
 * finger on it, or the focus. Not for those who asked to save data.
 */
export function loadOnIntent() {
  if (connectionClass() === 'saveData') return;
  for (const type of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(type, considerTarget, { passive: true });
  }
}

function considerTarget({ target }: Event) {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.target !== '') return;
  if (link.pathname === location.pathname) return;
  // Code that a deploy replaced reloads the page, which staff at work must not be surprised by.
  if (location.pathname.startsWith(paths.admin)) return;
  // Going there will say what is wrong, if anything is.
  loadPage(link.pathname).catch(() => undefined);
}
