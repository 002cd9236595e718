import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import type { DocumentInput } from '../fields';
import { capital, type DocumentKind } from '../kind';

export function MissingDocument<Input extends DocumentInput>({
  kind: { noun, plural, paths: to },
}: {
  kind: DocumentKind<Input>;
}) {
  return (
    <EmptyState
      title={`${capital(noun)} not found`}
      description="It may have been deleted. Recently deleted ones can be restored from the list."
      action={<ButtonLink to={to.list}>Go to the {plural}</ButtonLink>}
    />
  );
}
