import { Fragment, useState, type ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { site } from '@/content/site';
import type { EditorSession } from '@/documents/components/document-editor';
import type { DocumentFormSlots } from '@/documents/components/document-form';
import type { DocumentInput } from '@/documents/fields';
import type { DocumentKind } from '@/documents/kind';
import { documentQueries } from '@/documents/queries';
import { DeployLine } from '@/features/deploys/deploy-line';
import { LibraryFactsProvider } from '@/features/media/components/library-facts-provider';
import { PicturePicker } from '@/features/media/components/picture-picker';
import { UnpublishedDialog } from '@/features/redirects/components/unpublished-dialog';
import { useRedirectOffer } from '@/features/redirects/use-redirect-offer';
import { recheckSession } from '@/features/session/session-store';
import { useSession } from '@/features/session/use-session';
import { SignOffPanel } from '@/features/sign-off/components/sign-off-panel';
import { useDocumentMeta } from '@/lib/seo';
import { notePlaces } from './note-places';

type EditorSlots = Omit<DocumentFormSlots, 'userId' | 'isSignedIn'> & {
  id: string | undefined;
  session: EditorSession;
};

type DocumentEditorPageProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  children: (slots: EditorSlots) => ReactNode;
};

/** For both paths: after the first save of a new document, the same form stays mounted at the edit path. */
export function DocumentEditorPage<Input extends DocumentInput>({
  kind,
  children,
}: DocumentEditorPageProps<Input>) {
  const { id } = useParams();
  const navigate = useNavigate();
  const { user, role } = useSession();
  const redirectOffer = useRedirectOffer();
  const [unpublished, setUnpublished] = useState<string | null>(null);
  const [created, setCreated] = useState<{ at: string | undefined; id: string } | null>(null);
  const [visit, setVisit] = useState({ id, number: 0 });
  if (visit.id !== id) {
    const isSameForm = created !== null && created.at === visit.id && created.id === id;
    setVisit({ id, number: isSameForm ? visit.number : visit.number + 1 });
  }
  useDocumentMeta({
    title: `${id === undefined ? 'New' : 'Edit'} ${kind.noun} · ${site.name}`,
    description: '',
    noindex: true,
  });
  return (
    <LibraryFactsProvider>
      <Fragment key={visit.number}>
        {children({
          id,
          session: { userId: user?.id ?? null, email: user?.email ?? null },
          onCreated: (newId) => {
            setCreated({ at: id, id: newId });
            void navigate(kind.paths.edit(newId), { replace: true });
          },
          onDeleted: () => void navigate(kind.paths.list, { replace: true }),
          onDuplicated: (copyId) => void navigate(kind.paths.edit(copyId)),
          onSignInAgain: () => void recheckSession(),
          renderPicturePicker: (picker) => <PicturePicker {...picker} />,
          redirectOffer,
          onUnpublished: setUnpublished,
          deployNote: (
            <DeployLine
              document={
                id !== undefined && kind.api.getPublicPage
                  ? { id, publicPage: documentQueries.publicPage(kind, id) }
                  : undefined
              }
            />
          ),
          renderSignOff: (document) => (
            <SignOffPanel
              {...document}
              isOwner={role === 'owner'}
              places={notePlaces(kind)}
              compare={(version, against) =>
                `${kind.paths.history(document.documentId)}?version=${version}&against=${against}`
              }
            />
          ),
        })}
      </Fragment>
      {unpublished !== null && (
        <UnpublishedDialog path={unpublished} onClose={() => setUnpublished(null)} />
      )}
    </LibraryFactsProvider>
  );
}
