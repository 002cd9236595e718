import { format } from 'date-fns';
import { CalendarClock, CircleCheck, Hourglass, PencilLine } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import type { PublicationState } from '../publication';

export type StateBadgeProps = {
  state: PublicationState;
  /** Of a scheduled document: when visitors will see it, ISO 8601. */
  scheduledFor?: string | undefined;
  /** What is said about its changes that wait to be published (describeWaitingChanges). */
  changes?: string | undefined;
  className?: string;
};

export function StateBadge({ state, scheduledFor, changes, className }: StateBadgeProps) {
  if (state === 'draft') {
    return (
      <Badge tone="warning" icon={<PencilLine aria-hidden="true" />} className={className}>
        Draft
      </Badge>
    );
  }
  if (state === 'withheld') {
    return (
      <Badge tone="warning" icon={<Hourglass aria-hidden="true" />} className={className}>
        Waits for approval
      </Badge>
    );
  }
  return state === 'scheduled' ? (
    <Badge tone="info" icon={<CalendarClock aria-hidden="true" />} className={className}>
      Scheduled{scheduledFor && ` for ${format(scheduledFor, "MMM d, yyyy 'at' HH:mm")}`}
    </Badge>
  ) : (
    <Badge tone="success" icon={<CircleCheck aria-hidden="true" />} className={className}>
      {changes === undefined ? 'Published' : `Published · ${changes}`}
    </Badge>
  );
}
