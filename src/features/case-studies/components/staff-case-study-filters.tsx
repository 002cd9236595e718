import { CASE_STUDY_STATUSES } from '@contracts/case-study';
import { Field, Select } from '@/components/ui/field';
import { SearchField } from '@/components/ui/search-field';
import { readFilters, SEARCH_MAX, SORTS, type CaseStudyFilters } from '../list-filters';

const STATUS_LABELS: Record<(typeof CASE_STUDY_STATUSES)[number], string> = {
  draft: 'Drafts',
  published: 'Published',
};
const SORT_LABELS: Record<(typeof SORTS)[number], string> = {
  changed: 'Last changed',
  title: 'Title',
  created: 'Newest',
};

export type StaffCaseStudyFiltersProps = {
  filters: CaseStudyFilters;
  onSearch: (search: string | undefined) => void;
  onChange: (change: Partial<CaseStudyFilters>) => void;
};

export function StaffCaseStudyFilters({ filters, onSearch, onChange }: StaffCaseStudyFiltersProps) {
  const choose = (name: 'status' | 'sort', value: string) =>
    onChange({ [name]: readFilters(new URLSearchParams({ [name]: value }))[name] });
  return (
    <div
      role="search"
      aria-label="Filter case studies"
      className="mb-7 grid grid-cols-2 gap-x-4 gap-y-3 tablet:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]"
    >
      <SearchField
        label="Search"
        placeholder="Title, client or tag"
        value={filters.search ?? ''}
        maxLength={SEARCH_MAX}
        onSearch={(words) => onSearch(words === '' ? undefined : words)}
        className="col-span-2 tablet:col-span-1"
      />
      <Field label="Status">
        <Select
          value={filters.status ?? ''}
          onChange={(event) => choose('status', event.target.value)}
        >
          <option value="">Any status</option>
          {CASE_STUDY_STATUSES.map((status) => (
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
