import { useQuery } from '@tanstack/react-query';
import { DeletedList, RecentlyDeleted } from '@/components/recently-deleted';
import { DELETED_KEPT_DAYS } from '@/lib/deleted';
import type { DocumentInput } from '../fields';
import type { DeletableKind } from '../kind';
import { usePurgeDocument, useRestoreDocument } from '../mutations';
import { documentQueries } from '../queries';

type DeletedDocumentsProps<Input extends DocumentInput> = { kind: DeletableKind<Input> };

/** 'Recently deleted': fetched when it is opened. */
export function DeletedDocuments<Input extends DocumentInput>({
  kind,
}: DeletedDocumentsProps<Input>) {
  return (
    <RecentlyDeleted>
      <KindList kind={kind} />
    </RecentlyDeleted>
  );
}

function KindList<Input extends DocumentInput>({ kind }: DeletedDocumentsProps<Input>) {
  return (
    <DeletedList
      query={useQuery(documentQueries.deleted(kind))}
      plural={kind.plural}
      hint={`Deleted ${kind.plural} and their history are kept for ${DELETED_KEPT_DAYS} days.`}
      purgeHint={({ title }) =>
        `This deletes "${title}" and all its saved versions. It cannot be undone.`
      }
      restoring={useRestoreDocument(kind)}
      purging={usePurgeDocument(kind)}
    />
  );
}
