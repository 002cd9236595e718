import { ChoiceField } from '@/components/ui/choice-field';
import { SearchField } from '@/components/ui/search-field';
import type { FilterChanges } from '@/hooks/use-search-filters';
import type { ImageFilters } from '../filters';

const SHOW_LABELS = { unused: 'Not used anywhere', 'no-text': 'Without alternative text' };
const SORT_LABELS = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name',
  size: 'Largest first',
};

export type ImageFilterBarProps = {
  filters: ImageFilters;
  onChange: (change: FilterChanges<ImageFilters>) => void;
};

export function ImageFilterBar({ filters, onChange }: ImageFilterBarProps) {
  return (
    <div
      role="search"
      aria-label="Filter images"
      className="mb-5 grid grid-cols-2 gap-x-4 gap-y-3 tablet:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]"
    >
      <SearchField
        label="Search"
        placeholder="Name or alternative text"
        value={filters.search}
        onSearch={(search) => onChange({ search })}
        className="col-span-2 tablet:col-span-1"
      />
      <ChoiceField
        label="Show"
        value={filters.show}
        labels={SHOW_LABELS}
        any="All images"
        onChange={(show) => onChange({ show })}
      />
      <ChoiceField
        label="Sort by"
        value={filters.sort}
        labels={SORT_LABELS}
        onChange={(sort) => onChange({ sort })}
      />
    </div>
  );
}
