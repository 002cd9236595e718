import { useRef, type ReactNode, type Ref } from 'react';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Lock } from 'lucide-react';
import { AdminPage } from '@/components/layout/admin-page';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryView } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { site } from '@/content/site';
import { recheckSession } from '@/features/session/session-store';
import { useSession } from '@/features/session/use-session';
import { AddMemberForm } from '@/features/staff/components/add-member-form';
import { MemberList } from '@/features/staff/components/member-list';
import { RequestList } from '@/features/staff/components/request-list';
import { staffQueries } from '@/features/staff/queries';
import { useDocumentMeta } from '@/lib/seo';

export function PeoplePage() {
  const { role, user } = useSession();
  useDocumentMeta({ title: `People · ${site.name}`, description: '', noindex: true });
  if (role !== 'owner') {
    return (
      <AdminPage title="People">
        <EmptyState
          icon={<Lock aria-hidden="true" />}
          title="Owners manage people"
          description="Your role is editor: you write and publish. To add or remove a member, ask an owner."
        />
      </AdminPage>
    );
  }
  return <People ownEmail={user.email} />;
}

function People({ ownEmail }: { ownEmail: string }) {
  const members = useQuery(staffQueries.members());
  const requests = useQuery(staffQueries.requests());
  const waitingHeading = useRef<HTMLHeadingElement>(null);
  const hasNoRequests = requests.data?.length === 0;
  return (
    <AdminPage
      title="People"
      width="form"
      description="Editors write and publish. Owners also add and remove people."
    >
      <Part
        title={hasNoRequests ? 'No access requests' : 'Waiting for access'}
        isQuiet={hasNoRequests}
        headingRef={waitingHeading}
      >
        <QueryView
          query={requests}
          errorTitle="Failed to load the access requests"
          pending={<Skeleton className="h-20" />}
          empty={null}
        >
          {(list) => (
            <RequestList requests={list} onAnswered={() => waitingHeading.current?.focus()} />
          )}
        </QueryView>
      </Part>
      <Part title="Staff">
        <QueryView
          query={members}
          errorTitle="Failed to load the staff"
          pending={
            <div className="grid gap-px">
              <Skeleton className="h-20" />
              <Skeleton className="h-20" />
              <Skeleton className="h-20" />
            </div>
          }
        >
          {(list) => (
            <MemberList
              members={list}
              ownEmail={ownEmail}
              onOwnChange={() => void recheckSession()}
            />
          )}
        </QueryView>
      </Part>
      <Part title="Add a person">
        <AddMemberForm />
      </Part>
    </AdminPage>
  );
}

type PartProps = {
  title: string;
  /** A heading without anything below it. */
  isQuiet?: boolean;
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
};

function Part({ title, isQuiet = false, headingRef, children }: PartProps) {
  return (
    <section className={isQuiet ? 'mb-8' : 'mb-12'}>
      <h2
        ref={headingRef}
        tabIndex={-1}
        className={clsx(
          'font-text tracking-normal outline-none',
          isQuiet ? 'text-base font-normal text-muted' : 'mb-4 text-h4 font-semibold',
        )}
      >
        {title}
      </h2>
      {children}
    </section>
  );
}
