import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { notify } from '@/lib/notifications';
import { useRedirectOffer } from '../use-redirect-offer';

/** A published address and the new address of its page; null if it was unpublished. */
export type AddressChange = { from: string; to: string | null };

export type AddressChangeDialogProps = { change: AddressChange; onClose: () => void };

/** Shown after a save that changed or removed a published address: offers a redirect. */
export function AddressChangeDialog({ change: { from, to }, onClose }: AddressChangeDialogProps) {
  const offer = useRedirectOffer({
    label: 'Send visitors to',
    noneLabel: 'Choose a page',
    isRequired: true,
    ...(to !== null && { suggested: to }),
  });

  async function handleSave() {
    if (!(await offer.apply(from))) return;
    notify({ type: 'success', title: `Redirect of ${from} saved` });
    onClose();
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      canClose={!offer.isPending}
      title={to === null ? 'The page was unpublished' : 'The page has a new address'}
      description={
        <>
          Bookmarks and search results still lead to <span className="break-all">{from}</span>.
        </>
      }
      footer={
        <>
          <Button disabled={offer.isPending} onClick={onClose}>
            Not now
          </Button>
          <Button
            variant="primary"
            isPending={offer.isPending}
            pendingLabel="Saving…"
            onClick={() => void handleSave()}
          >
            Add redirect
          </Button>
        </>
      }
    >
      {offer.render(from)}
    </Dialog>
  );
}
