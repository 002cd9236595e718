import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { AdminPage } from '@/components/layout/admin-page';
import { Button, ButtonLink } from '@/components/ui/button';
import { ChoiceField } from '@/components/ui/choice-field';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { QueryView } from '@/components/ui/query-view';
import { SearchField } from '@/components/ui/search-field';
import { site } from '@/content/site';
import { DeletedDocuments } from '@/documents/components/deleted-documents';
import type { DocumentInput } from '@/documents/fields';
import { capital, type DeletableKind } from '@/documents/kind';
import { listQuery, type DocumentList } from '@/documents/list';
import { useDuplicateDocument } from '@/documents/mutations';
import { describeWaitingChanges } from '@/documents/publication';
import { documentQueries } from '@/documents/queries';
import { DeployLine } from '@/features/deploys/deploy-line';
import { useFocusOnChange } from '@/hooks/use-focus-on-change';
import { useSearchFilters } from '@/hooks/use-search-filters';
import { useDocumentMeta } from '@/lib/seo';

type Shared = {
  /** What is said about the changes of the document that wait to be published. */
  changesOf: (id: string) => string | undefined;
  /** The document that is being copied. */
  duplicatingId: string | null;
  onDuplicate: (id: string) => void;
};

type DocumentListPageProps<
  Input extends DocumentInput,
  Row,
  Status extends string,
  Sort extends string,
> = {
  kind: DeletableKind<Input>;
  list: DocumentList<Row, Status, Sort>;
  toCopy: (input: Input) => Input;
  newLink: { label: string; to: string };
  /** Before the link to a new document. */
  actions?: ReactNode;
  skeleton: ReactNode;
  children: (rows: readonly Row[], shared: Shared) => ReactNode;
};

/** All documents of a kind for staff, including drafts and deleted ones. */
export function DocumentListPage<
  Input extends DocumentInput,
  Row,
  Status extends string,
  Sort extends string,
>({
  kind,
  list,
  toCopy,
  newLink,
  actions,
  skeleton,
  children,
}: DocumentListPageProps<Input, Row, Status, Sort>) {
  const { noun, messages } = list;
  const navigate = useNavigate();
  const { filters, isFiltered, hrefOf, setFilters } = useSearchFilters(list.filters);
  const query = useQuery(listQuery(kind, list, filters));
  const { data: waiting } = useQuery(documentQueries.waitingChanges(kind));
  const duplicating = useDuplicateDocument(kind, toCopy);
  const section = useFocusOnChange(filters.page);
  const title = capital(kind.plural);
  useDocumentMeta({ title: `${title} · ${site.name}`, description: '', noindex: true });
  // While the rows for new filters are fetched, the previous rows stay on screen.
  const isPartial = isFiltered || query.isPlaceholderData;
  const hasNoDocuments = query.data?.total === 0 && !isPartial;
  const create = (
    <ButtonLink to={newLink.to} variant="primary" icon={<Plus aria-hidden="true" />}>
      {newLink.label}
    </ButtonLink>
  );

  return (
    <AdminPage
      title={title}
      status={
        <>
          <p aria-live="polite" className="text-small text-muted">
            {query.data && !hasNoDocuments && describeCount(query.data.total, isFiltered, noun)}
          </p>
          <p aria-live="polite" className="empty:hidden">
            <DeployLine />
          </p>
        </>
      }
      actions={
        hasNoDocuments ? undefined : (
          <>
            {actions}
            {create}
          </>
        )
      }
    >
      {!hasNoDocuments && (
        <div
          role="search"
          aria-label={`Filter ${noun.many}`}
          className="mb-7 grid grid-cols-2 gap-x-4 gap-y-3 tablet:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]"
        >
          <SearchField
            label="Search"
            placeholder={messages.placeholder}
            value={filters.search}
            onSearch={(search) => setFilters({ search }, { replace: true })}
            className="col-span-2 tablet:col-span-1"
          />
          <ChoiceField
            label="Status"
            value={filters.status}
            labels={list.statusLabels}
            any="Any status"
            onChange={(status) => setFilters({ status })}
          />
          <ChoiceField
            label="Sort by"
            value={filters.sort}
            labels={list.sortLabels}
            onChange={(sort) => setFilters({ sort })}
          />
        </div>
      )}
      <section
        ref={section}
        aria-label={`List of ${noun.many}`}
        tabIndex={-1}
        aria-busy={query.isPlaceholderData}
        className="scroll-mt-24 outline-none"
      >
        <QueryView
          query={query}
          errorTitle={messages.failed}
          pending={
            <div role="status">
              <span className="sr-only">Loading {noun.many}...</span>
              {skeleton}
            </div>
          }
          isEmpty={({ total }) => total === 0}
          empty={
            isPartial ? (
              <EmptyState
                scene="lost"
                title={`No ${noun.one} matches`}
                description={`The search reads ${messages.searched}. Look for fewer words, or for any status.`}
                action={
                  <Button onClick={() => setFilters({ search: '', status: undefined })}>
                    Show all {noun.many}
                  </Button>
                }
              />
            ) : (
              <EmptyState
                scene="home"
                title={`No ${noun.many} yet`}
                description={messages.nothingYet}
                action={create}
              />
            )
          }
        >
          {({ rows, page, totalPages }) => (
            <>
              {children(rows, {
                changesOf: (id) => {
                  const changes = waiting?.find(({ documentId }) => documentId === id);
                  return changes && describeWaitingChanges(changes);
                },
                duplicatingId: duplicating.isPending ? duplicating.variables : null,
                onDuplicate: (id) =>
                  duplicating.mutate(id, {
                    onSuccess: (copy) => void navigate(kind.paths.edit(copy.id)),
                  }),
              })}
              <Pager
                page={page}
                totalPages={totalPages}
                hrefTo={(other) => hrefOf({ ...filters, page: other })}
              />
            </>
          )}
        </QueryView>
      </section>
      <DeletedDocuments kind={kind} />
    </AdminPage>
  );
}

function describeCount(total: number, isFiltered: boolean, noun: { one: string; many: string }) {
  const number = total.toLocaleString('en');
  if (isFiltered) return `${number} found`;
  return `${number} ${total === 1 ? noun.one : noun.many}`;
}
