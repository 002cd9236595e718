import type { ReactNode } from 'react';
import { format } from 'date-fns';
import { Dialog } from '@/components/ui/dialog';
import type { Json } from '@/lib/database.types';
import {
  ORIGIN_LABELS,
  SEVERITY_LABELS,
  triedAddress,
  TYPE_LABELS,
  type LoggedEvent,
} from '../model';

export type EventDetailsDialogProps = {
  /** The event to show; null closes. */
  event: LoggedEvent | null;
  nameOf: (userId: string) => string;
  onClose: () => void;
};

export function EventDetailsDialog({ event, nameOf, onClose }: EventDetailsDialogProps) {
  return (
    <Dialog
      isOpen={event !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={event ? TYPE_LABELS[event.type] : 'Event'}
      description={event?.description}
      size="large"
    >
      {event && <EventDetails event={event} nameOf={nameOf} />}
    </Dialog>
  );
}

function EventDetails({
  event,
  nameOf,
}: {
  event: LoggedEvent;
  nameOf: EventDetailsDialogProps['nameOf'];
}) {
  const metadata = entriesOf(event.metadata);
  return (
    <>
      <dl className="divide-y divide-line border-y border-line">
        <Entry name="When">
          <time dateTime={event.createdAt}>
            {format(event.createdAt, 'MMMM d, yyyy, HH:mm:ss')}
          </time>
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
        <Entry name="Event number">{event.id}</Entry>
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
