import { clsx } from 'clsx';

/** The mark: a cloud on a bench line, with the sun behind it. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 40 32" className={clsx('shrink-0', className)}>
      <circle cx="28" cy="10.5" r="7" className="fill-accent" />
      <path
        d="M7 25.5a5.6 5.6 0 0 1 .5-11.1 8.3 8.3 0 0 1 15.3-2.7 6.4 6.4 0 0 1 9 5.2 4.4 4.4 0 0 1 .2 8.6Z"
        className="fill-raised stroke-ink"
        strokeWidth="1.75"
        strokeLinejoin="round"
      />
      <path d="M3.5 30.2h33" className="stroke-ink" strokeWidth="1.75" strokeLinecap="round" />
    </svg>
  );
}
