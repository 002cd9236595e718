import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { Pagination } from '@contracts/blog';
import { ButtonLink } from '@/components/ui/button';
import { blogHref, type BlogFilters } from '../filters';

export type PostPagesProps = { filters: BlogFilters; pagination: Pagination };

/** Pagination with real links, for sharing and crawlers. */
export function PostPages({ filters, pagination: { page, totalPages } }: PostPagesProps) {
  if (totalPages < 2) return null;
  return (
    <nav
      aria-label="Pages"
      className="grid grid-cols-2 items-center gap-4 pt-10 tablet:grid-cols-[1fr_auto_1fr]"
    >
      <p className="text-center text-small text-muted tabular-figures max-tablet:col-span-2 max-tablet:row-start-2 tablet:order-2">
        Page {page} of {totalPages}
      </p>
      <div className="tablet:order-1">
        {page > 1 && (
          <ButtonLink
            rel="prev"
            to={blogHref({ ...filters, page: page - 1 })}
            icon={<ArrowLeft aria-hidden="true" />}
          >
            Newer posts
          </ButtonLink>
        )}
      </div>
      <div className="justify-self-end tablet:order-3">
        {page < totalPages && (
          <ButtonLink rel="next" to={blogHref({ ...filters, page: page + 1 })}>
            Older posts
            <ArrowRight aria-hidden="true" />
          </ButtonLink>
        )}
      </div>
    </nav>
  );
}
