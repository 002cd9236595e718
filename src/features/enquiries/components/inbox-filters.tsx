import { Link } from 'react-router-dom';
import { SearchField } from '@/components/ui/search-field';
import { tabClasses } from '@/components/ui/tabs';
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

/** The search is as wide as the list below it. */
export function InboxFilters({ filters, counts = {}, hrefOf, onSearch }: InboxFiltersProps) {
  return (
    <div className="mb-5 grid gap-5">
      <nav aria-label="Views" className="min-w-0">
        <ul className={tabClasses.list}>
          {VIEWS.map((view) => (
            <li key={view} className="flex shrink-0">
              <Link
                to={hrefOf({ view, text: filters.text })}
                aria-current={view === filters.view ? 'page' : undefined}
                className={tabClasses.tab}
              >
                {VIEW_LABELS[view]}
                {counts[view] !== undefined && counts[view] > 0 && (
                  <span className="-ms-0.5 text-small font-normal tabular-figures">
                    {counts[view]}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div role="search" aria-label="Enquiries" className="wide:w-96">
        <SearchField
          isLabelHidden
          label="Search enquiries"
          placeholder="Number, name, email or text"
          value={filters.text}
          onSearch={onSearch}
        />
      </div>
    </div>
  );
}
