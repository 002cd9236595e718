import { clsx } from 'clsx';

export type SpinnerProps = {
  /** What is loading; shown and announced. */
  label: string;
  className?: string;
};

export function Spinner({ label, className }: SpinnerProps) {
  return (
    <div role="status" className={clsx('flex items-center gap-3 text-muted', className)}>
      <SpinnerMark className="size-5" />
      <span>{label}</span>
    </div>
  );
}

/** The spinning mark alone, where another text says what is loading. */
export function SpinnerMark({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      className={clsx('animate-turn shrink-0', className)}
    >
      <circle cx="10" cy="10" r="8" stroke="currentColor" opacity="0.25" />
      <path d="M10 2a8 8 0 0 1 8 8" stroke="currentColor" />
    </svg>
  );
}
