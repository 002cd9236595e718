import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Alert } from '@/components/ui/alert';
import { Dialog } from '@/components/ui/dialog';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import type { DocumentInput } from '../fields';
import type { DocumentKind } from '../kind';
import { describePublishing, describePublishTime } from '../publish-time';
import { scheduleWorkingCopy, type WorkingCopy } from '../staff-api';
import { ZonedTimeField } from './zoned-time-field';

export type PublishTimeDialogProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  documentId: string;
  copy: WorkingCopy;
  hasUnsavedText: boolean;
  isOpen: boolean;
  onClose: () => void;
};

/** Chooses when the changes of a published document go live. */
export function PublishTimeDialog<Input extends DocumentInput>({
  isOpen,
  onClose,
  ...form
}: PublishTimeDialogProps<Input>) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title="Publish at a time"
      description={
        <>
          {describePublishing(form.copy)}
          {form.hasUnsavedText && ' What you typed since the last save is not among them yet.'}
        </>
      }
    >
      <PublishTimeForm {...form} onClose={onClose} />
    </Dialog>
  );
}

function PublishTimeForm<Input extends DocumentInput>({
  kind,
  documentId,
  copy,
  onClose,
}: Omit<PublishTimeDialogProps<Input>, 'isOpen'>) {
  const [time, setTime] = useState(copy.publishAt ?? '');
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending, error } = useSchedule(kind, documentId, copy, onClose);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const isFuture = Date.parse(time) > Date.now();
        setProblem(isFuture ? undefined : 'Choose a time in the future');
        if (isFuture) mutate(time);
        else event.currentTarget.querySelector('input')?.focus();
      }}
    >
      <ZonedTimeField
        label="Day and time"
        zoneLabel="Time zone"
        value={time}
        stored={copy.publishAt ?? ''}
        error={problem}
        emptyHint="Choose its time zone below."
        onChange={(next) => {
          setTime(next);
          setProblem(undefined);
        }}
      />
      {error && (
        <Alert kind="danger" className="mt-5">
          {messageOf(error)}
        </Alert>
      )}
      <div className="mt-7 flex flex-wrap justify-end gap-3">
        <Button disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" isPending={isPending} pendingLabel="Saving…">
          Publish at this time
        </Button>
      </div>
    </form>
  );
}

/** Sets the time of the changes, or clears it with null. */
export function useSchedule<Input extends DocumentInput>(
  { key }: DocumentKind<Input>,
  documentId: string,
  { version }: WorkingCopy,
  onDone?: () => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (publishAt: string | null) => scheduleWorkingCopy(documentId, version, publishAt),
    meta: { handlesError: onDone !== undefined },
    networkMode: 'always',
    onSuccess: (_nothing, publishAt) => {
      onDone?.();
      notify({
        type: 'success',
        title:
          publishAt === null
            ? 'The changes wait until you publish them'
            : `The changes go live ${describePublishTime(publishAt)}`,
      });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}
