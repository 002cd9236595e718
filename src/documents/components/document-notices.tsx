import { useState } from 'react';
import type { DocumentInput } from '../fields';
import type { DocumentKind } from '../kind';
import type { WorkingCopy } from '../staff-api';
import type { DocumentEditor } from '../use-document-editor';
import { EditorsNotice } from './editors-notice';
import { UnfitText } from './unfit-text';
import { UnsavedOffer } from './unsaved-offer';
import { WorkingCopyNotice } from './working-copy-notice';

export type DocumentNoticesProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  editor: DocumentEditor<Input>;
  userId: string | null;
  isSignedIn: boolean;
  /** Saved, and not published yet. */
  changes: WorkingCopy | null;
  onChooseTime: () => void;
};

/** Above the form: who else edits, what was not saved, what waits to be published. */
export function DocumentNotices<Input extends DocumentInput>({
  kind,
  editor,
  userId,
  isSignedIn,
  changes,
  onChooseTime,
}: DocumentNoticesProps<Input>) {
  const { stored, conflict, isSaving, journal } = editor;
  const [openedId] = useState(stored.version === null ? undefined : stored.id);
  return (
    <>
      {stored.version !== null && isSignedIn && <EditorsNotice documentId={stored.id} />}
      <UnfitText kind={kind} id={openedId} userId={userId} />
      {journal.offer && !conflict && (
        <UnsavedOffer
          kind={kind}
          entry={journal.offer}
          stored={stored}
          isSaving={isSaving}
          onRestore={() => void journal.restore()}
          onDiscard={() => void journal.discard()}
        />
      )}
      {changes && !conflict && (
        <WorkingCopyNotice {...{ kind, editor }} copy={changes} onChooseTime={onChooseTime} />
      )}
    </>
  );
}
