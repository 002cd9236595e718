import { useEffect, useRef, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert } from '@/components/ui/alert';
import { Button, ButtonLink } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useMinute } from '@/hooks/use-minute';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import type { DocumentInput } from '../fields';
import type { DocumentKind } from '../kind';
import { describePublishing, describePublishTime } from '../publish-time';
import { documentQueries } from '../queries';
import type { WorkingCopy } from '../staff-api';
import type { DocumentEditor } from '../use-document-editor';
import { useSchedule } from './publish-time-dialog';
import { timeElsewhere } from './zoned-time-field';

export type WorkingCopyNoticeProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  editor: DocumentEditor<Input>;
  copy: WorkingCopy;
  onChooseTime: () => void;
};

/** Says that visitors do not see the saved changes yet, and when they will. */
export function WorkingCopyNotice<Input extends DocumentInput>({
  kind,
  editor,
  copy,
  onChooseTime,
}: WorkingCopyNoticeProps<Input>) {
  const [isAsking, setIsAsking] = useState(false);
  const actions = useRef<HTMLDivElement>(null);
  const schedule = useSchedule(kind, editor.stored.id, copy);
  const { version, baseVersion, publishAt, publishFailure } = copy;
  useRefreshWhenDue(kind, publishAt);
  return (
    <>
      <Alert
        kind={publishFailure === null ? 'info' : 'warning'}
        title={
          publishAt === null
            ? 'Changes wait to be published'
            : `Changes go live ${describePublishTime(publishAt)}`
        }
        className="mb-6"
        action={
          <div ref={actions} className="flex flex-wrap gap-3">
            <ButtonLink
              size="small"
              to={`${kind.paths.history(editor.stored.id)}?version=${version}&against=${baseVersion}`}
            >
              What changed
            </ButtonLink>
            {publishAt !== null && (
              <>
                <Button size="small" onClick={onChooseTime}>
                  Change time
                </Button>
                <Button
                  size="small"
                  isPending={schedule.isPending}
                  onClick={() =>
                    // This button disappears, and with it the focus would.
                    schedule.mutate(null, {
                      onSuccess: () => actions.current?.querySelector('a')?.focus(),
                    })
                  }
                >
                  Do not publish at a time
                </Button>
              </>
            )}
            <Button size="small" onClick={() => setIsAsking(true)}>
              Discard changes
            </Button>
          </div>
        }
      >
        {publishFailure !== null && `They could not be published: ${publishFailure}. `}
        {publishAt === null ? (
          `Visitors still read version ${baseVersion}.`
        ) : (
          <PublishTimeNote copy={copy} publishAt={publishAt} />
        )}
      </Alert>
      <DiscardDialog {...{ kind, editor, copy }} isOpen={isAsking} onOpenChange={setIsAsking} />
    </>
  );
}

function PublishTimeNote({ copy, publishAt }: { copy: WorkingCopy; publishAt: string }) {
  return (
    <>
      That is {timeElsewhere(publishAt)}. {describePublishing(copy)} Until then visitors read
      version {copy.baseVersion}.
    </>
  );
}

/** The form may be open when the time comes: this is a visit of staff too. */
function useRefreshWhenDue<Input extends DocumentInput>(
  { key }: DocumentKind<Input>,
  publishAt: string | null,
) {
  const queryClient = useQueryClient();
  const now = useMinute();
  const isDue = publishAt !== null && now !== null && Date.parse(publishAt) <= now.getTime();
  useEffect(() => {
    if (!isDue) return;
    void queryClient
      .fetchQuery({ ...documentQueries.dueChanges(), staleTime: 0 })
      .catch(() => 0)
      .then(() => queryClient.invalidateQueries({ queryKey: key }));
  }, [isDue, key, queryClient]);
}

type DiscardDialogProps<Input extends DocumentInput> = Pick<
  WorkingCopyNoticeProps<Input>,
  'kind' | 'editor' | 'copy'
> & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

function DiscardDialog<Input extends DocumentInput>({
  kind,
  editor,
  copy: { version, baseVersion },
  isOpen,
  onOpenChange,
}: DiscardDialogProps<Input>) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => editor.discardChanges(version),
    meta: { handlesError: true },
    networkMode: 'always',
    onSuccess: () => {
      onOpenChange(false);
      notify({ type: 'success', title: 'The changes are discarded' });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: kind.key }),
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={(next) => {
        reset();
        onOpenChange(next);
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
  );
}
