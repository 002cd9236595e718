import { Field, Select } from '@/components/ui/field';
import { SearchField } from '@/components/ui/search-field';
import { readFilters, SEARCH_MAX, SHOWS, SORTS, type ImageFilters } from '../filters';

const SHOW_LABELS: Record<(typeof SHOWS)[number], string> = {
  unused: 'Not used anywhere',
  'no-text': 'Without alternative text',
};
const SORT_LABELS: Record<(typeof SORTS)[number], string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name',
  size: 'Largest first',
};

export type ImageFilterBarProps = {
  filters: ImageFilters;
  onChange: (change: Partial<ImageFilters>) => void;
};

export function ImageFilterBar({ filters, onChange }: ImageFilterBarProps) {
  const choose = (name: 'show' | 'sort', value: string) =>
    onChange({ [name]: readFilters(new URLSearchParams({ [name]: value }))[name] });
  return (
    <div
      role="search"
      aria-label="Filter images"
      className="mb-5 grid grid-cols-2 gap-x-4 gap-y-3 tablet:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]"
    >
      <SearchField
        label="Search"
        placeholder="Name or alternative text"
        value={filters.search ?? ''}
        maxLength={SEARCH_MAX}
        onSearch={(words) => onChange({ search: words === '' ? undefined : words })}
        className="col-span-2 tablet:col-span-1"
      />
      <Field label="Show">
        <Select value={filters.show ?? ''} onChange={(event) => choose('show', event.target.value)}>
          <option value="">All images</option>
          {SHOWS.map((show) => (
            <option key={show} value={show}>
              {SHOW_LABELS[show]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Sort by">
        <Select value={filters.sort} onChange={(event) => choose('sort', event.target.value)}>
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {SORT_LABELS[sort]}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
