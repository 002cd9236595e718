import { notify, type NotificationInput } from './notifications';

const KEY = 'kept-notice';

type Notice = Pick<NotificationInput, 'type' | 'title' | 'description'>;

/** Stores a notification for the next document of this tab, just before leaving this one. */
export function keepNotice(notice: Notice) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(notice));
  } catch {
    // Without storage the notification is not shown.
  }
}

export function hasKeptNotice(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function showKeptNotice() {
  try {
    const kept = sessionStorage.getItem(KEY);
    if (kept === null) return;
    sessionStorage.removeItem(KEY);
    notify(JSON.parse(kept));
  } catch {
    // No storage, or its content cannot be parsed.
  }
}
