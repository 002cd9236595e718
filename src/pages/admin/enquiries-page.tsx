import { useEffect, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowLeft } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { AdminPage } from '@/components/layout/admin-page';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryView } from '@/components/ui/query-view';
import { Skeleton, SkeletonText } from '@/components/ui/skeleton';
import { site } from '@/content/site';
import { Conversation } from '@/features/conversations/components/conversation';
import { EnquiryNotes } from '@/features/conversations/components/enquiry-notes';
import { DeletedEnquiries } from '@/features/enquiries/components/deleted-enquiries';
import { ExportButton } from '@/features/enquiries/components/export-button';
import { EnquiryDetail } from '@/features/enquiries/components/enquiry-detail';
import { InboxFilters } from '@/features/enquiries/components/inbox-filters';
import { InboxList } from '@/features/enquiries/components/inbox-list';
import { enquiryFilters } from '@/features/enquiries/filters';
import {
  enquiryQueries,
  listedEnquiry,
  useChangeEnquiry,
  useRestoreEnquiry,
} from '@/features/enquiries/queries';
import { useSession } from '@/features/session/use-session';
import { staffQueries } from '@/features/staff/queries';
import { useSearchFilters } from '@/hooks/use-search-filters';
import { AppError } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { useDocumentMeta } from '@/lib/seo';

export function EnquiriesPage() {
  useDocumentMeta({ title: `Enquiries · ${site.name}`, description: '', noindex: true });
  const { filters, hrefOf, setFilters } = useSearchFilters(enquiryFilters);
  const { user } = useSession();
  const me = user?.email.toLowerCase() ?? '';
  const list = useQuery(enquiryQueries.list(filters, me));
  const counts = useQuery(enquiryQueries.counts(me));
  /** Then nothing needs a second pane. */
  const isEmpty = filters.enquiry === undefined && list.data?.enquiries.length === 0;
  /** There an open enquiry takes the place of the list. */
  const listOnPhones = filters.enquiry === undefined ? undefined : 'max-wide:hidden';
  return (
    <AdminPage
      title="Enquiries"
      description={
        <span className={listOnPhones}>
          Messages from the contact form. They are deleted after 24 months.
        </span>
      }
      actions={
        isEmpty ? undefined : (
          <div className={listOnPhones}>
            <ExportButton filters={filters} me={me} userId={user?.id ?? ''} />
          </div>
        )
      }
    >
      <div className={listOnPhones}>
        <InboxFilters
          filters={filters}
          counts={counts.data}
          hrefOf={hrefOf}
          onSearch={(text) => setFilters({ text, enquiry: undefined }, { replace: true })}
        />
      </div>
      <p role="status" className="sr-only">
        {list.data && !list.isFetching
          ? `${list.data.total} ${list.data.total === 1 ? 'enquiry' : 'enquiries'}`
          : ''}
      </p>
      <div
        className={clsx(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-8',
          !isEmpty && 'wide:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]',
        )}
      >
        <section aria-label="List" aria-busy={list.isPlaceholderData} className={listOnPhones}>
          <InboxList query={list} filters={filters} hrefOf={hrefOf} />
        </section>
        {filters.enquiry !== undefined && (
          <OpenEnquiry
            key={filters.enquiry}
            id={filters.enquiry}
            listLink={hrefOf({ ...filters, enquiry: undefined })}
            me={me}
          />
        )}
        {filters.enquiry === undefined && !isEmpty && (
          <p className="rounded-control border border-line px-6 py-16 text-center text-muted max-wide:hidden">
            Choose an enquiry to read it here.
          </p>
        )}
      </div>
      <div className={listOnPhones}>
        <DeletedEnquiries />
      </div>
    </AdminPage>
  );
}

type OpenEnquiryProps = { id: string; listLink: string; me: string };

function OpenEnquiry({ id, listLink, me }: OpenEnquiryProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { role, user } = useSession();
  const members = useQuery({ ...staffQueries.members(), enabled: role === 'owner' });
  /** It may leave the list before it has loaded; without it the form would go, with what is typed there. */
  const [listed] = useState(() => listedEnquiry(client, id));
  const enquiry = useQuery({
    ...enquiryQueries.detail(id),
    placeholderData: () => listedEnquiry(client, id) ?? listed,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const { mutate: change } = useChangeEnquiry();
  const { mutate: restore } = useRestoreEnquiry();
  const isLoaded = enquiry.data !== undefined;
  const isUnread = enquiry.data?.readAt === null;
  const isOpened = useRef(false);

  // Marks as read once per opening, so that 'Mark as unread' afterwards has an effect.
  useEffect(() => {
    if (!isLoaded || isOpened.current) return;
    isOpened.current = true;
    heading.current?.focus();
    if (isUnread) change({ id, change: { readAt: new Date() } });
  }, [isLoaded, isUnread, id, change]);

  const isGone = enquiry.error instanceof AppError && enquiry.error.kind === 'not-found';
  return (
    <div className="min-w-0 wide:sticky wide:top-6">
      <Link
        to={listLink}
        className="mb-3 inline-flex min-h-9 items-center gap-2 rounded-control text-small font-medium text-muted hover:text-ink wide:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to the list
      </Link>
      {isGone ? (
        <EmptyState
          title="Enquiry not found"
          description="It was deleted: by a member, and is then listed under Recently deleted, or after 24 months."
          action={<ButtonLink to={listLink}>Back to the list</ButtonLink>}
        />
      ) : (
        <QueryView
          query={enquiry}
          errorTitle="Failed to load this enquiry"
          pending={<DetailSkeleton />}
        >
          {(data) => (
            <EnquiryDetail
              enquiry={data}
              members={members.data?.map(({ email }) => email) ?? []}
              me={me}
              headingRef={heading}
              conversation={(actions) =>
                user && (
                  <Conversation
                    enquiry={data}
                    me={user}
                    actions={actions}
                    onReplied={() => void client.invalidateQueries(enquiryQueries.detail(id))}
                  />
                )
              }
              notes={user && <EnquiryNotes enquiryId={id} me={user} isOwner={role === 'owner'} />}
              onUnread={() => change({ id, change: { readAt: null } })}
              onDeleted={() => {
                notify({
                  type: 'success',
                  title: `The enquiry of ${data.name} was deleted`,
                  actions: [
                    {
                      label: 'Undo',
                      onSelect: () => restore({ id, title: `#${data.number} ${data.name}` }),
                    },
                  ],
                });
                void navigate(listLink, { replace: true });
              }}
            />
          )}
        </QueryView>
      )}
    </div>
  );
}

function DetailSkeleton() {
  return (
    <div role="status" className="rounded-control border border-line bg-raised p-5 tablet:p-7">
      <span className="sr-only">Loading the enquiry...</span>
      <Skeleton className="h-5 w-48" />
      <Skeleton className="mt-4 h-9 w-2/3" />
      <SkeletonText lines={6} className="mt-9" />
    </div>
  );
}
