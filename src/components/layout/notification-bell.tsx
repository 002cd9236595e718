import { useId, useState } from 'react';
import { format, isToday } from 'date-fns';
import { Bell } from 'lucide-react';
import * as Popover from '@radix-ui/react-popover';
import { Link } from 'react-router-dom';

export type BellNotice = {
  key: string;
  title: string;
  detail: string;
  at: Date;
  to: string;
  isNew: boolean;
};

export type NotificationBellProps = {
  notices: readonly BellNotice[];
  /** Called when the list opens: its notices are no longer new afterwards. */
  onOpen: () => void;
};

/** What happened and concerns this member, behind a bell; the label is shown on wide screens only. */
export function NotificationBell({ notices, onOpen }: NotificationBellProps) {
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(false);
  // The notices that were new when the list was opened stay marked while it is open.
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const fresh = notices.filter(({ isNew }) => isNew);

  function handleOpenChange(next: boolean) {
    setIsOpen(next);
    if (!next) return;
    setMarked(new Set(fresh.map(({ key }) => key)));
    onOpen();
  }

  return (
    <Popover.Root open={isOpen} onOpenChange={handleOpenChange}>
      <Popover.Trigger asChild>
        <button
          type="button"
          className="relative flex size-11 cursor-pointer items-center gap-3 rounded-control px-3 text-base font-medium text-muted transition-colors duration-control hover:bg-raised hover:text-ink desktop:w-full [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[1.75]"
        >
          <Bell aria-hidden="true" />
          <span className="max-desktop:sr-only">Notifications</span>
          {fresh.length > 0 && (
            <span className="rounded-full bg-accent px-2 text-small font-semibold text-accent-on tabular-figures max-desktop:absolute max-desktop:end-0.5 max-desktop:top-0.5 max-desktop:px-1.5 max-desktop:text-[0.6875rem] desktop:ms-auto">
              {fresh.length}
              <span className="sr-only"> new</span>
            </span>
          )}
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-labelledby={titleId}
          align="start"
          sideOffset={8}
          collisionPadding={12}
          className="menu-content z-50 flex max-h-[min(32rem,var(--radix-popover-content-available-height))] w-[min(23rem,calc(100vw-1.5rem))] flex-col rounded-control border border-line bg-raised text-ink shadow-soft outline-none"
        >
          <h2 id={titleId} className="border-b border-line px-4 py-3 sans-heading text-base">
            Notifications
          </h2>
          {notices.length === 0 ? (
            <p className="px-4 py-6 text-base text-muted">
              Nothing new. Enquiries, what is assigned to you and access requests appear here.
            </p>
          ) : (
            <ul className="divide-y divide-line overflow-y-auto overscroll-contain">
              {notices.map((notice) => (
                <NoticeRow
                  key={notice.key}
                  notice={notice}
                  isMarked={marked.has(notice.key) || notice.isNew}
                  onFollow={() => setIsOpen(false)}
                />
              ))}
            </ul>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

type NoticeRowProps = { notice: BellNotice; isMarked: boolean; onFollow: () => void };

function NoticeRow({ notice: { title, detail, at, to }, isMarked, onFollow }: NoticeRowProps) {
  return (
    <li>
      <Link
        to={to}
        onClick={onFollow}
        className="block px-4 py-3 -outline-offset-2 hover:bg-sunken"
      >
        <span className="flex items-baseline gap-3">
          <span className="min-w-0 text-base font-semibold">
            {isMarked && (
              <>
                <span
                  aria-hidden="true"
                  className="me-2 inline-block size-2 rounded-full bg-accent align-middle"
                />
                <span className="sr-only">New: </span>
              </>
            )}
            {title}
          </span>
          <time
            dateTime={at.toISOString()}
            className="ms-auto shrink-0 text-small text-muted tabular-figures"
          >
            {format(at, isToday(at) ? 'p' : 'MMM d')}
          </time>
        </span>
        <span className="mt-0.5 line-clamp-2 text-small text-muted">{detail}</span>
      </Link>
    </li>
  );
}
