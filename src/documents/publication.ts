import { format } from 'date-fns';
import type { DocumentInput } from './fields';
import type { WaitingChanges } from './staff-api';

export const PUBLICATION_STATES = ['draft', 'scheduled', 'published'] as const;
export type PublicationState = (typeof PUBLICATION_STATES)[number];

/** 'scheduled' is published with a later date: visitors do not see it yet. */
export function stateOf({ status, publishedAt }: Partial<DocumentInput>): PublicationState {
  if (status === 'draft') return 'draft';
  return Date.parse(String(publishedAt)) > Date.now() ? 'scheduled' : 'published';
}

const changeLabels = { draft: 'Back to draft', scheduled: 'Scheduled', published: 'Published' };

/** Names a change to these values in the history. */
export function describeState(values: DocumentInput): string {
  return changeLabels[stateOf(values)];
}

/** What lists say about the waiting changes of a document. */
export function describeWaitingChanges({
  publishAt,
  publishFailure,
}: Pick<WaitingChanges, 'publishAt' | 'publishFailure'>): string {
  if (publishFailure !== null) return 'changes could not be published';
  return publishAt === null
    ? 'changes waiting'
    : `changes go live ${format(publishAt, 'MMM d, HH:mm')}`;
}

type StateFilters<Request> = {
  eq: (column: 'status', value: string) => Request;
  gt: (column: 'published_at', value: string) => Request;
  lte: (column: 'published_at', value: string) => Request;
};

/** The database's clock: that of the device may be wrong. */
const NOW = 'now';

/** Filters a request for documents by their state; undefined filters nothing. */
export function inState<Request extends StateFilters<Request>>(
  request: Request,
  state: PublicationState | undefined,
): Request {
  if (state === undefined || state === 'draft')
    return state ? request.eq('status', state) : request;
  const published = request.eq('status', 'published');
  return state === 'scheduled'
    ? published.gt('published_at', NOW)
    : published.lte('published_at', NOW);
}
