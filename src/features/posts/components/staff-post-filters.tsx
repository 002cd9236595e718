import { POST_SEARCH_MAX, POST_STATUSES } from '@contracts/blog';
import { Field, Select } from '@/components/ui/field';
import { SearchField } from '@/components/ui/search-field';
import { readFilters, SORTS, type PostListFilters } from '../list-filters';

const STATUS_LABELS: Record<(typeof POST_STATUSES)[number], string> = {
  draft: 'Drafts',
  published: 'Published',
};
const SORT_LABELS: Record<(typeof SORTS)[number], string> = {
  changed: 'Last changed',
  title: 'Title',
  published: 'Publish date',
};

export type StaffPostFiltersProps = {
  filters: PostListFilters;
  onSearch: (search: string | undefined) => void;
  onChange: (change: Partial<PostListFilters>) => void;
};

export function StaffPostFilters({ filters, onSearch, onChange }: StaffPostFiltersProps) {
  const choose = (name: 'status' | 'sort', value: string) =>
    onChange({ [name]: readFilters(new URLSearchParams({ [name]: value }))[name] });
  return (
    <div
      role="search"
      aria-label="Filter posts"
      className="mb-7 grid grid-cols-2 gap-x-4 gap-y-3 tablet:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]"
    >
      <SearchField
        label="Search"
        placeholder="Title or excerpt"
        value={filters.search ?? ''}
        maxLength={POST_SEARCH_MAX}
        onSearch={(words) => onSearch(words === '' ? undefined : words)}
        className="col-span-2 tablet:col-span-1"
      />
      <Field label="Status">
        <Select
          value={filters.status ?? ''}
          onChange={(event) => choose('status', event.target.value)}
        >
          <option value="">Any status</option>
          {POST_STATUSES.map((status) => (
            <option key={status} value={status}>
              {STATUS_LABELS[status]}
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
