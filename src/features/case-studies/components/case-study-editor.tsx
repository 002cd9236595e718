import type { DocumentFormSlots } from '@/documents/components/document-form';
import { DocumentEditor, type EditorSession } from '@/documents/components/document-editor';
import { caseStudyKind } from '../kind';
import { CaseStudyForm } from './case-study-form';
import type { RenderPictureBatch } from './gallery-rows';

export type CaseStudyEditorProps = Omit<DocumentFormSlots, 'userId' | 'isSignedIn'> & {
  /** Undefined for a new study. Read once: after the first save the address gets the new id. */
  id: string | undefined;
  session: EditorSession;
  renderPictureBatch?: RenderPictureBatch | undefined;
};

export function CaseStudyEditor({
  id,
  session,
  renderPictureBatch,
  ...slots
}: CaseStudyEditorProps) {
  const { userId, email } = session;
  return (
    <DocumentEditor kind={caseStudyKind} id={id} session={session}>
      {(opened) => (
        <CaseStudyForm
          opened={opened}
          slots={{ ...slots, userId, isSignedIn: userId !== null }}
          email={email}
          renderPictureBatch={renderPictureBatch}
        />
      )}
    </DocumentEditor>
  );
}
