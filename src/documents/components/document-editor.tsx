import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { AdminPage } from '@/components/layout/admin-page';
import { QueryView } from '@/components/ui/query-view';
import { Spinner } from '@/components/ui/spinner';
import type { DocumentInput } from '../fields';
import type { DocumentKind } from '../kind';
import { isNotFound, openDocument, type OpenedDocument } from '../opened';
import { MissingDocument } from './missing-document';
import { UnfitText } from './unfit-text';

/** Both are null while signed out. */
export type EditorSession = {
  userId: string | null;
  email: string | null;
};

export type DocumentEditorProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  /** Undefined for a new document. Read once: after the first save the address gets the new id. */
  id: string | undefined;
  session: EditorSession;
  /** The form. */
  children: (opened: OpenedDocument<Input>) => ReactNode;
};

/** Loads the document before it renders the form. */
export function DocumentEditor<Input extends DocumentInput>({
  kind,
  id,
  session: { userId },
  children,
}: DocumentEditorProps<Input>) {
  const [openedId] = useState(id);
  // A session that ends must not unmount an open form and its text.
  const [isOpen, setIsOpen] = useState(userId !== null);
  if (userId !== null && !isOpen) setIsOpen(true);
  // Reached by Back while the guard asks to sign in again.
  if (!isOpen) return null;
  if (openedId === undefined) return children({ document: null });
  return (
    <StoredDocumentEditor kind={kind} id={openedId} userId={userId}>
      {children}
    </StoredDocumentEditor>
  );
}

type StoredDocumentEditorProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  id: string;
  userId: string | null;
  children: (opened: OpenedDocument<Input>) => ReactNode;
};

function StoredDocumentEditor<Input extends DocumentInput>({
  kind,
  id,
  userId,
  children,
}: StoredDocumentEditorProps<Input>) {
  const opened = useQuery({
    // A key of its own: saving invalidates lists and previews, and must not refetch the document while
    // an editor types. Fetched each time the form opens, never while it is open.
    queryKey: ['document-editor', kind.id, id],
    queryFn: ({ signal }) => openDocument(kind, id, userId, signal),
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (opened.data) return children(opened.data);
  if (isNotFound(opened.error)) {
    return (
      <Frame kind={kind}>
        <UnfitText kind={kind} id={id} userId={userId} />
        <MissingDocument kind={kind} />
      </Frame>
    );
  }
  return (
    <Frame kind={kind}>
      <QueryView
        query={opened}
        errorTitle={`The ${kind.noun} could not be loaded`}
        pending={<Spinner label={`Loading ${kind.noun}...`} />}
      >
        {() => null}
      </QueryView>
    </Frame>
  );
}

type FrameProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  children: ReactNode;
};

function Frame<Input extends DocumentInput>({ kind, children }: FrameProps<Input>) {
  return (
    <AdminPage
      width="form"
      title={`Edit ${kind.noun}`}
      backLink={{ label: `Back to ${kind.plural}`, to: kind.paths.list }}
    >
      {children}
    </AdminPage>
  );
}
