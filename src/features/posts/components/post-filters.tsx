import { X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { FilterLinks } from '@/components/ui/filter-links';
import { SearchField } from '@/components/ui/search-field';
import { paths } from '@/lib/paths';
import { blogHref, type BlogFilters } from '../filters';
import type { Term } from '../model';

export type PostFilterBarProps = {
  filters: BlogFilters;
  categories: readonly Term[];
  onSearch: (search: string) => void;
};

/** Links for categories and a native search form: both work before hydration. */
export function PostFilterBar({ filters, categories, onSearch }: PostFilterBarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-12 gap-y-5 pb-8 tablet:pb-10">
      <CategoryLinks filters={filters} categories={categories} />
      <SearchForm filters={filters} onSearch={onSearch} />
      {filters.tag !== undefined && <ChosenTag filters={filters} tag={filters.tag} />}
    </div>
  );
}

function CategoryLinks({ filters, categories }: Omit<PostFilterBarProps, 'onSearch'>) {
  const { category: chosen, ...others } = filters;
  const isChosen = ({ name, slug }: Term) =>
    [name, slug].some((one) => one.toLowerCase() === chosen?.toLowerCase());
  const links = categories.map((category) => ({
    // By its name, as the posts link it: addresses with the slug are understood too.
    to: blogHref({ ...others, category: category.name, page: 1 }),
    name: category.name,
    isChosen: isChosen(category),
  }));
  const all = {
    to: blogHref({ ...others, page: 1 }),
    name: 'All',
    isChosen: chosen === undefined,
  };
  return <FilterLinks label="Categories" links={[all, ...links]} />;
}

function SearchForm({ filters, onSearch }: Omit<PostFilterBarProps, 'categories'>) {
  const { search = '', category, tag } = filters;
  return (
    <form
      action={paths.blog}
      role="search"
      aria-label="Blog"
      onSubmit={(event) => event.preventDefault()}
      className="w-full tablet:w-64"
    >
      {category !== undefined && <input type="hidden" name="category" value={category} />}
      {tag !== undefined && <input type="hidden" name="tag" value={tag} />}
      <SearchField
        isLabelHidden
        label="Search posts"
        placeholder="Search posts"
        name="search"
        value={search}
        onSearch={onSearch}
      />
    </form>
  );
}

function ChosenTag({ filters, tag }: { filters: BlogFilters; tag: string }) {
  return (
    <p className="w-full text-base text-muted">
      Tagged{' '}
      <Link
        to={blogHref({ ...filters, tag: '', page: 1 })}
        aria-label={`Remove the tag ${tag}`}
        className="inline-flex items-center gap-1.5 rounded-full border border-line-strong px-3 py-0.5 text-small text-ink hover:border-ink"
      >
        {tag}
        <X aria-hidden="true" className="size-3.5" />
      </Link>
    </p>
  );
}
