import { useId, useState, type RefObject } from 'react';
import { format } from 'date-fns';
import { Button } from '@/components/ui/button';
import type { UnknownAddress } from '../model';
import { useDismissUnknownAddress } from '../queries';

/** Of those that are listed before 'Show all'. */
const SHOWN_FIRST = 5;

export type UnknownAddressesProps = {
  addresses: readonly UnknownAddress[];
  ref: RefObject<HTMLElement | null>;
  onRedirect: (path: string) => void;
  onDismissed: () => void;
};

/** What visitors asked for and did not find. A visitor can ask for any path, so they are shown as text, without a link. */
export function UnknownAddresses({
  addresses,
  ref,
  onRedirect,
  onDismissed,
}: UnknownAddressesProps) {
  const id = useId();
  const [showsAll, setShowsAll] = useState(false);
  const dismissal = useDismissUnknownAddress();
  const shown = showsAll ? addresses : addresses.slice(0, SHOWN_FIRST);
  return (
    <section ref={ref} aria-labelledby={id} tabIndex={-1} className="mb-9 outline-none">
      <h2 id={id} className="sans-heading text-h4">
        Visitors found no page here
      </h2>
      <p className="mt-1 mb-3 max-w-[48rem] text-small text-muted">
        Links to these addresses lead to “page not found”. Some may be mistyped or invented. Each is
        kept for 90 days after the last visit.
      </p>
      <ul
        aria-labelledby={id}
        className="divide-y divide-line rounded-control border border-line bg-raised"
      >
        {shown.map(({ path, visits, days, lastAt }) => (
          <li
            key={path}
            className="grid gap-x-6 gap-y-3 px-5 py-3 desktop:grid-cols-[minmax(0,1fr)_auto] desktop:items-center"
          >
            <div className="min-w-0">
              <p className="font-medium break-all">{path}</p>
              <p className="text-small text-muted">
                {counted(visits, 'visit')} on {counted(days, 'day')}, last on{' '}
                {format(lastAt, 'MMM d, yyyy')}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button size="small" onClick={() => onRedirect(path)}>
                Make a redirect<span className="sr-only"> of {path}</span>
              </Button>
              <Button
                size="small"
                variant="quiet"
                disabled={dismissal.isPending}
                onClick={() => dismissal.mutate(path, { onSuccess: onDismissed })}
              >
                Dismiss<span className="sr-only"> {path}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {shown.length < addresses.length && (
        <Button size="small" variant="quiet" className="mt-2" onClick={() => setShowsAll(true)}>
          Show all {addresses.length}
        </Button>
      )}
    </section>
  );
}

const counted = (number: number, noun: string) =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
