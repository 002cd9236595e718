import type { ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { AdminPage } from '@/components/layout/admin-page';
import { PersonName } from '@/components/people/person';
import { shownName, usePeople } from '@/components/people/people-context';
import { Badge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import type { QueryLike } from '@/components/ui/query-view';
import { TextLink } from '@/components/ui/text-link';
import { site } from '@/content/site';
import { capital } from '@/documents/kind';
import { AnswerBadge } from '@/features/enquiries/components/answer-badge';
import { HeldActions } from '@/features/enquiries/components/held-actions';
import { pageInfos, TEXT_PAGES } from '@/features/page-texts/kind';
import { useSession } from '@/features/session/use-session';
import { signOffQueries } from '@/features/sign-off/queries';
import { waitingSignOffs } from '@/features/sign-off/waiting';
import { staffQueries } from '@/features/staff/queries';
import type { HeldEnquiry, WaitingEnquiry, UnpublishedWork } from '@/features/today/api';
import {
  WaitingRow,
  WaitingSection,
  type WaitingSectionProps,
} from '@/features/today/components/waiting-section';
import { byConcern, todayQueries } from '@/features/today/queries';
import { approvalPath, editPath, paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';
import { useFailingChecks } from './failing-checks';

const ROWS = 6;

/** Everything that waits for staff, each group with its own state of loading and error; those without rows in one list. */
export function TodayPage() {
  const { role, user } = useSession();
  const me = user?.email.toLowerCase() ?? '';
  const isOwner = role === 'owner';
  const enquiries = useQuery(todayQueries.enquiries());
  const held = useQuery(todayQueries.held());
  const requests = useQuery({ ...staffQueries.requests(), enabled: isOwner });
  const unpublished = useQuery(todayQueries.unpublished());
  const scheduled = useQuery(todayQueries.scheduled());
  const signOffs = useQuery(signOffQueries.all());
  const notes = useQuery(signOffQueries.notesForMe());
  const { personOf } = usePeople();
  const failing = useFailingChecks();
  useDocumentMeta({ title: `To do · ${site.name}`, description: '', noindex: true });

  const groups = [
    group(
      { ...enquiries, data: enquiries.data && byConcern(enquiries.data, me) },
      {
        title: 'Enquiries to answer',
        errorTitle: 'Failed to load the enquiries to answer',
        none: 'Every enquiry is answered.',
        all: { label: 'All enquiries', to: paths.adminEnquiries },
      },
      (enquiry) => <EnquiryRow key={enquiry.id} enquiry={enquiry} />,
    ),
    group(
      held,
      {
        title: 'Enquiries held back',
        errorTitle: 'Failed to load the enquiries held back',
        none: 'No enquiry is held back.',
        all: { label: 'Quarantine', to: `${paths.adminEnquiries}?view=quarantine` },
      },
      (enquiry) => <HeldRow key={enquiry.id} enquiry={enquiry} />,
    ),
    ...(isOwner
      ? [
          group(
            requests,
            {
              title: 'Access requests',
              errorTitle: 'Failed to load the access requests',
              none: 'There is no access request.',
              all: { label: 'People', to: paths.adminPeople },
            },
            ({ id, email, note, createdAt }) => (
              <WaitingRow
                key={id}
                to={paths.adminPeople}
                title={email}
                detail={note ?? 'Without a note'}
                at={createdAt}
              />
            ),
          ),
        ]
      : []),
    group(
      notes,
      {
        title: 'Notes for you',
        errorTitle: 'Failed to load the notes for you',
        none: 'No note names you.',
        all: { label: 'All case studies', to: paths.adminCaseStudies },
      },
      ({ id, kind, documentId, title, authorEmail, text, createdAt }) => (
        <WaitingRow
          key={id}
          to={approvalPath(kind, documentId)}
          title={text}
          detail={`${authorEmail === null ? 'A former member' : shownName(personOf(authorEmail))} on ${title || 'a text without a title'}`}
          at={createdAt}
        />
      ),
    ),
    group(
      unpublished,
      {
        title: 'Not published yet',
        errorTitle: 'Failed to load what is not published',
        none: 'There is no draft, and no change waits to be published.',
        all: { label: 'All case studies', to: paths.adminCaseStudies },
      },
      (work) => <UnpublishedRow key={work.id} work={work} />,
    ),
    group(
      { ...signOffs, data: signOffs.data && waitingSignOffs(signOffs.data) },
      {
        title: 'With clients',
        errorTitle: 'Failed to load what clients were asked',
        none: 'No client was asked to approve anything.',
        all: { label: 'All case studies', to: paths.adminCaseStudies },
      },
      ({ request, detail, at }) => (
        <WaitingRow
          key={request.id}
          to={approvalPath(request.kind, request.documentId)}
          title={request.title}
          detail={detail}
          at={at}
        />
      ),
    ),
    group(
      scheduled,
      {
        title: 'Scheduled',
        errorTitle: 'Failed to load what is scheduled',
        none: 'Nothing is scheduled.',
        all: { label: 'All posts', to: paths.adminPosts },
      },
      ({ kind, id, isChange, isWithheld, title, publishedAt }) => (
        <WaitingRow
          key={id}
          to={isWithheld ? approvalPath(kind, id) : editPath(kind, id)}
          title={titleOf({ kind, title })}
          detail={
            (isChange ? `Changes of a published ${nouns[kind]}` : capital(nouns[kind])) +
            (isWithheld ? ', waits for the approval of the client' : '')
          }
          at={publishedAt}
          timeFormat="MMM d, HH:mm"
        />
      ),
    ),
    group(
      failing,
      {
        title: 'Failing checks',
        errorTitle: 'Failed to check the site',
        none: 'No check fails.',
        all: { label: 'All checks', to: paths.adminHealth },
      },
      ({ name, message, to }) => (
        <WaitingRow
          key={name}
          to={to}
          title={
            <span className="flex items-center gap-2">
              <TriangleAlert aria-hidden="true" className="size-4.5 shrink-0 text-warning" />
              {name}
            </span>
          }
          detail={message}
        />
      ),
    ),
  ];
  const waiting = groups.filter(({ isEmpty }) => !isEmpty);
  const empty = groups.filter(({ isEmpty }) => isEmpty);
  return (
    <AdminPage
      title="To do"
      description="Enquiries, drafts and everything else that needs an answer or a decision."
    >
      {waiting.length === 0 ? (
        <EmptyState
          scene="blog"
          title="Nothing to do"
          description="No enquiry to answer, no draft in work, nothing scheduled, and no check fails. Have a good day."
        />
      ) : (
        <div className="grid gap-x-16 wide:grid-cols-[minmax(0,1fr)_20rem]">
          <div>{waiting.map(({ section }) => section)}</div>
          <NothingWaiting groups={empty} />
        </div>
      )}
    </AdminPage>
  );
}

type Group = Pick<WaitingSectionProps<unknown>, 'title' | 'errorTitle' | 'all'> & {
  /** Says that nothing waits. */
  none: string;
};

function group<Item>(
  query: QueryLike<readonly Item[]>,
  { none, ...texts }: Group,
  row: (item: Item) => ReactNode,
) {
  return {
    ...{ none, all: texts.all, isEmpty: query.data?.length === 0 },
    section: (
      <WaitingSection key={texts.title} {...texts} query={query} limit={ROWS}>
        {row}
      </WaitingSection>
    ),
  };
}

function NothingWaiting({ groups }: { groups: readonly Pick<Group, 'none' | 'all'>[] }) {
  return (
    groups.length > 0 && (
      <section aria-labelledby="nothing-waiting" className="border-t border-line pt-5">
        <h2 id="nothing-waiting" className="mb-3 sans-heading text-base text-muted">
          Nothing waits here
        </h2>
        <ul className="grid gap-2 text-small text-muted">
          {groups.map(({ none, all }) => (
            <li key={none} className="flex items-baseline justify-between gap-6">
              {none}
              <TextLink to={all.to} className="shrink-0">
                {all.label}
              </TextLink>
            </li>
          ))}
        </ul>
      </section>
    )
  );
}

const nouns = { 'case-study': 'case study', post: 'post', 'page-texts': 'page' } as const;

function titleOf({ kind, title }: Pick<UnpublishedWork, 'kind' | 'title'>): string {
  const page = kind === 'page-texts' ? TEXT_PAGES.find((key) => key === title) : undefined;
  return (page ? pageInfos[page].title : title) || 'Without a title';
}

function EnquiryRow({ enquiry }: { enquiry: WaitingEnquiry }) {
  const { id, name, about, isNew, assignedTo, answerBy } = enquiry;
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
          {assignedTo !== null &&
            (isMe(assignedTo) ? 'Assigned to you' : <PersonName email={assignedTo} />)}
        </>
      }
      aside={<AnswerBadge answerBy={answerBy} />}
    />
  );
}

function HeldRow({ enquiry: { id, name, about, createdAt } }: { enquiry: HeldEnquiry }) {
  return (
    <WaitingRow
      to={`${paths.adminEnquiries}?view=quarantine&enquiry=${id}`}
      title={
        <span className="flex flex-wrap items-center gap-x-3">
          {name} <Badge tone="warning">Held back</Badge>
        </span>
      }
      detail={<span className="line-clamp-1">{about}</span>}
      at={createdAt}
      actions={<HeldActions id={id} name={name} />}
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
