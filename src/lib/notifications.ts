import { TOAST_REMOVAL_DELAY_MS } from './constants';
import { createStore } from './create-store';
import type { ErrorCategory, ErrorSeverity } from './errors';

export type NotificationType = 'success' | 'error' | 'warning' | 'info';

export type NotificationAction = { label: string; onSelect: () => void };

export type NotificationInput = {
  type: NotificationType;
  title?: string;
  description?: string;
  /** Milliseconds on screen; the default depends on the layout (site or staff). */
  duration?: number;
  actions?: readonly NotificationAction[];
  /** By default the severity follows the type, and the category is 'ui'. */
  severity?: ErrorSeverity;
  category?: ErrorCategory;
};

export type Notification = NotificationInput & {
  id: string;
  open: boolean;
  /** Title and description on one line. */
  message: string;
  severity: ErrorSeverity;
  category: ErrorCategory;
  /** Milliseconds since the epoch. */
  at: number;
};

const severityByType: Record<NotificationType, ErrorSeverity> = {
  success: 'low',
  info: 'low',
  warning: 'medium',
  error: 'high',
};

const shown = createStore<readonly Notification[]>([]);
let waiting: Notification | null = null;
let lastId = 0;
const removals = new Map<string, ReturnType<typeof setTimeout>>();

function scheduleRemoval(id: string) {
  if (removals.has(id)) return;
  const timer = setTimeout(() => {
    removals.delete(id);
    shown.set(shown.get().filter((notification) => notification.id !== id));
  }, TOAST_REMOVAL_DELAY_MS);
  removals.set(id, timer);
}

function show(notification: Notification) {
  const replaced = shown.get().filter(({ open }) => open);
  replaced.forEach(({ id }) => scheduleRemoval(id));
  shown.set([...shown.get().map((other) => ({ ...other, open: false })), notification]);
}

/**
 * Shows a notification and returns its id, for dismiss(). One is open at a time: a new one replaces
 * it, except that an open error stays until dismissed, and then only the newest that came meanwhile
 * is shown.
 */
export function notify(input: NotificationInput): string {
  lastId += 1;
  const notification: Notification = {
    ...input,
    id: `notification-${lastId}`,
    open: true,
    message: [input.title, input.description].filter(Boolean).join(': '),
    severity: input.severity ?? severityByType[input.type],
    category: input.category ?? 'ui',
    at: Date.now(),
  };
  const isErrorOpen = shown.get().some(({ open, type }) => open && type === 'error');
  if (isErrorOpen && notification.type !== 'error') {
    waiting = notification;
    shown.set(shown.get());
  } else {
    show(notification);
  }
  return notification.id;
}

/** Closes a notification; it stays in the list until the removal delay has passed. */
export function dismiss(id: string) {
  if (waiting?.id === id) {
    waiting = null;
    return;
  }
  if (!shown.get().some((notification) => notification.id === id && notification.open)) return;
  scheduleRemoval(id);
  const closed = shown
    .get()
    .map((notification) =>
      notification.id === id ? { ...notification, open: false } : notification,
    );
  if (waiting === null) {
    shown.set(closed);
    return;
  }
  const next = waiting;
  waiting = null;
  shown.set([...closed, next]);
}

export const { subscribe } = shown;

/** The same array until something changes, as useSyncExternalStore requires. */
export const getSnapshot = shown.get;
