import { format } from 'date-fns';
import { RotateCw } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { StoredEnquiry } from '../model';
import { useRetryMail } from '../queries';

const deliveryBadges = {
  mailed: { tone: 'success', label: 'Emailed to the team' },
  received: { tone: 'neutral', label: 'Not emailed yet' },
  failed: { tone: 'danger', label: 'Email failed' },
} as const;

const receiptTexts = {
  none: null,
  wanted: 'The receipt for the sender is not sent yet.',
  sent: 'The sender has a receipt.',
  failed: 'The receipt for the sender could not be delivered.',
} as const;

/** The state of the emails, and when a failed one is tried again. */
export function EnquiryDelivery({ enquiry }: { enquiry: StoredEnquiry }) {
  const send = useRetryMail();
  const { delivery, receipt, mailError, nextAttemptAt, isQuarantined } = enquiry;
  const { tone, label } = deliveryBadges[delivery];
  const isUnfinished = delivery !== 'mailed' || receipt === 'wanted' || receipt === 'failed';
  return (
    <div className="min-w-0">
      <h3 className="mb-1.5 sans-heading text-small">Email</h3>
      <Badge tone={tone}>{label}</Badge>
      {mailError !== null && <p className="mt-2 text-small text-danger">{mailError}</p>}
      {receiptTexts[receipt] && (
        <p className="mt-2 text-small text-muted">{receiptTexts[receipt]}</p>
      )}
      {isUnfinished && !isQuarantined && (
        <>
          <p className="mt-2 text-small text-muted">{nextAttemptText(nextAttemptAt)}</p>
          <Button
            size="small"
            className="mt-2"
            icon={<RotateCw aria-hidden="true" />}
            isPending={send.isPending}
            onClick={() => send.mutate(enquiry.id)}
          >
            Send now
          </Button>
        </>
      )}
    </div>
  );
}

function isPast(time: Date | null): boolean {
  return time !== null && time.getTime() <= Date.now();
}

function nextAttemptText(nextAttemptAt: Date | null): string {
  if (nextAttemptAt === null) return 'It is not tried again.';
  if (isPast(nextAttemptAt)) return 'It is sent when the contact form is next opened.';
  return `The next try is on ${format(nextAttemptAt, "MMM d 'at' HH:mm")}.`;
}
