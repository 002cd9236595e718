import { LeaveGuard } from '@/components/leave-guard';
import type { RedirectOffer } from '@/components/redirect-offer';
import type { DocumentInput } from '../fields';
import { isDeletable, type DocumentKind } from '../kind';
import type { WorkingCopy } from '../staff-api';
import type { DocumentEditor } from '../use-document-editor';
import { ConflictDialog } from './conflict-dialog';
import { DeleteDialog } from './delete-dialog';
import { PublishTimeDialog } from './publish-time-dialog';

export type DocumentDialogsProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  editor: DocumentEditor<Input>;
  slots: {
    isSignedIn: boolean;
    onDeleted: () => void;
    redirectOffer?: RedirectOffer | undefined;
  };
  /** Saved, and not published yet. */
  changes: WorkingCopy | null;
  /** Of the page that visitors read. */
  address: string;
  isDeleting: boolean;
  isChoosingTime: boolean;
  /** The question to delete, or the one for a time. */
  onClose: () => void;
};

/** What a document form asks: about a conflict, a time to publish, deleting, leaving. */
export function DocumentDialogs<Input extends DocumentInput>({
  kind,
  editor,
  slots,
  changes,
  address,
  isDeleting,
  isChoosingTime,
  onClose,
}: DocumentDialogsProps<Input>) {
  const { stored, text, conflict, failure, isSaving, journal } = editor;
  const deleted = {
    id: stored.id,
    title: kind.titleOf(stored.input),
    address: kind.isPublished(stored.input) ? address : null,
  };
  return (
    <>
      {conflict && (
        <ConflictDialog
          kind={kind}
          conflict={conflict}
          isSaving={isSaving}
          failure={failure}
          onSaveMerged={editor.saveMerged}
          onSaveAsNew={editor.saveAsNew}
          onCancel={editor.cancelConflict}
        />
      )}
      {changes && (
        <PublishTimeDialog
          kind={kind}
          documentId={stored.id}
          copy={changes}
          hasUnsavedText={text !== 'stored'}
          isOpen={isChoosingTime}
          onClose={onClose}
        />
      )}
      {isDeletable(kind) && (
        <DeleteDialog
          kind={kind}
          document={isDeleting ? deleted : null}
          isSignedIn={slots.isSignedIn}
          redirectOffer={slots.redirectOffer}
          onClose={onClose}
          onDeleted={() => {
            journal.giveUp();
            slots.onDeleted();
          }}
        />
      )}
      <LeaveGuard
        isGuarding={editor.hasUnsavedText}
        title="Leave without saving?"
        description="What you changed since the last save will be lost."
        leaveLabel="Leave without saving"
        stayLabel="Keep writing"
        onLeave={editor.leave}
      />
    </>
  );
}
