import { Inbox, Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { useDeleteEnquiry, useReleaseEnquiry } from '../queries';

/** What can become of an enquiry that is held back, each by one press: a deleted one can be restored. */
export function HeldActions({ id, name }: { id: string; name: string }) {
  const { isPending, release } = useReleaseEnquiry();
  const deletion = useDeleteEnquiry();

  function handleDelete() {
    deletion.mutate(id, {
      onSuccess: () =>
        notify({
          type: 'success',
          title: `The enquiry of ${name} was deleted. It can be restored for 30 days.`,
        }),
    });
  }

  return (
    <>
      <Button
        size="small"
        icon={<Inbox aria-hidden="true" />}
        isPending={isPending}
        onClick={() => release(id)}
      >
        Take it
      </Button>
      <Button
        size="small"
        icon={<Trash2 aria-hidden="true" />}
        isPending={deletion.isPending}
        onClick={handleDelete}
      >
        Delete
      </Button>
      {deletion.error && (
        <p role="alert" className="w-full text-small text-danger">
          {messageOf(deletion.error)}
        </p>
      )}
    </>
  );
}
