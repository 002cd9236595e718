import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { AdminPage } from '@/components/layout/admin-page';
import { PreviewBanner } from '@/components/layout/preview-banner';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryView } from '@/components/ui/query-view';
import { Spinner } from '@/components/ui/spinner';
import { site } from '@/content/site';
import type { DocumentInput } from '@/documents/fields';
import type { DocumentKind, Revision } from '@/documents/kind';
import { documentQueries } from '@/documents/queries';
import { momentOf } from '@/lib/moment';
import { useDocumentMeta } from '@/lib/seo';

export type DocumentVersionPageProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  children: (revision: Revision<Input>) => ReactNode;
};

/** A saved version of a document as the page that visitors saw or would have seen. */
export function DocumentVersionPage<Input extends DocumentInput>({
  kind,
  children,
}: DocumentVersionPageProps<Input>) {
  const { id = '', version = '' } = useParams();
  const number = Number(version);
  const query = useQuery(documentQueries.revisionPair(kind, id, number, number));
  const revision = query.data?.chosen;
  const back = { label: 'Back to the history', to: `${kind.paths.history(id)}?version=${number}` };
  useDocumentMeta({
    title: `Version ${number}: ${revision ? kind.titleOf(revision.input) : kind.noun} · ${site.name}`,
    description: '',
    noindex: true,
  });
  if (revision) {
    return (
      <>
        <PreviewBanner text={`Version ${number}, saved ${momentOf(revision.savedAt)}`}>
          <ButtonLink to={back.to} size="small" icon={<ArrowLeft aria-hidden="true" />}>
            {back.label}
          </ButtonLink>
        </PreviewBanner>
        {children(revision)}
      </>
    );
  }
  return (
    <AdminPage title={`Version ${number}`} backLink={back}>
      <QueryView
        query={query}
        errorTitle="Failed to load this version"
        pending={<Spinner label="Loading..." className="py-16" />}
        isEmpty={() => true}
        empty={<EmptyState title={`Version ${number} is not kept`} description="" />}
      >
        {() => null}
      </QueryView>
    </AdminPage>
  );
}
