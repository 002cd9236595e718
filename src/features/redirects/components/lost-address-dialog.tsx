import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { notify } from '@/lib/notifications';
import { useRedirectOffer } from '../use-redirect-offer';

/** An address that visitors know, and where its page is now; null for nowhere. */
export type LostAddress = { from: string; to: string | null };

export type LostAddressDialogProps = { lost: LostAddress; onClose: () => void };

/** After a save that took a page off its address: offers to send its visitors on. */
export function LostAddressDialog({ lost: { from, to }, onClose }: LostAddressDialogProps) {
  const offer = useRedirectOffer({
    label: 'Send visitors to',
    noneLabel: 'Choose a page',
    isRequired: true,
    ...(to !== null && { suggested: to }),
  });

  async function handleSave() {
    if (!(await offer.apply(from))) return;
    notify({ type: 'success', title: `Visitors of ${from} are sent on` });
    onClose();
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      canClose={!offer.isPending}
      title={to === null ? 'The page is off the site' : 'The page has a new address'}
      description={
        <>
          Bookmarks and search results still lead to <span className="break-all">{from}</span>.
        </>
      }
      footer={
        <>
          <Button disabled={offer.isPending} onClick={onClose}>
            Leave it
          </Button>
          <Button
            variant="primary"
            isPending={offer.isPending}
            pendingLabel="Saving…"
            onClick={() => void handleSave()}
          >
            Send them on
          </Button>
        </>
      }
    >
      {offer.render(from)}
    </Dialog>
  );
}
