import { z } from 'zod';
import { pageNumber, searchWords, type FilterChanges } from '@/hooks/use-search-filters';

/** `inbox`: everything not done. `waiting`: whose client waits for an answer. Quarantined enquiries are in `quarantine` only. */
export const VIEWS = ['inbox', 'waiting', 'new', 'open', 'mine', 'done', 'quarantine'] as const;
export type EnquiryView = (typeof VIEWS)[number];

export const VIEW_LABELS: Record<EnquiryView, string> = {
  inbox: 'Inbox',
  waiting: 'To answer',
  new: 'New',
  open: 'Open',
  mine: 'Mine',
  done: 'Done',
  quarantine: 'Quarantine',
};

export type ViewCounts = Readonly<Partial<Record<EnquiryView, number>>>;

export const enquiryFilters = z.object({
  view: z.enum(VIEWS).catch('inbox'),
  text: searchWords,
  page: pageNumber,
  /** The opened enquiry. */
  enquiry: z.uuid().optional().catch(undefined),
});
export type EnquiryFilters = z.infer<typeof enquiryFilters>;

/** The address of the inbox with exactly these filters. */
export type InboxHref = (filters: FilterChanges<EnquiryFilters>) => string;
