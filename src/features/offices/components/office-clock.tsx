import { clsx } from 'clsx';
import { officeTime, openingWords, type OpeningTimes } from '../time';
import { useMinute } from '@/hooks/use-minute';

type ClockProps = { timeZone: string; className?: string };
type OpeningProps = { office: OpeningTimes };

// The widest text: digits have equal widths, and 'am' is narrower than 'pm'.
const WIDEST_TIME = '00:00 pm';

/** The time in an office. Reserves its width until the time is known; before the app, office-parts.ts writes it. */
export function OfficeClock({ timeZone, className }: ClockProps) {
  const now = useMinute();
  return (
    <span className={clsx('inline-grid tabular-figures', className)}>
      <span aria-hidden="true" className="invisible col-start-1 row-start-1">
        {WIDEST_TIME}
      </span>
      <time suppressHydrationWarning className="col-start-1 row-start-1">
        {now === null ? '' : officeTime(now, timeZone)}
      </time>
    </span>
  );
}

/** Open or closed and until when, for a closed office also in the visitor's time. Reserves its lines. */
export function OfficeOpening({ office, className }: OpeningProps & { className?: string }) {
  const now = useMinute();
  const words = now && openingWords(now, office);
  return (
    <div className={clsx('min-h-[2lh] desktop:min-h-[1lh]', className)}>
      <p suppressHydrationWarning data-opening={words?.state ?? ''}>
        <strong suppressHydrationWarning className="text-warning">
          {words?.state ?? ''}
        </strong>
        <span suppressHydrationWarning>{words?.next ?? ''}</span>
      </p>
    </div>
  );
}
