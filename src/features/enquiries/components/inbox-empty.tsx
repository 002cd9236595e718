import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import type { EnquiryFilters, InboxHref } from '../filters';

export type InboxPlace = { filters: EnquiryFilters; hrefOf: InboxHref };

type EmptyText = { title: string; description: string };

const emptyTexts: Record<EnquiryFilters['view'], EmptyText> = {
  inbox: {
    title: 'Nothing to answer',
    description: 'Messages from the contact form arrive here and by email.',
  },
  waiting: {
    title: 'Every enquiry is answered',
    description:
      'Enquiries are listed here until the first reply, and again when the client answers. The first due one is at the top.',
  },
  new: { title: 'No new enquiries', description: 'All of them have been assigned or answered.' },
  open: {
    title: 'Nothing is open',
    description: 'Enquiries that are assigned or answered are listed here.',
  },
  mine: {
    title: 'Nothing is assigned to you',
    description:
      'Open an enquiry and assign it to yourself, and it is listed here until it is done.',
  },
  done: { title: 'Nothing is done yet', description: 'What you mark as done is kept here.' },
  quarantine: {
    title: 'Nothing is set aside',
    description:
      'Enquiries that look automated, or arrived with many others, wait here. No email is sent until you take them out.',
  },
};

export function NothingHere({ filters, hrefOf }: InboxPlace) {
  const { view, text, page } = filters;
  if (page > 1) {
    return (
      <EmptyState
        title="This page is empty"
        description="There are fewer enquiries than there were."
        action={<ButtonLink to={hrefOf({ ...filters, page: 1 })}>To the first page</ButtonLink>}
      />
    );
  }
  if (text === '') return <EmptyState scene="contact" {...emptyTexts[view]} />;
  const elsewhere = view === 'done' ? 'inbox' : 'done';
  return (
    <EmptyState
      scene="lost"
      title="No enquiry matches"
      description={`Nothing here contains “${text}”. The search covers numbers, names, emails, subjects, messages, replies and notes.`}
      action={
        <ButtonLink to={hrefOf({ view: elsewhere, text })}>
          {elsewhere === 'done' ? 'Search in Done' : 'Search in Inbox'}
        </ButtonLink>
      }
    />
  );
}
