import { Field, Select } from '@/components/ui/field';
import { SearchField } from '@/components/ui/search-field';
import { STATE_LABELS, SUBSCRIBER_STATES } from './subscriber';
import { readFilters, SEARCH_MAX, type SubscriberFilters } from './subscriber-filters';

export type SubscriberFilterBarProps = {
  filters: SubscriberFilters;
  onSearch: (search: string | undefined) => void;
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
      className="mb-5 grid gap-x-4 gap-y-3 tablet:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
    >
      <SearchField
        label="Address contains"
        value={filters.search ?? ''}
        maxLength={SEARCH_MAX}
        onSearch={(words) => onSearch(words === '' ? undefined : words)}
      />
      <Field label="State">
        <Select
          value={filters.state ?? ''}
          onChange={({ target }) =>
            onStateChange(readFilters(new URLSearchParams({ state: target.value })).state)
          }
        >
          <option value="">Any</option>
          {SUBSCRIBER_STATES.map((state) => (
            <option key={state} value={state}>
              {STATE_LABELS[state]}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
