import { useQuery } from '@tanstack/react-query';
import { AdminPage } from '@/components/layout/admin-page';
import { PersonName } from '@/components/people/person';
import { shownName, usePeople } from '@/components/people/people-context';
import { Badge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { site } from '@/content/site';
import { capital } from '@/documents/kind';
import { AnswerBadge } from '@/features/enquiries/components/answer-badge';
import { pageInfos, TEXT_PAGES } from '@/features/page-texts/kind';
import { useSession } from '@/features/session/use-session';
import { signOffQueries } from '@/features/sign-off/queries';
import { waitingSignOffs } from '@/features/sign-off/waiting';
import { staffQueries } from '@/features/staff/queries';
import type { WaitingEnquiry, UnpublishedWork } from '@/features/today/api';
import { WaitingRow, WaitingSection } from '@/features/today/components/waiting-section';
import { byConcern, todayQueries } from '@/features/today/queries';
import { editPath, paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';
import { useFailingChecks } from './failing-checks';

const ROWS = 6;

/** Everything that waits for staff, each sort with its own state of loading, error and nothing. */
export function TodayPage() {
  const { role, user } = useSession();
  const me = user?.email.toLowerCase() ?? '';
  const isOwner = role === 'owner';
  const enquiries = useQuery(todayQueries.enquiries());
  const requests = useQuery({ ...staffQueries.requests(), enabled: isOwner });
  const unpublished = useQuery(todayQueries.unpublished());
  const scheduled = useQuery(todayQueries.scheduled());
  const signOffs = useQuery(signOffQueries.all());
  const withClients = {
    ...signOffs,
    data: signOffs.data && waitingSignOffs(signOffs.data),
  };
  const failing = useFailingChecks();
  useDocumentMeta({ title: `To do · ${site.name}`, description: '', noindex: true });

  const blocks = [
    enquiries,
    unpublished,
    withClients,
    scheduled,
    failing,
    ...(isOwner ? [requests] : []),
  ];
  const isCalm = blocks.every(({ data }) => data?.length === 0);
  return (
    <AdminPage
      title="To do"
      description="Enquiries, drafts and everything else that needs an answer or a decision."
    >
      {isCalm ? (
        <EmptyState
          title="Nothing to do"
          description="No enquiry to answer, no draft in work, nothing scheduled, and every check is good. Have a good day."
        />
      ) : (
        <div className="gap-x-12 wide:columns-2">
          <WaitingSection
            title="Enquiries to answer"
            query={{ ...enquiries, data: enquiries.data && byConcern(enquiries.data, me) }}
            errorTitle="Failed to load the enquiries to answer"
            empty="Every enquiry is answered."
            all={{ label: 'All enquiries', to: paths.adminEnquiries }}
            limit={ROWS}
          >
            {(enquiry) => <EnquiryRow key={enquiry.id} enquiry={enquiry} />}
          </WaitingSection>
          {isOwner && (
            <WaitingSection
              title="Access requests"
              query={requests}
              errorTitle="Failed to load the access requests"
              empty="There is no access request."
              all={{ label: 'People', to: paths.adminPeople }}
              limit={ROWS}
            >
              {({ id, email, note, createdAt }) => (
                <WaitingRow
                  key={id}
                  to={paths.adminPeople}
                  title={email}
                  detail={note ?? 'Without a note'}
                  at={createdAt}
                />
              )}
            </WaitingSection>
          )}
          <WaitingSection
            title="Not published yet"
            query={unpublished}
            errorTitle="Failed to load what is not published"
            empty="There is no draft, and no change waits to be published."
            all={{ label: 'All case studies', to: paths.adminCaseStudies }}
            limit={ROWS}
          >
            {(work) => <UnpublishedRow key={work.id} work={work} />}
          </WaitingSection>
          <WaitingSection
            title="With clients"
            query={withClients}
            errorTitle="Failed to load what clients were asked"
            empty="No client was asked to approve anything."
            all={{ label: 'All case studies', to: paths.adminCaseStudies }}
            limit={ROWS}
          >
            {({ request, detail, at }) => (
              <WaitingRow
                key={request.id}
                to={editPath(request.kind, request.documentId)}
                title={request.title}
                detail={detail}
                at={at}
              />
            )}
          </WaitingSection>
          <WaitingSection
            title="Scheduled"
            query={scheduled}
            errorTitle="Failed to load what is scheduled"
            empty="Nothing is scheduled."
            all={{ label: 'All posts', to: paths.adminPosts }}
            limit={ROWS}
          >
            {({ kind, id, isChange, title, publishedAt }) => (
              <WaitingRow
                key={id}
                to={editPath(kind, id)}
                title={titleOf({ kind, title })}
                detail={isChange ? `Changes of a published ${nouns[kind]}` : capital(nouns[kind])}
                at={publishedAt}
                timeFormat="MMM d, HH:mm"
              />
            )}
          </WaitingSection>
          <WaitingSection
            title="Failing checks"
            query={failing}
            errorTitle="Failed to check the site"
            empty="The quick checks are good. The health page makes all checks."
            all={{ label: 'All checks', to: paths.adminHealth }}
            limit={ROWS}
          >
            {({ name, message, to }) => (
              <WaitingRow key={name} to={to} title={name} detail={message} />
            )}
          </WaitingSection>
        </div>
      )}
    </AdminPage>
  );
}

const nouns = { 'case-study': 'case study', post: 'post', 'page-texts': 'page' } as const;

function titleOf({ kind, title }: Pick<UnpublishedWork, 'kind' | 'title'>): string {
  const page = kind === 'page-texts' ? TEXT_PAGES.find((key) => key === title) : undefined;
  return (page ? pageInfos[page].title : title) || 'Without a title';
}

function EnquiryRow({ enquiry }: { enquiry: WaitingEnquiry }) {
  const { id, name, about, isNew, assignedTo, answerBy, createdAt } = enquiry;
  const { isMe } = usePeople();
  return (
    <WaitingRow
      to={`${paths.adminEnquiries}?enquiry=${id}`}
      title={
        <span className="flex flex-wrap items-center gap-x-3">
          {name} {isNew && <Badge tone="info">New</Badge>}
        </span>
      }
      detail={
        <>
          <span className="line-clamp-1">{about}</span>
          <span className="flex flex-wrap gap-x-4">
            <AnswerBadge answerBy={answerBy} />
            {assignedTo !== null &&
              (isMe(assignedTo) ? 'Assigned to you' : <PersonName email={assignedTo} />)}
          </span>
        </>
      }
      at={createdAt}
    />
  );
}

function UnpublishedRow({ work }: { work: UnpublishedWork }) {
  const { kind, id, isDraft, failure, savedBy, savedAt } = work;
  const { personOfAccount, isMe } = usePeople();
  const person = savedBy === null ? null : personOfAccount(savedBy);
  const author = person && (isMe(person.email) ? 'you' : shownName(person));
  return (
    <WaitingRow
      to={editPath(kind, id)}
      title={titleOf(work)}
      detail={
        <>
          {failure !== null && (
            <span className="block font-medium text-danger">Could not be published: {failure}</span>
          )}
          {`${isDraft ? 'Draft of a' : 'Changes of a published'} ${nouns[kind]}${author === null ? '' : `, saved by ${author}`}`}
        </>
      }
      at={savedAt}
    />
  );
}
