import { clsx } from 'clsx';
import { officeTime, openingState, visitorNote, type OpeningTimes } from '../time';
import { useMinute } from '@/hooks/use-minute';

type ClockProps = { timeZone: string; className?: string };
type OpeningProps = { office: OpeningTimes };

// The widest text: digits have equal widths, and 'am' is narrower than 'pm'.
const WIDEST_TIME = '00:00 pm';

/** The time in an office. Reserves its width until the time is known. */
export function OfficeClock({ timeZone, className }: ClockProps) {
  const now = useMinute();
  return (
    <span className={clsx('inline-grid tabular-figures', className)}>
      <span aria-hidden="true" className="invisible col-start-1 row-start-1">
        {WIDEST_TIME}
      </span>
      {now !== null && <time className="col-start-1 row-start-1">{officeTime(now, timeZone)}</time>}
    </span>
  );
}

/** Open or closed and until when, for a closed office also in the visitor's time. Reserves its lines. */
export function OfficeOpening({ office, className }: OpeningProps & { className?: string }) {
  const now = useMinute();
  return (
    <div className={clsx('min-h-[2lh] desktop:min-h-[1lh]', className)}>
      {now && <Opening now={now} office={office} />}
    </div>
  );
}

function Opening({ now, office }: OpeningProps & { now: Date }) {
  const state = openingState(now, office);
  if (state === null) return null;
  const { isOpen, text, changesAt } = state;
  const note = isOpen ? null : visitorNote(changesAt, office.timeZone);
  return (
    <p className="flex items-baseline gap-2">
      <span
        aria-hidden="true"
        className={clsx(
          'size-2.5 shrink-0 rounded-full border-2',
          isOpen ? 'border-success bg-success' : 'border-warning',
        )}
      />
      <span>
        <strong className={isOpen ? 'text-success' : 'text-warning'}>
          {isOpen ? 'Open' : 'Closed'}
        </strong>
        {` · ${text}`}
        {note !== null && ` (${note})`}
      </span>
    </p>
  );
}
