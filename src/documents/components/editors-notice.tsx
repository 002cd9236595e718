import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { locale } from '@brand/agency';
import { Alert } from '@/components/ui/alert';
import { endEditing } from '../staff-api';
import { documentQueries } from '../queries';

export type EditorsNoticeProps = { documentId: string };

const list = new Intl.ListFormat(locale);

/** Says which other members have this document open, and tells them of this editor. */
export function EditorsNotice({ documentId }: EditorsNoticeProps) {
  const { data: others = [] } = useQuery(documentQueries.otherEditors(documentId));
  // A tab that is closed says nothing: the database forgets it.
  useEffect(() => () => void endEditing(documentId).catch(() => undefined), [documentId]);
  if (others.length === 0) return null;
  return (
    <Alert
      kind="info"
      title={`${list.format(others)} ${others.length === 1 ? 'is' : 'are'} editing too`}
      className="mb-6"
    >
      What is saved second is compared with what was saved first. Better talk about who saves.
    </Alert>
  );
}
