import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { discardQueued, flushQueue, retryQueued, type QueueItem } from '@/lib/offline-queue';

/** How many messages wait, and how many need a decision; null for none. */
export function countOf(items: readonly QueueItem[]): string | null {
  if (items.length === 0) return null;
  const count = (number: number) => `${number} ${number === 1 ? 'message' : 'messages'}`;
  const undecided = items.filter(({ state }) => state !== 'waiting').length;
  const waiting = items.length - undecided;
  const sentences = [
    waiting > 0 && `${count(waiting)} ${waiting === 1 ? 'waits' : 'wait'} on this device.`,
    undecided > 0 &&
      `${count(undecided)} could not be sent and ${undecided === 1 ? 'needs' : 'need'} you.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

export type WaitingWorkProps = { items: readonly QueueItem[] };

/** Opens the list of messages that wait on this device, with the actions for each. */
export function WaitingWork({ items }: WaitingWorkProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Show messages
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Messages on this device"
        description="They are sent as soon as the server answers, and stay here until then, even when this page is closed."
      >
        <ul className="grid divide-y divide-line">
          {items.map((item) => (
            <WaitingItem key={item.id} item={item} />
          ))}
        </ul>
      </Dialog>
    </>
  );
}

function WaitingItem({ item }: { item: QueueItem }) {
  const [isDiscarding, setIsDiscarding] = useState(false);
  return (
    <li className="grid gap-3 py-4 first:pt-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <strong className="min-w-0 font-semibold">{item.label}</strong>
          <StateBadge state={item.state} />
        </p>
        <p className="mt-1 text-small text-muted">
          Kept here since {timeFormat.format(item.queuedAt)}.
        </p>
        {item.problem !== null && <p className="mt-1 text-small">{item.problem}</p>}
      </div>
      {isDiscarding ? (
        <div
          role="group"
          aria-label={`Discard ${item.label}`}
          className="flex flex-wrap items-center gap-2"
        >
          <span className="text-small">Discard this message for good?</span>
          <Button
            size="small"
            variant="danger"
            onClick={() => void discardQueued(item.kind, item.key)}
          >
            Discard
          </Button>
          <Button size="small" onClick={() => setIsDiscarding(false)}>
            Keep
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap gap-2">
          {item.state === 'failed' && (
            <Button size="small" variant="primary" onClick={() => void retryQueued(item.id)}>
              Try again
            </Button>
          )}
          {item.state === 'waiting' && (
            <Button size="small" onClick={() => void flushQueue()}>
              Send now
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={() => setIsDiscarding(true)}>
            Discard
          </Button>
        </div>
      )}
    </li>
  );
}

const timeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

function StateBadge({ state }: Pick<QueueItem, 'state'>) {
  return state === 'failed' ? (
    <Badge tone="danger">Could not be sent</Badge>
  ) : (
    <Badge>Waiting</Badge>
  );
}
