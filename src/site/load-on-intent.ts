import { linkedPage } from '@/boot/linked-page';
import { connectionClass } from '@/lib/images/connection';
import { paths } from '@/lib/paths';
import { loadPage, preparePage } from './public-routes';

/**
 * Downloads the code of a page when its link is hovered, touched or focused, and its data when the link is
 * pressed, a tenth of a second before the click. Not when the visitor asked to save data.
 */
export function loadOnIntent() {
  if (connectionClass() === 'saveData') return;
  for (const type of ['pointerover', 'touchstart', 'focusin', 'pointerdown']) {
    document.addEventListener(type, considerTarget, { passive: true });
  }
}

function considerTarget(event: Event) {
  const link = linkedPage(event);
  // A chunk that a deploy has replaced reloads the page, which could interrupt staff while they type.
  if (!link || location.pathname.startsWith(paths.admin)) return;
  const loading =
    event.type === 'pointerdown' ? preparePage(link.pathname, ownClient) : loadPage(link.pathname);
  // A failure is shown when the visitor follows the link.
  loading.catch(() => undefined);
}

const ownClient = async () => (await import('./data-provider')).getOwnClient();
