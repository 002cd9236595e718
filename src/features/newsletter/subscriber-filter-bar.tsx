import { ChoiceField } from '@/components/ui/choice-field';
import { SearchField } from '@/components/ui/search-field';
import { STATE_LABELS } from './subscriber';
import type { SubscriberFilters } from './subscriber-filters';

export type SubscriberFilterBarProps = {
  filters: SubscriberFilters;
  onSearch: (search: string) => void;
  onStateChange: (state: SubscriberFilters['state']) => void;
};

export function SubscriberFilterBar({
  filters,
  onSearch,
  onStateChange,
}: SubscriberFilterBarProps) {
  return (
    <div
      role="search"
      aria-label="Filter subscribers"
      className="mb-5 grid grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] gap-x-4 tablet:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
    >
      <SearchField
        label="Search"
        placeholder="Address"
        value={filters.search}
        onSearch={onSearch}
      />
      <ChoiceField
        label="State"
        value={filters.state}
        labels={STATE_LABELS}
        any="Any"
        onChange={onStateChange}
      />
    </div>
  );
}
