import type { ReactNode } from 'react';
import { clsx } from 'clsx';

export type AlertKind = 'info' | 'success' | 'warning' | 'danger';

const kindClasses: Record<AlertKind, string> = {
  info: 'bg-sky-soft border-sky [&>svg]:text-sky',
  success: 'bg-success-soft border-success [&>svg]:text-success',
  warning: 'bg-warning-soft border-warning [&>svg]:text-warning',
  danger: 'bg-danger-soft border-danger [&>svg]:text-danger',
};

// Inline paths: alerts are part of the first view, which should not load the icon library.
const kindMarks: Record<AlertKind, string> = {
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 11v5M12 8h.01',
  success: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM8.5 12.3l2.5 2.5 4.7-5',
  warning:
    'M10.6 4.6 2.9 18a1.6 1.6 0 0 0 1.4 2.4h15.4a1.6 1.6 0 0 0 1.4-2.4L13.4 4.6a1.6 1.6 0 0 0-2.8 0ZM12 9.5v4M12 17h.01',
  danger: 'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3ZM12 8v4.5M12 16h.01',
};

export type AlertProps = {
  kind: AlertKind;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** No live region: for an alert that is shown from the start, or that something else announces. */
  isSilent?: boolean;
  className?: string;
};

export function Alert({ kind, title, children, action, isSilent, className }: AlertProps) {
  const role = kind === 'danger' ? 'alert' : 'status';
  return (
    <div
      role={isSilent ? undefined : role}
      className={clsx(
        'flex gap-3 rounded-control border-s-4 px-4 py-3.5 text-base text-ink',
        kindClasses[kind],
        className,
      )}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="mt-0.5 size-5 shrink-0"
      >
        <path d={kindMarks[kind]} />
      </svg>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_16rem]">
          {title !== undefined && <p className="font-semibold">{title}</p>}
          {children !== undefined && <div className="max-w-measure">{children}</div>}
        </div>
        {action}
      </div>
    </div>
  );
}
