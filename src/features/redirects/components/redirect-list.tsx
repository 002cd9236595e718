import { format } from 'date-fns';
import { ArrowRight, ExternalLink, Plus } from 'lucide-react';
import { Button, buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { QueryView, type QueryLike } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import type { Page } from '@/lib/paged-list';
import type { Redirect } from '../model';

const SKELETON_ROWS = 5;
const LIST = 'divide-y divide-line rounded-control border border-line bg-raised';
const ROW =
  'grid gap-x-6 gap-y-3 px-5 py-4 desktop:grid-cols-[minmax(0,1fr)_auto] desktop:items-center';

export type RedirectListProps = {
  query: QueryLike<Page<Redirect>>;
  /** Chooses the text for an empty list. */
  isFiltered: boolean;
  hrefToPage: (page: number) => string;
  onClearFilters: () => void;
  onAdd: () => void;
  onEdit: (redirect: Redirect) => void;
  onDelete: (redirect: Redirect) => void;
};

export function RedirectList({
  query,
  isFiltered,
  hrefToPage,
  onClearFilters,
  onAdd,
  onEdit,
  onDelete,
}: RedirectListProps) {
  return (
    <QueryView
      query={query}
      errorTitle="Failed to load the redirects"
      pending={<ListSkeleton />}
      isEmpty={({ total }) => total === 0}
      empty={
        isFiltered ? <NoMatch onClearFilters={onClearFilters} /> : <NothingYet onAdd={onAdd} />
      }
    >
      {({ rows, page, totalPages }) => (
        <>
          <ul aria-label="Redirects" className={LIST}>
            {rows.map((redirect) => (
              <Row
                key={redirect.id}
                redirect={redirect}
                onEdit={() => onEdit(redirect)}
                onDelete={() => onDelete(redirect)}
              />
            ))}
          </ul>
          <Pager page={page} totalPages={totalPages} hrefTo={hrefToPage} />
        </>
      )}
    </QueryView>
  );
}

type RowProps = { redirect: Redirect; onEdit: () => void; onDelete: () => void };

function Row({ redirect: { from, to, note, createdAt }, onEdit, onDelete }: RowProps) {
  return (
    <li className={ROW}>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 font-medium">
          <span className="min-w-0 break-all">{from}</span>
          <ArrowRight aria-hidden="true" className="size-4 shrink-0 translate-y-0.5 text-muted" />
          <span className="sr-only">leads to</span>
          <span className="min-w-0 break-all">{to}</span>
        </p>
        <p className="mt-1 text-small text-muted">
          Since {format(createdAt, 'MMM d, yyyy')}
          {note !== '' && ` · ${note}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <a
          href={from}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses({ size: 'small', variant: 'quiet' })}
        >
          <ExternalLink aria-hidden="true" />
          Test<span className="sr-only"> {from} in a new tab</span>
        </a>
        <Button size="small" onClick={onEdit}>
          Change<span className="sr-only"> {from}</span>
        </Button>
        <Button size="small" onClick={onDelete}>
          Delete<span className="sr-only"> {from}</span>
        </Button>
      </div>
    </li>
  );
}

function NothingYet({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      scene="sent"
      title="No redirects yet"
      description="Addresses of removed pages stay in bookmarks and search results. A redirect sends their visitors to another page."
      action={<AddRedirectButton onAdd={onAdd} />}
    />
  );
}

export function AddRedirectButton({ onAdd }: { onAdd: () => void }) {
  return (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={onAdd}>
      Add a redirect
    </Button>
  );
}

function NoMatch({ onClearFilters }: { onClearFilters: () => void }) {
  return (
    <EmptyState
      scene="lost"
      title="No redirect matches"
      description="The search covers both addresses and the notes. Try a shorter part."
      action={<Button onClick={onClearFilters}>Show every redirect</Button>}
    />
  );
}

function ListSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading redirects...</span>
      <div className={LIST}>
        {Array.from({ length: SKELETON_ROWS }, (_, row) => (
          <div key={row} className={ROW}>
            <div>
              <Skeleton className="h-6 w-3/5" />
              <Skeleton className="mt-1.5 h-4 w-2/5" />
            </div>
            <Skeleton className="h-9 w-56" />
          </div>
        ))}
      </div>
    </div>
  );
}
