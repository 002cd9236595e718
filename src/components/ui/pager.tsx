import { ArrowLeft, ArrowRight } from 'lucide-react';
import { ButtonLink } from './button';

export type PagerProps = { page: number; totalPages: number; hrefTo: (page: number) => string };

/** Links to the pages of a list, so that Back and shared URLs show the same rows. */
export function Pager({ page, totalPages, hrefTo }: PagerProps) {
  if (totalPages < 2) return null;
  return (
    <nav
      aria-label="Pages"
      className="mt-8 grid grid-cols-[1fr_auto_1fr] items-center gap-4 text-small text-muted"
    >
      <div>
        {page > 1 && (
          <ButtonLink
            rel="prev"
            size="small"
            to={hrefTo(page - 1)}
            icon={<ArrowLeft aria-hidden="true" />}
          >
            Previous<span className="sr-only"> page</span>
          </ButtonLink>
        )}
      </div>
      <p className="tabular-figures">
        Page {page} of {totalPages}
      </p>
      <div className="justify-self-end">
        {page < totalPages && (
          <ButtonLink rel="next" size="small" to={hrefTo(page + 1)}>
            Next<span className="sr-only"> page</span>
            <ArrowRight aria-hidden="true" />
          </ButtonLink>
        )}
      </div>
    </nav>
  );
}
