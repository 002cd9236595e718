import { useState, type ReactNode } from 'react';
import { ArrowUpRight, Copy, History, Trash2 } from 'lucide-react';
import { Button, ButtonLink } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { messageOf } from '@/lib/errors';
import type { DocumentInput } from '../fields';
import type { DocumentKind } from '../kind';
import { useDuplicateDocument } from '../mutations';

export type DocumentActionsProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  id: string;
  /** By id: the address in the form may wait to be published. Null if visitors cannot read it. */
  page: string | null;
  /** Whether the form has changes that a copy would not contain. */
  isUnsaved: boolean;
  /** Makes the values of a copy. */
  toCopy: (input: Input) => Input;
  /** Gets the id of the copy; not called if unsaved changes keep the form open. */
  onDuplicated: (id: string) => void;
  onDelete: () => void;
  /** Further actions. */
  children?: ReactNode;
};

export const smallAction = { variant: 'quiet', size: 'small' } as const;

/** What can be done with a stored document, in the header of its form. */
export function DocumentActions<Input extends DocumentInput>({
  kind,
  id,
  page,
  isUnsaved,
  toCopy,
  onDuplicated,
  onDelete,
  children,
}: DocumentActionsProps<Input>) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, error, reset } = useDuplicateDocument(kind, toCopy);
  return (
    <>
      {page !== null && (
        <ButtonLink
          {...smallAction}
          to={page}
          target="_blank"
          icon={<ArrowUpRight aria-hidden="true" />}
        >
          <span>
            View<span className="sr-only"> the published {kind.noun} in a new tab</span>
          </span>
        </ButtonLink>
      )}
      <ButtonLink
        {...smallAction}
        to={kind.paths.history(id)}
        icon={<History aria-hidden="true" />}
      >
        <span>History</span>
      </ButtonLink>
      <Button
        {...smallAction}
        icon={<Copy aria-hidden="true" />}
        isPending={isPending && !isAsking}
        onClick={() => {
          if (isUnsaved) setIsAsking(true);
          else mutate(id, { onSuccess: (copy) => onDuplicated(copy.id) });
        }}
      >
        Duplicate
      </Button>
      {children}
      <Button
        {...smallAction}
        icon={<Trash2 aria-hidden="true" />}
        className="text-danger"
        onClick={onDelete}
      >
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={(next) => {
          reset();
          setIsAsking(next);
        }}
        title="Duplicate without your changes?"
        description="The copy holds what is saved. Your unsaved changes stay in this form; save them first to have them in the copy as well."
        confirmLabel="Duplicate what is saved"
        pendingLabel="Duplicating…"
        isPending={isPending}
        error={error && messageOf(error)}
        onConfirm={() => mutate(id, { onSuccess: () => setIsAsking(false) })}
      />
    </>
  );
}
