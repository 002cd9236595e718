import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { CircleCheck, Info, OctagonAlert, TriangleAlert } from 'lucide-react';

export type AlertKind = 'info' | 'success' | 'warning' | 'danger';

const kindClasses: Record<AlertKind, string> = {
  info: 'bg-sky-soft border-sky [&>svg]:text-sky',
  success: 'bg-success-soft border-success [&>svg]:text-success',
  warning: 'bg-warning-soft border-warning [&>svg]:text-warning',
  danger: 'bg-danger-soft border-danger [&>svg]:text-danger',
};

const kindIcons = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: OctagonAlert,
};

export type AlertProps = {
  kind: AlertKind;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** Danger interrupts (alert), the rest waits its turn (status); null for what is there from the start. */
  role?: 'alert' | 'status' | null;
  className?: string;
};

export function Alert({ kind, title, children, action, role, className }: AlertProps) {
  const Icon = kindIcons[kind];
  const ownRole = kind === 'danger' ? 'alert' : 'status';
  return (
    <div
      role={(role === undefined ? ownRole : role) ?? undefined}
      className={clsx(
        'flex gap-3 rounded-control border-s-4 px-4 py-3.5 text-base text-ink',
        kindClasses[kind],
        className,
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_16rem]">
          {title !== undefined && <p className="font-semibold break-words">{title}</p>}
          {children !== undefined && <div className="max-w-measure break-words">{children}</div>}
        </div>
        {action}
      </div>
    </div>
  );
}
