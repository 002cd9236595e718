import { connectionClass } from '@/lib/images/connection';
import { paths } from '@/lib/paths';
import { loadPage } from './public-routes';

/**
 * Downloads the code of a page when its link is hovered, touched or focused. Not when the visitor asked
 * to save data.
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
  // A chunk that a deploy has replaced reloads the page, which could interrupt staff while they type.
  if (location.pathname.startsWith(paths.admin)) return;
  // A failure is shown when the visitor follows the link.
  loadPage(link.pathname).catch(() => undefined);
}
