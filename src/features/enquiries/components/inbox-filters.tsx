import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { SearchField } from '@/components/ui/search-field';
import {
  VIEW_LABELS,
  VIEWS,
  type EnquiryFilters,
  type InboxHref,
  type ViewCounts,
} from '../filters';

export type InboxFiltersProps = {
  filters: EnquiryFilters;
  counts?: ViewCounts | undefined;
  hrefOf: InboxHref;
  onSearch: (text: string) => void;
};

export function InboxFilters({ filters, counts = {}, hrefOf, onSearch }: InboxFiltersProps) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
      <nav
        aria-label="Views"
        className="scroll-hint min-w-0 max-tablet:-mx-gutter max-tablet:ps-gutter overflow-x-auto py-1"
      >
        <ul className="flex w-max gap-1">
          {VIEWS.map((view) => (
            <li key={view}>
              <Link
                to={hrefOf({ view, text: filters.text })}
                aria-current={view === filters.view ? 'page' : undefined}
                className={clsx(
                  'inline-flex min-h-9 items-center rounded-control px-3 text-small font-medium transition-colors duration-control',
                  view === filters.view
                    ? 'bg-ink text-surface'
                    : 'text-muted hover:bg-sunken hover:text-ink',
                )}
              >
                {VIEW_LABELS[view]}
                {counts[view] !== undefined && counts[view] > 0 && (
                  <span className="ms-1.5 font-normal tabular-figures">{counts[view]}</span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div role="search" aria-label="Enquiries" className="w-full tablet:w-72">
        <SearchField
          hasIcon
          label="Search enquiries"
          placeholder="Number, name, email or text"
          value={filters.text}
          onSearch={onSearch}
        />
      </div>
    </div>
  );
}
