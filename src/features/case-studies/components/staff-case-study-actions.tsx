import { Copy, History } from 'lucide-react';
import { Button, ButtonLink } from '@/components/ui/button';
import { paths } from '@/lib/paths';
import { useDuplicateCaseStudy } from '../duplicate';

export type StaffCaseStudyActionsProps = {
  id: string;
  /** With the id of the copy. */
  onDuplicated: (id: string) => void;
};

/** What the form's header offers for a stored study besides deleting it. */
export function StaffCaseStudyActions({ id, onDuplicated }: StaffCaseStudyActionsProps) {
  const { mutate, isPending } = useDuplicateCaseStudy();
  return (
    <>
      <ButtonLink to={paths.adminCaseStudyHistory.to(id)} icon={<History aria-hidden="true" />}>
        History
      </ButtonLink>
      <Button
        icon={<Copy aria-hidden="true" />}
        isPending={isPending}
        onClick={() => mutate(id, { onSuccess: (copy) => onDuplicated(copy.id) })}
      >
        Duplicate
      </Button>
    </>
  );
}
