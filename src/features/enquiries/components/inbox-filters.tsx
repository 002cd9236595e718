import { useEffect, useRef, useState } from 'react';
import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Input } from '@/components/ui/field';
import { SEARCH_MAX, toSearch, VIEW_LABELS, VIEWS, type EnquiryFilters } from '../filters';

const TYPING_PAUSE_MS = 300;

export type InboxFiltersProps = {
  filters: EnquiryFilters;
  onSearch: (text: string) => void;
};

export function InboxFilters({ filters, onSearch }: InboxFiltersProps) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
      <nav
        aria-label="Views"
        className="min-w-0 max-tablet:-mx-gutter max-tablet:px-gutter overflow-x-auto py-1"
      >
        <ul className="flex w-max gap-1">
          {VIEWS.map((view) => (
            <li key={view}>
              <Link
                to={toSearch({ view, text: filters.text, page: 1 }) || '?'}
                aria-current={view === filters.view ? 'page' : undefined}
                className={clsx(
                  'inline-flex min-h-9 items-center rounded-control px-3 text-small font-medium transition-colors duration-control',
                  view === filters.view
                    ? 'bg-ink text-surface'
                    : 'text-muted hover:bg-sunken hover:text-ink',
                )}
              >
                {VIEW_LABELS[view]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <SearchField text={filters.text} onSearch={onSearch} />
    </div>
  );
}

type SearchFieldProps = { text: string; onSearch: (text: string) => void };

/** Looks after a short pause in typing; the words are the typist's until the field is left. */
function SearchField({ text, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function handleType(next: string) {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(next.trim()), TYPING_PAUSE_MS);
  }

  function handleBlur() {
    clearTimeout(timer.current);
    if (typed !== null && typed.trim() !== text) onSearch(typed.trim());
    setTyped(null);
  }

  return (
    <div role="search" aria-label="Enquiries" className="relative w-full tablet:w-72">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-3.5 my-auto size-4.5 text-muted"
      />
      <Input
        type="search"
        aria-label="Search enquiries"
        placeholder="Name, address, words"
        autoComplete="off"
        maxLength={SEARCH_MAX}
        value={typed ?? text}
        onChange={(event) => handleType(event.target.value)}
        onBlur={handleBlur}
        className="ps-10"
      />
    </div>
  );
}
