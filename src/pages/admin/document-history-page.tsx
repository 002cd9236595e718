import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import { z } from 'zod';
import { AdminPage } from '@/components/layout/admin-page';
import { site } from '@/content/site';
import { HistoryView } from '@/documents/components/history-view';
import { MissingDocument } from '@/documents/components/missing-document';
import type { DocumentInput } from '@/documents/fields';
import { capital, type DocumentKind } from '@/documents/kind';
import { documentQueries } from '@/documents/queries';
import { LibraryFactsProvider } from '@/features/media/components/library-facts-provider';
import { useSearchFilters } from '@/hooks/use-search-filters';
import { AppError } from '@/lib/errors';
import { useDocumentMeta } from '@/lib/seo';

const version = z.coerce.number().int().positive().optional().catch(undefined);
const choiceSchema = z.object({ version, against: version });

export function DocumentHistoryPage<Input extends DocumentInput>({
  kind,
}: {
  kind: DocumentKind<Input>;
}) {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { filters, hrefOf } = useSearchFilters(choiceSchema);
  const { data, error } = useQuery(documentQueries.document(kind, id));
  const title = data && kind.titleOf(data.input);
  useDocumentMeta({
    title: `History: ${title ?? capital(kind.noun)} · ${site.name}`,
    description: '',
    noindex: true,
  });
  if (error instanceof AppError && error.kind === 'not-found') {
    return (
      <AdminPage title="History">
        <MissingDocument kind={kind} />
      </AdminPage>
    );
  }
  return (
    <AdminPage
      title="History"
      description={title}
      backLink={{ label: `Back to the ${kind.noun}`, to: kind.paths.edit(id) }}
    >
      <LibraryFactsProvider>
        <HistoryView
          kind={kind}
          id={id}
          choice={filters}
          hrefTo={hrefOf}
          onChoose={(choice) => void navigate(hrefOf(choice))}
        />
      </LibraryFactsProvider>
    </AdminPage>
  );
}
