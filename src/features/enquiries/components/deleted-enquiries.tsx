import { useQuery } from '@tanstack/react-query';
import { DeletedList, RecentlyDeleted } from '@/components/recently-deleted';
import { DELETED_KEPT_DAYS } from '@/lib/deleted';
import { enquiryQueries, usePurgeEnquiry, useRestoreEnquiry } from '../queries';

/** 'Recently deleted': fetched when it is opened. */
export function DeletedEnquiries() {
  return (
    <RecentlyDeleted>
      <EnquiryList />
    </RecentlyDeleted>
  );
}

function EnquiryList() {
  return (
    <DeletedList
      query={useQuery(enquiryQueries.deleted())}
      plural="enquiries"
      hint={`Deleted enquiries and all that was written about them are kept for ${DELETED_KEPT_DAYS} days.`}
      purgeHint={({ title }) =>
        `This erases ${title} and all that was written about it. It cannot be undone.`
      }
      restoring={useRestoreEnquiry()}
      purging={usePurgeEnquiry()}
    />
  );
}
