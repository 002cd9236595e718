import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { notify } from '@/lib/notifications';
import { useRedirectOffer } from '../use-redirect-offer';

export type UnpublishedDialogProps = {
  /** The address that had the page. */
  path: string;
  onClose: () => void;
};

/** Shown after a save that unpublished a page: offers a redirect of its address. */
export function UnpublishedDialog({ path, onClose }: UnpublishedDialogProps) {
  const offer = useRedirectOffer({
    label: 'Send visitors to',
    noneLabel: 'Choose a page',
    isRequired: true,
  });

  async function handleSave() {
    if (!(await offer.apply(path))) return;
    notify({ type: 'success', title: `Redirect of ${path} saved` });
    onClose();
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      canClose={!offer.isPending}
      title="The page was unpublished"
      description={
        <>
          Bookmarks and search results still lead to <span className="break-all">{path}</span>.
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
      {offer.render(path)}
    </Dialog>
  );
}
