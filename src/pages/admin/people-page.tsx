import { useRef, type ReactNode, type Ref } from 'react';
import { useQuery } from '@tanstack/react-query';
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
  const staffHeading = useRef<HTMLHeadingElement>(null);

  return (
    <AdminPage
      title="People"
      width="form"
      description="Editors write and publish. Owners also add and remove people."
    >
      {requests.data?.length !== 0 && (
        <Part title="Access requests" headingRef={waitingHeading}>
          <QueryView
            query={requests}
            errorTitle="Failed to load the access requests"
            pending={<Skeleton className="h-20" />}
          >
            {(list) => {
              // The section is gone after its last row.
              const next = list.length > 1 ? waitingHeading : staffHeading;
              return <RequestList requests={list} onAnswered={() => next.current?.focus()} />;
            }}
          </QueryView>
        </Part>
      )}
      <Part title="Staff" headingRef={staffHeading}>
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
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
};

function Part({ title, headingRef, children }: PartProps) {
  return (
    <section className="mb-12">
      <h2 ref={headingRef} tabIndex={-1} className="mb-4 sans-heading text-h4 outline-none">
        {title}
      </h2>
      {children}
    </section>
  );
}
