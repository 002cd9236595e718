import { notify, type NotificationInput } from './notifications';

const KEY = 'kept-notice';

type Notice = Pick<NotificationInput, 'type' | 'title' | 'description'>;

/** To be said by the next document of this tab: the one on screen is about to be left. */
export function keepNotice(notice: Notice) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(notice));
  } catch {
    // Without storage it is not said.
  }
}

export function showKeptNotice() {
  try {
    const kept = sessionStorage.getItem(KEY);
    if (kept === null) return;
    sessionStorage.removeItem(KEY);
    notify(JSON.parse(kept));
  } catch {
    // Nothing that could be read was kept.
  }
}
