import { format } from 'date-fns';
import { parseTimestamp } from '@/lib/dates';
import type { DocumentInput } from './fields';
import type { WaitingChanges } from './staff-api';

export const PUBLICATION_STATES = ['draft', 'scheduled', 'published', 'withheld'] as const;
export type PublicationState = (typeof PUBLICATION_STATES)[number];

/** Of values of a form. 'scheduled' is published with a later date: visitors do not see it yet. */
export function stateOf({
  status,
  publishedAt,
}: Partial<DocumentInput>): Exclude<PublicationState, 'withheld'> {
  if (status === 'draft') return 'draft';
  return Date.parse(String(publishedAt)) > Date.now() ? 'scheduled' : 'published';
}

/** Of a stored row. 'withheld' is published without the approval that is demanded: visitors do not see it. */
export function storedStateOf(row: {
  status: string;
  public_from: string | null;
}): PublicationState {
  if (row.status === 'draft') return 'draft';
  if (row.public_from === null) return 'withheld';
  return stateOf({
    status: row.status,
    publishedAt: parseTimestamp(row.public_from).toISOString(),
  });
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
  is: (column: 'public_from', value: null) => Request;
  gt: (column: 'public_from', value: string) => Request;
  lte: (column: 'public_from', value: string) => Request;
};

/** The database's clock: that of the device may be wrong. */
const NOW = 'now';

/** Filters a request for documents by their state; undefined filters nothing. */
export function inState<Request extends StateFilters<Request>>(
  request: Request,
  state: PublicationState | undefined,
): Request {
  if (state === undefined) return request;
  if (state === 'draft') return request.eq('status', 'draft');
  const published = request.eq('status', 'published');
  if (state === 'withheld') return published.is('public_from', null);
  return state === 'scheduled'
    ? published.gt('public_from', NOW)
    : published.lte('public_from', NOW);
}

/** Filters a request for documents that are published and that visitors do not see. */
export function scheduledOrWithheld<
  Request extends {
    eq: (column: 'status', value: string) => Request;
    or: (filters: string) => Request;
  },
>(request: Request): Request {
  return request.eq('status', 'published').or(`public_from.gt.${NOW},public_from.is.null`);
}
