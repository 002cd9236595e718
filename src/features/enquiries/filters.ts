import { z } from 'zod';
import { pageNumber, searchWords, type FilterChanges } from '@/hooks/use-search-filters';

/** `inbox`: everything that is not done. What was put aside is in `quarantine` and nowhere else. */
export const VIEWS = ['inbox', 'new', 'open', 'mine', 'done', 'quarantine'] as const;
export type EnquiryView = (typeof VIEWS)[number];

export const VIEW_LABELS: Record<EnquiryView, string> = {
  inbox: 'Inbox',
  new: 'New',
  open: 'Open',
  mine: 'Mine',
  done: 'Done',
  quarantine: 'Quarantine',
};

export const enquiryFilters = z.object({
  view: z.enum(VIEWS).catch('inbox'),
  text: searchWords,
  page: pageNumber,
  /** The one that is open. */
  enquiry: z.uuid().optional().catch(undefined),
});
export type EnquiryFilters = z.infer<typeof enquiryFilters>;

/** The address of the inbox under these filters and no others. */
export type InboxHref = (filters: FilterChanges<EnquiryFilters>) => string;
