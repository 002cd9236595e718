import { useEffect, useMemo } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';
import { ErrorBoundary } from '@/components/error-boundary';
import { AdminLayout } from '@/components/layout/admin-layout';
import { NotificationBell } from '@/components/layout/notification-bell';
import { PeopleContext, type PeopleContextValue } from '@/components/people/people-context';
import { documentQueries } from '@/documents/queries';
import { caseStudyKind } from '@/features/case-studies/kind';
import { PAGE_TEXTS_KEY } from '@/features/page-texts/kind';
import { postKind } from '@/features/posts/kind';
import { AccountArea } from '@/features/session/account/account-area';
import { RequireSession } from '@/features/session/require-session';
import { useSession } from '@/features/session/use-session';
import { signOffQueries } from '@/features/sign-off/queries';
import { signOffNotices } from '@/features/sign-off/waiting';
import { staffQueries } from '@/features/staff/queries';
import { noticesOf, useSeenNotices } from '@/features/today/notices';
import { countOf } from '@/features/today/api';
import { todayQueries } from '@/features/today/queries';
import { approvalPath, paths } from '@/lib/paths';
import { useStaffSearch } from './staff-search';

export function AdminShell() {
  const { role } = useSession();
  const isOwner = role === 'owner';
  const { data: enquiries } = useQuery({ ...todayQueries.enquiries(), enabled: role !== null });
  const { data: requests } = useQuery({ ...staffQueries.requests(), enabled: isOwner });
  const toAnswer = countOf(enquiries ?? []);
  const people = usePeopleContext();
  const search = useStaffSearch(useSession().role !== null);
  useDueChanges();
  return (
    <PeopleContext value={people}>
      <AdminLayout
        account={
          <ErrorBoundary level="component">
            <AccountArea look="wide" />
          </ErrorBoundary>
        }
        notifications={<Notices />}
        waiting={{ [paths.adminEnquiries]: toAnswer, [paths.adminPeople]: requests?.length ?? 0 }}
        isOwner={isOwner}
        search={search.button}
      >
        <p role="status" className="sr-only">
          {toAnswer !== 0 && `Enquiries to answer: ${toAnswer}`}
        </p>
        <RequireSession>
          <Outlet />
        </RequireSession>
        {search.dialog}
      </AdminLayout>
    </PeopleContext>
  );
}

/** Without a schedule in the database, visits of staff publish the changes whose time has come. */
function useDueChanges() {
  const isStaff = useSession().role !== null;
  const queryClient = useQueryClient();
  const { data = 0, dataUpdatedAt } = useQuery({
    ...documentQueries.dueChanges(),
    enabled: isStaff,
  });
  useEffect(() => {
    if (data === 0) return;
    for (const queryKey of [caseStudyKind.key, postKind.key, PAGE_TEXTS_KEY, ['today']]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  }, [data, dataUpdatedAt, queryClient]);
}

function Notices() {
  const { role, user } = useSession();
  const me = user?.email.toLowerCase() ?? '';
  const enquiries = useQuery({ ...todayQueries.enquiries(), enabled: role !== null });
  const requests = useQuery({ ...staffQueries.requests(), enabled: role === 'owner' });
  const signOffs = useQuery({ ...signOffQueries.all(), enabled: role !== null });
  const notices = noticesOf(
    enquiries.data ?? [],
    requests.data ?? [],
    signOffNotices(signOffs.data ?? [], ({ kind, documentId }) => approvalPath(kind, documentId)),
    me,
    NOTICE_ADDRESSES,
  );
  const { newKeys, markSeen } = useSeenNotices(user?.id ?? '', notices);
  return (
    <NotificationBell
      notices={notices.map((notice) => ({ ...notice, isNew: newKeys.has(notice.key) }))}
      onOpen={markSeen}
    />
  );
}

const NOTICE_ADDRESSES = {
  enquiry: (id: string) => `${paths.adminEnquiries}?enquiry=${id}`,
  requests: paths.adminPeople,
};

/** Without the names, for example while they load, people are shown by their addresses. */
function usePeopleContext(): PeopleContextValue {
  const { role, user } = useSession();
  const { data } = useQuery({ ...staffQueries.names(), enabled: role !== null });
  const ownEmail = user?.email.toLowerCase() ?? null;
  return useMemo(() => ({ people: data ?? [], ownEmail }), [data, ownEmail]);
}
