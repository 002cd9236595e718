import { Eye, History } from 'lucide-react';
import { ButtonLink } from '@/components/ui/button';

export type DocumentLinksProps = {
  noun: string;
  /** By id: the address in the form may wait to be published. Null if visitors cannot read it. */
  page: string | null;
  history: string;
};

/** In the header of a form: to the public page and to the history. */
export function DocumentLinks({ noun, page, history }: DocumentLinksProps) {
  return (
    <>
      {page !== null && (
        <ButtonLink
          to={page}
          target="_blank"
          variant="quiet"
          size="small"
          icon={<Eye aria-hidden="true" />}
        >
          View<span className="sr-only"> the published {noun} in a new tab</span>
        </ButtonLink>
      )}
      <ButtonLink to={history} variant="quiet" size="small" icon={<History aria-hidden="true" />}>
        History
      </ButtonLink>
    </>
  );
}
