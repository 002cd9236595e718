import { useId, useRef, useSyncExternalStore } from 'react';
import { clsx } from 'clsx';
import { format, isToday } from 'date-fns';
import { Bell } from 'lucide-react';
import * as Popover from '@radix-ui/react-popover';
import { Button } from '@/components/ui/button';
import {
  clearPastNotifications,
  getPastNotifications,
  subscribe,
  type Notification,
  type NotificationType,
} from '@/lib/notifications';

/** Recent notifications behind a bell; the label is shown on wide screens only. */
export function NotificationBell() {
  const past = useSyncExternalStore(subscribe, getPastNotifications);
  const titleId = useId();
  const content = useRef<HTMLDivElement>(null);

  function handleClear() {
    clearPastNotifications();
    // The focused button is removed.
    content.current?.focus();
  }

  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button
          type="button"
          className="flex size-11 cursor-pointer items-center gap-3 rounded-control px-3 text-base font-medium text-muted transition-colors duration-control hover:bg-raised hover:text-ink desktop:w-full [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[1.75]"
        >
          <Bell aria-hidden="true" />
          <span className="max-desktop:sr-only">Notifications</span>
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          ref={content}
          aria-labelledby={titleId}
          align="start"
          sideOffset={8}
          collisionPadding={12}
          className="menu-content z-50 flex max-h-[min(32rem,var(--radix-popover-content-available-height))] w-[min(23rem,calc(100vw-1.5rem))] flex-col rounded-control border border-line bg-raised text-ink shadow-soft outline-none"
        >
          <div className="flex min-h-13 items-center justify-between gap-4 border-b border-line ps-4 pe-2">
            <h2 id={titleId} className="font-text text-base font-semibold tracking-normal">
              Notifications
            </h2>
            {past.length > 0 && (
              <Button variant="quiet" size="small" onClick={handleClear}>
                Clear
              </Button>
            )}
          </div>
          {past.length === 0 ? (
            <p className="px-4 py-6 text-base text-muted">
              No notifications yet. They are kept here until you reload the page.
            </p>
          ) : (
            <ul className="divide-y divide-line overflow-y-auto overscroll-contain">
              {past.map((notification) => (
                <PastNotification key={notification.id} notification={notification} />
              ))}
            </ul>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const types: Record<NotificationType, { label: string; dot: string }> = {
  success: { label: 'Success', dot: 'bg-success' },
  error: { label: 'Error', dot: 'bg-danger' },
  warning: { label: 'Warning', dot: 'bg-warning' },
  info: { label: 'Note', dot: 'bg-sky' },
};

function PastNotification({ notification }: { notification: Notification }) {
  const { type, title, description, at } = notification;
  const time = new Date(at);
  return (
    <li className="px-4 py-3">
      <p className="flex items-center gap-2 text-small text-muted">
        <span aria-hidden="true" className={clsx('size-2 rounded-full', types[type].dot)} />
        {types[type].label}
        <time dateTime={time.toISOString()} className="ms-auto tabular-nums">
          {format(time, isToday(time) ? 'p' : 'MMM d, p')}
        </time>
      </p>
      {title !== undefined && <p className="mt-1 text-base font-semibold">{title}</p>}
      {description !== undefined && (
        <p className={clsx('mt-0.5 text-base', title !== undefined && 'text-muted')}>
          {description}
        </p>
      )}
    </li>
  );
}
