import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert } from '@/components/ui/alert';
import { Button, ButtonLink } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import type { DocumentInput } from '../fields';
import type { DocumentKind } from '../kind';
import type { WorkingCopy } from '../staff-api';
import type { DocumentEditor } from '../use-document-editor';

export type WorkingCopyNoticeProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  editor: DocumentEditor<Input>;
  copy: WorkingCopy;
};

/** Says that visitors do not see the saved changes yet. */
export function WorkingCopyNotice<Input extends DocumentInput>({
  kind,
  editor,
  copy: { version, baseVersion },
}: WorkingCopyNoticeProps<Input>) {
  const [isAsking, setIsAsking] = useState(false);
  const queryClient = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => editor.discardChanges(version),
    meta: { handlesError: true },
    networkMode: 'always',
    onSuccess: () => {
      setIsAsking(false);
      notify({ type: 'success', title: 'The changes are discarded' });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: kind.key }),
  });
  return (
    <>
      <Alert
        kind="info"
        title="Changes wait to be published"
        className="mb-6"
        action={
          <div className="flex flex-wrap gap-3">
            <ButtonLink
              size="small"
              to={`${kind.paths.history(editor.stored.id)}?version=${version}&against=${baseVersion}`}
            >
              What changed
            </ButtonLink>
            <Button size="small" onClick={() => setIsAsking(true)}>
              Discard changes
            </Button>
          </div>
        }
      >
        Visitors still read version {baseVersion}.
      </Alert>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={(next) => {
          reset();
          setIsAsking(next);
        }}
        title="Discard these changes?"
        description={`The form returns to version ${baseVersion}, which visitors read. The history keeps the saved changes${editor.text === 'stored' ? '' : '; what you typed since the last save is lost'}.`}
        confirmLabel="Discard changes"
        pendingLabel="Discarding…"
        isDangerous
        isPending={isPending}
        error={error && messageOf(error)}
        onConfirm={() => mutate()}
      />
    </>
  );
}
