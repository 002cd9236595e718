import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { AdminPage } from '@/components/layout/admin-page';
import { SearchField } from '@/components/ui/search-field';
import { site } from '@/content/site';
import { DeployLine } from '@/features/deploys/deploy-line';
import { DeleteRedirectDialog } from '@/features/redirects/components/delete-redirect-dialog';
import { RedirectDialog } from '@/features/redirects/components/redirect-dialog';
import { AddRedirectButton, RedirectList } from '@/features/redirects/components/redirect-list';
import { UnknownAddresses } from '@/features/redirects/components/unknown-addresses';
import { redirectFilters } from '@/features/redirects/filters';
import type { Redirect } from '@/features/redirects/model';
import { redirectQueries } from '@/features/redirects/queries';
import { useFocusOnChange } from '@/hooks/use-focus-on-change';
import { useSearchFilters } from '@/hooks/use-search-filters';
import { useDocumentMeta } from '@/lib/seo';

export function RedirectsPage() {
  const { filters, isFiltered, hrefOf, setFilters } = useSearchFilters(redirectFilters);
  const redirects = useQuery(redirectQueries.list(filters));
  const unknown = useQuery(redirectQueries.unknown()).data ?? [];
  /** Undefined while the dialog is closed. */
  const [edited, setEdited] = useState<{ redirect: Redirect | null; from?: string }>();
  const [deleting, setDeleting] = useState<Redirect | null>(null);
  const list = useFocusOnChange(filters.page);
  const unknownList = useRef<HTMLElement>(null);
  useDocumentMeta({ title: `Redirects · ${site.name}`, description: '', noindex: true });
  // While the rows for a new search are fetched, the previous rows stay on screen.
  const isPartial = isFiltered || redirects.isPlaceholderData;
  const hasNoRedirects = redirects.data?.total === 0 && !isPartial;

  const handleSearch = (search: string) => setFilters({ search }, { replace: true });

  const handleAdd = () => setEdited({ redirect: null });

  /** The row of the button that had the focus may be gone. */
  function handleRowGone() {
    const isLast = unknown.length <= 1;
    (isLast ? list : unknownList).current?.focus();
  }

  return (
    <AdminPage
      title="Redirects"
      description="Where old addresses lead. Existing pages win over redirects."
      status={
        <p aria-live="polite">
          <DeployLine />
        </p>
      }
      actions={hasNoRedirects ? undefined : <AddRedirectButton onAdd={handleAdd} />}
    >
      {unknown.length > 0 && (
        <UnknownAddresses
          addresses={unknown}
          ref={unknownList}
          onRedirect={(from) => setEdited({ redirect: null, from })}
          onDismissed={handleRowGone}
        />
      )}
      {!hasNoRedirects && (
        <div role="search" aria-label="Find redirects" className="mb-5 max-w-xl">
          <SearchField
            label="Search"
            placeholder="Part of an address or a note"
            value={filters.search}
            onSearch={handleSearch}
          />
        </div>
      )}
      <p role="status" className="mb-3 text-small text-muted empty:hidden">
        {redirects.data && isPartial && !redirects.isPlaceholderData
          ? `${redirects.data.total.toLocaleString('en')} found`
          : ''}
      </p>
      <section
        ref={list}
        aria-label="List of redirects"
        tabIndex={-1}
        aria-busy={redirects.isPlaceholderData}
        className="scroll-mt-24 outline-none"
      >
        <RedirectList
          query={redirects}
          isFiltered={isPartial}
          hrefToPage={(page) => hrefOf({ ...filters, page })}
          onClearFilters={() => handleSearch('')}
          onAdd={handleAdd}
          onEdit={(redirect) => setEdited({ redirect })}
          onDelete={setDeleting}
        />
      </section>
      {edited && (
        <RedirectDialog
          {...edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => edited.from !== undefined && handleRowGone()}
        />
      )}
      <DeleteRedirectDialog
        redirect={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => list.current?.focus()}
      />
    </AdminPage>
  );
}
