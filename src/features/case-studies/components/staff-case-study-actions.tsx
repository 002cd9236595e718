import { useState } from 'react';
import { Copy } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { messageOf } from '@/lib/errors';
import { paths } from '@/lib/paths';
import { DocumentLinks } from '@/documents/components/document-links';
import { useDuplicateDocument } from '@/documents/mutations';
import { caseStudyKind, toCopy } from '../kind';

export type StaffCaseStudyActionsProps = {
  id: string;
  isPublished: boolean;
  /** Whether the form has changes that the copy would not contain. */
  isUnsaved: () => boolean;
  /** Gets the id of the copy; not called if unsaved changes keep the form open. */
  onDuplicated: (id: string) => void;
};

/** The actions for a stored study in the form's header, except deleting. */
export function StaffCaseStudyActions({
  id,
  isPublished,
  isUnsaved,
  onDuplicated,
}: StaffCaseStudyActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, error, reset } = useDuplicateDocument(caseStudyKind, toCopy);

  function handleDuplicate() {
    if (isUnsaved()) setIsAsking(true);
    else mutate(id, { onSuccess: (copy) => onDuplicated(copy.id) });
  }

  return (
    <>
      <DocumentLinks
        noun={caseStudyKind.noun}
        page={isPublished ? paths.project.to(id) : null}
        history={caseStudyKind.paths.history(id)}
      />
      <Button
        variant="quiet"
        size="small"
        icon={<Copy aria-hidden="true" />}
        isPending={isPending && !isAsking}
        onClick={handleDuplicate}
      >
        Duplicate
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
