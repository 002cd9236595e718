import { DocumentEditor, type EditorSession } from '@/documents/components/document-editor';
import type { DocumentFormSlots } from '@/documents/components/document-form';
import { postKind } from '../kind';
import { PostForm } from './post-form';
import type { TextView, RenderPictureUploads } from './post-text';

export type PostEditorProps = Omit<DocumentFormSlots, 'userId' | 'isSignedIn'> & {
  /** Undefined for a new post. Read once: after the first save the address gets the new id. */
  id: string | undefined;
  session: EditorSession;
  startsWith?: TextView | undefined;
  renderPictureUploads?: RenderPictureUploads | undefined;
};

export function PostEditor({
  id,
  session,
  startsWith,
  renderPictureUploads,
  ...slots
}: PostEditorProps) {
  const { userId } = session;
  return (
    <DocumentEditor kind={postKind} id={id} session={session}>
      {(opened) => (
        <PostForm
          opened={opened}
          slots={{ ...slots, userId, isSignedIn: userId !== null }}
          startsWith={startsWith}
          renderPictureUploads={renderPictureUploads}
        />
      )}
    </DocumentEditor>
  );
}
