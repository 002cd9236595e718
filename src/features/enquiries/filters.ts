import { z } from 'zod';

export const ENQUIRY_PAGE_SIZE = 20;
export const SEARCH_MAX = 100;

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

/** What a link to the screen keeps. Words it does not know count as not given. */
const filtersSchema = z.object({
  view: z.enum(VIEWS).catch('inbox'),
  text: z.string().trim().max(SEARCH_MAX).catch(''),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
  /** The one that is open. */
  enquiry: z.uuid().optional().catch(undefined),
});

export type EnquiryFilters = z.infer<typeof filtersSchema>;

export function readFilters(search: URLSearchParams): EnquiryFilters {
  return filtersSchema.parse(Object.fromEntries(search));
}

/** The query of an address; what is as usual is left out of it. */
export function toSearch({ view, text, page, enquiry }: EnquiryFilters): string {
  const search = new URLSearchParams();
  if (view !== 'inbox') search.set('view', view);
  if (text !== '') search.set('text', text);
  if (page > 1) search.set('page', String(page));
  if (enquiry !== undefined) search.set('enquiry', enquiry);
  return search.size === 0 ? '' : `?${search}`;
}
