import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { CircleCheck, CircleDashed, Info, OctagonAlert, TriangleAlert } from 'lucide-react';

export type BadgeTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

const toneClasses: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-ink dark:bg-line',
  info: 'bg-sky-soft text-sky',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
};

const toneIcons = {
  neutral: CircleDashed,
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: OctagonAlert,
};

export type BadgeProps = {
  children: ReactNode;
  tone?: BadgeTone;
  /** Replaces the tone's icon; `null` for none, where the text alone is clear. */
  icon?: ReactNode;
  className?: string;
};

export function Badge({ children, tone = 'neutral', icon, className }: BadgeProps) {
  const ToneIcon = toneIcons[tone];
  return (
    <span
      className={clsx(
        'inline-flex max-w-full items-center gap-1.5 rounded-full px-2.5 py-0.5 text-small font-medium [&_svg]:size-3.5 [&_svg]:shrink-0',
        toneClasses[tone],
        className,
      )}
    >
      {icon === undefined ? <ToneIcon aria-hidden="true" /> : icon}
      <span className="min-w-0 truncate">{children}</span>
    </span>
  );
}
