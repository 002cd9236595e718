import { Fragment, type ReactNode, type Ref } from 'react';
import { useQuery } from '@tanstack/react-query';
import { format } from 'date-fns';
import { Inbox } from 'lucide-react';
import { HONEST_REASONS } from '@contracts/conversation';
import { asciiEmail } from '@contracts/email';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { TextLink } from '@/components/ui/text-link';
import { telephoneLink } from '@/lib/links';
import { dayAndTimeOf } from '@/lib/moment';
import { paths } from '@/lib/paths';
import {
  reasonLabel,
  serviceLabel,
  STATUS_LABELS,
  type EnquiryChange,
  type StoredEnquiry,
} from '../model';
import { enquiryQueries, useChangeEnquiry, useReleaseEnquiry } from '../queries';
import { AnswerBadge } from './answer-badge';
import { EnquiryActions } from './enquiry-actions';
import { EnquiryAssignee } from './enquiry-assignee';
import { EnquiryDelivery } from './enquiry-delivery';

export type EnquiryDetailProps = {
  enquiry: StoredEnquiry;
  /** The members it can be assigned to; empty for editors. */
  members: readonly string[];
  me: string;
  headingRef: Ref<HTMLHeadingElement>;
  /** The mails after the first message, with these buttons beside the one that replies. */
  conversation: (actions: ReactNode) => ReactNode;
  /** The notes of staff. */
  notes: ReactNode;
  onUnread: () => void;
  onDeleted: () => void;
};

export function EnquiryDetail({
  enquiry,
  headingRef,
  conversation,
  notes,
  ...rest
}: EnquiryDetailProps) {
  const change = useChangeEnquiry();
  const handleChange = (next: EnquiryChange) => change.mutate({ id: enquiry.id, change: next });
  /** Answering or assigning a new enquiry opens it. */
  const opening: EnquiryChange = enquiry.status === 'new' ? { status: 'open' } : {};
  return (
    <article
      aria-labelledby="enquiry-title"
      className="rounded-control border border-line bg-raised wide:max-h-[calc(100dvh-3rem-var(--connection-bar,0px))] wide:overflow-y-auto"
    >
      <header className="border-b border-line px-5 py-5 tablet:px-7">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
          <StatusBadge status={enquiry.status} />
          <span className="font-semibold text-ink tabular-figures">#{enquiry.number}</span>
          <time dateTime={enquiry.createdAt.toISOString()}>
            {format(enquiry.createdAt, 'EEEE, MMM d, yyyy, HH:mm')}
          </time>
          {enquiry.answerBy !== null && !enquiry.isQuarantined && (
            <AnswerBadge answerBy={enquiry.answerBy} />
          )}
          {enquiry.answerBy === null && enquiry.answeredAt !== null && (
            <span>Answered {dayAndTimeOf(enquiry.answeredAt.getTime())}</span>
          )}
        </div>
        <h2
          id="enquiry-title"
          dir="auto"
          ref={headingRef}
          tabIndex={-1}
          className="mt-3 scroll-mt-40 text-h3 outline-none"
        >
          {enquiry.subject ?? `Enquiry from ${enquiry.name}`}
        </h2>
        <Sender enquiry={enquiry} />
      </header>
      <div className="grid gap-7 px-5 py-6 tablet:px-7">
        {enquiry.isQuarantined && <QuarantineNote enquiry={enquiry} />}
        <p dir="auto" className="max-w-measure text-body whitespace-pre-line">
          {enquiry.message}
        </p>
        {conversation(
          <EnquiryActions
            enquiry={enquiry}
            onChange={handleChange}
            onAnswer={() => enquiry.status === 'new' && handleChange(opening)}
            onUnread={rest.onUnread}
            onDeleted={rest.onDeleted}
          />,
        )}
        <div className="grid gap-x-8 gap-y-6 border-t border-line pt-6 tablet:grid-cols-2">
          <EnquiryAssignee
            enquiry={enquiry}
            members={rest.members}
            me={rest.me}
            onAssign={(assignedTo) => handleChange({ assignedTo, ...(assignedTo && opening) })}
          />
          <EnquiryDelivery enquiry={enquiry} />
        </div>
        {notes}
        <Origin enquiry={enquiry} />
      </div>
    </article>
  );
}

const statusTones = { new: 'info', open: 'neutral', done: 'success' } as const;

function StatusBadge({ status }: Pick<StoredEnquiry, 'status'>) {
  return <Badge tone={statusTones[status]}>{STATUS_LABELS[status]}</Badge>;
}

function Sender({ enquiry: { name, email, phone, service } }: { enquiry: StoredEnquiry }) {
  return (
    <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-base [overflow-wrap:anywhere]">
      <strong dir="auto" className="font-semibold">
        {name}
      </strong>
      <a
        href={`mailto:${encodeURIComponent(asciiEmail(email)).replaceAll('%40', '@')}`}
        className="link"
      >
        {email}
      </a>
      {phone !== null && (
        <a href={telephoneLink(phone)} className="link">
          {phone}
        </a>
      )}
      {service !== null && <span className="text-muted">{service}</span>}
    </p>
  );
}

/** Releasing an enquiry sends its emails at once. */
function QuarantineNote({ enquiry: { id, quarantineReasons } }: { enquiry: StoredEnquiry }) {
  const { isPending, release } = useReleaseEnquiry();
  return (
    <Alert
      kind="warning"
      title={
        quarantineReasons.every((reason) => HONEST_REASONS.includes(reason))
          ? 'Held back: look at it before you answer'
          : 'Held back: it looks sent by a program'
      }
      action={
        <Button
          size="small"
          icon={<Inbox aria-hidden="true" />}
          isPending={isPending}
          onClick={() => release(id)}
        >
          Take out of quarantine
        </Button>
      }
    >
      {quarantineReasons.length > 0 && `${quarantineReasons.map(reasonLabel).join('. ')}. `}
      No email was sent about it.
    </Alert>
  );
}

function Origin({ enquiry }: { enquiry: StoredEnquiry }) {
  const { startedPage, startedServices, startedHost, startedStudies, eraseAt } = enquiry;
  const studies = useQuery(enquiryQueries.studies(startedStudies));
  const facts: [string, ReactNode][] = [
    ['Erased on', format(eraseAt, 'MMM d, yyyy')],
    ...(startedHost === null ? [] : [['Came from', startedHost] satisfies [string, ReactNode]]),
    ...(startedPage === null ? [] : [['First page', startedPage] satisfies [string, ReactNode]]),
    ...(studies.data?.length
      ? [
          [
            'Had read',
            studies.data.map(({ id, title }, index) => (
              <Fragment key={id}>
                {index > 0 && ', '}
                <TextLink to={paths.adminCaseStudyEdit.to(id)}>{title}</TextLink>
              </Fragment>
            )),
          ] satisfies [string, ReactNode],
        ]
      : []),
    ...(startedServices.length === 0
      ? []
      : [
          ['Had looked at', startedServices.map(serviceLabel).join(', ')] satisfies [
            string,
            ReactNode,
          ],
        ]),
  ];
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 border-t border-line pt-5 text-small">
      {facts.map(([label, value]) => (
        <div key={label} className="flex gap-2">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
