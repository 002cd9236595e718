import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { dayAndTimeOf } from '@/lib/moment';
import type { KeptText } from '@/hooks/use-kept-text';

export type KeptTextOfferProps = {
  /** 'reply', 'note' or 'comment' */
  noun: string;
  kept: Pick<KeptText, 'restore' | 'discard'> & {
    offer: { writtenAt: number; text: string } | null;
  };
};

/** Offers the text of an earlier visit: the tab was closed, or the session ended. */
export function KeptTextOffer({ noun, kept: { offer, restore, discard } }: KeptTextOfferProps) {
  if (!offer) return null;
  return (
    <Alert
      kind="info"
      title={`You have an unsaved ${noun}, written ${dayAndTimeOf(offer.writtenAt)}`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => void restore()}>
            Restore
          </Button>
          <Button size="small" variant="quiet" onClick={() => void discard()}>
            Discard
          </Button>
        </div>
      }
    >
      <p className="line-clamp-2">{offer.text}</p>
    </Alert>
  );
}
