import type { ReactNode } from 'react';
import { format } from 'date-fns';
import { Dialog } from '@/components/ui/dialog';
import type { Json } from '@/lib/database.types';
import {
  ORIGIN_LABELS,
  SEVERITY_LABELS,
  triedAddress,
  TYPE_LABELS,
  type RepeatedEvent,
} from '../model';

export type EventDetailsDialogProps = {
  /** The event to show, with its repetitions; null closes. */
  events: RepeatedEvent | null;
  nameOf: (userId: string) => string;
  onClose: () => void;
};

export function EventDetailsDialog({ events, nameOf, onClose }: EventDetailsDialogProps) {
  const event = events?.[0];
  return (
    <Dialog
      isOpen={events !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={event ? TYPE_LABELS[event.type] : 'Event'}
      description={event?.description}
      size="large"
    >
      {events && <EventDetails events={events} nameOf={nameOf} />}
    </Dialog>
  );
}

type EventDetailsProps = { events: RepeatedEvent; nameOf: EventDetailsDialogProps['nameOf'] };

function EventDetails({ events, nameOf }: EventDetailsProps) {
  const [event, ...earlier] = events;
  const metadata = entriesOf(event.metadata);
  return (
    <>
      <dl className="divide-y divide-line border-y border-line">
        <Entry name="When">
          <time dateTime={event.createdAt}>
            {format(event.createdAt, 'MMMM d, yyyy, HH:mm:ss')}
          </time>
          {earlier.length > 0 && (
            <p className="text-small text-muted tabular-figures">
              and at {earlier.map(({ createdAt }) => format(createdAt, 'HH:mm:ss')).join(', ')}
            </p>
          )}
        </Entry>
        <Entry name="Severity">{SEVERITY_LABELS[event.severity]}</Entry>
        <Entry name="Who">
          {event.userId ? nameOf(event.userId) : (triedAddress(event) ?? 'Not signed in')}
        </Entry>
        <Entry name="Reported by">
          {ORIGIN_LABELS[event.origin]}
          {event.origin === 'browser' && (
            <p className="text-small text-muted">
              Anyone can send such a report. Look for one from the server before you act on it.
            </p>
          )}
        </Entry>
        <Entry name="Browser">{event.userAgent || 'Unknown'}</Entry>
        <Entry name="Event number">{events.map(({ id }) => id).join(', ')}</Entry>
      </dl>
      <h3 className="mt-6 mb-2 sans-heading text-base">Details</h3>
      {metadata.length === 0 ? (
        <p className="text-base text-muted">This event has none.</p>
      ) : (
        <dl className="divide-y divide-line border-y border-line">
          {metadata.map(([name, value]) => (
            <Entry key={name} name={name.replaceAll('_', ' ')}>
              <Value value={value} />
            </Entry>
          ))}
        </dl>
      )}
    </>
  );
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 py-2 tablet:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-small text-muted tablet:pt-0.5">{name}</dt>
      <dd className="min-w-0 text-base">{children}</dd>
    </div>
  );
}

function Value({ value }: { value: Json | undefined }) {
  if (typeof value === 'object' && value !== null) {
    return (
      <pre className="rounded-control bg-sunken px-3 py-2 text-small whitespace-pre-wrap">
        {JSON.stringify(value, null, 2)}
      </pre>
    );
  }
  return <>{String(value ?? 'none')}</>;
}

function entriesOf(metadata: Json): [string, Json | undefined][] {
  if (typeof metadata !== 'object' || metadata === null) return [];
  return Object.entries(metadata);
}
