import { askBackend, NO_SUCH_PAGE, withTimeout } from '@/lib/backend';
import { visitorHeaders } from '@/lib/backend-headers';
import { parseTimestamp } from '@/lib/dates';
import { emailSearch } from '@/lib/email';
import { getEnv } from '@/lib/env';
import { AppError, toAppError } from '@/lib/errors';
import { http } from '@/lib/http';
import { parseResponse, parseRows } from '@/lib/parse-response';
import type { Supabase } from '@/lib/supabase';
import { FINDS, searchQueryFor } from '@/lib/words/load-latin';
import type { EnquiryFilters, ViewCounts } from './filters';
import {
  ENQUIRY_PAGE_SIZE,
  type DeletedEnquiry,
  type EnquiryChange,
  type StoredEnquiry,
} from './model';
import { ENQUIRY_COLUMNS, enquirySchema, toEnquiry, type RawEnquiry } from './rows';

const LIST = 'Failed to load the enquiries';
const LOAD = 'Failed to load this enquiry';
const SEND = 'Failed to send the email';

const EXPORT_BATCH = 500;
const DELETED_SHOWN = 200;
/** One request of small rows; a busier inbox shows this as its number. */
const COUNTED_MAX = 1000;

export type EnquiryPage = { enquiries: StoredEnquiry[]; total: number };

type ViewFilters = Pick<EnquiryFilters, 'view' | 'text'>;
type ListFilters = ViewFilters & Pick<EnquiryFilters, 'page'>;
type Slice = { from: number; to: number };
/** Of a search in notes and in messages: more enquiries would not fit into the address of the request. */
const FOUND_MAX = 40;

/** @param me email of the signed-in member, for the view 'mine' */
export async function listEnquiries(
  filters: ListFilters,
  me: string,
  signal?: AbortSignal,
): Promise<EnquiryPage> {
  const from = (filters.page - 1) * ENQUIRY_PAGE_SIZE;
  const slice = { from, to: from + ENQUIRY_PAGE_SIZE - 1 };
  const { rows, total } = await fetchSlice(filters, me, slice, signal);
  return { enquiries: parseRows(enquirySchema, rows, LIST).map(toEnquiry), total };
}

/**
 * Every enquiry of a view, on all pages.
 *
 * @throws AppError also if one cannot be read: an export has all or none
 */
export async function listAllEnquiries(filters: ViewFilters, me: string): Promise<StoredEnquiry[]> {
  const all: StoredEnquiry[] = [];
  for (;;) {
    const slice = { from: all.length, to: all.length + EXPORT_BATCH - 1 };
    const { rows, total } = await fetchSlice(filters, me, slice);
    all.push(...rows.map((row) => readEnquiry(row, LIST)));
    if (rows.length === 0 || all.length >= total) return all;
  }
}

async function fetchSlice(
  filters: ViewFilters,
  me: string,
  { from, to }: Slice,
  signal?: AbortSignal,
): Promise<{ rows: RawEnquiry[]; total: number }> {
  try {
    const matches = await findMatches(filters.text, signal);
    const { data, count } = await askBackend(LIST, (supabase) =>
      selectView(supabase, filters, me, matches)
        .order(...orderOf(filters))
        .order('id')
        .range(from, to)
        .abortSignal(withTimeout(signal))
        .retry(false),
    );
    return { rows: data, total: count ?? data.length };
  } catch (error) {
    if (error instanceof AppError && error.code === NO_SUCH_PAGE) {
      return { rows: [], total: 0 };
    }
    throw toAppError(error, LIST);
  }
}

/** Those that wait for an answer: the first due one first. */
function orderOf({ view }: ViewFilters): ['answer_by' | 'created_at', { ascending: boolean }] {
  return view === 'waiting'
    ? ['answer_by', { ascending: true }]
    : ['created_at', { ascending: false }];
}

function selectView(
  supabase: Supabase,
  { view }: ViewFilters,
  me: string,
  matches: readonly string[],
) {
  let request = supabase
    .from('enquiries')
    .select(ENQUIRY_COLUMNS, { count: 'exact' })
    .is('deleted_at', null)
    .eq('is_quarantined', view === 'quarantine');
  if (view === 'new' || view === 'open' || view === 'done') request = request.eq('status', view);
  if (view === 'inbox' || view === 'mine') request = request.neq('status', 'done');
  if (view === 'waiting') request = request.not('answer_by', 'is', null);
  if (view === 'mine') request = request.eq('assigned_to', me.toLowerCase());
  return matches.length === 0 ? request : request.or(matches.join(','));
}

/** The conditions of a search, one of which must hold; none for an empty text. */
async function findMatches(text: string, signal?: AbortSignal): Promise<string[]> {
  if (text === '') return [];
  // Addresses are stored with an international domain in ASCII.
  const queries = await Promise.all([...new Set([text, emailSearch(text)])].map(searchQueryFor));
  const found = queries.map((query) => `search.${FINDS}.${query}`);
  const written = await Promise.all(
    (['enquiry_notes', 'enquiry_messages'] as const).map((table) =>
      askBackend(LIST, (supabase) =>
        supabase
          .from(table)
          .select('enquiry_id')
          .filter('search', FINDS, queries[0])
          .order('created_at', { ascending: false })
          .limit(FOUND_MAX)
          .abortSignal(withTimeout(signal))
          .retry(false),
      ),
    ),
  );
  return [
    ...found,
    ...new Set(written.flatMap(({ data }) => data.map((row) => `id.eq.${row.enquiry_id}`))),
  ];
}

/** The number of enquiries in each view except 'done', whose number tells nothing. */
export async function countViews(me: string, signal?: AbortSignal): Promise<ViewCounts> {
  const { data } = await askBackend(LIST, (supabase) =>
    supabase
      .from('enquiries')
      .select('status, is_quarantined, assigned_to, answer_by')
      .is('deleted_at', null)
      .or('status.neq.done,is_quarantined.eq.true')
      .limit(COUNTED_MAX)
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  const quarantine = data.filter((row) => row.is_quarantined).length;
  const inbox = data.filter((row) => !row.is_quarantined);
  const count = (test: (row: (typeof data)[number]) => boolean) => inbox.filter(test).length;
  return {
    inbox: inbox.length,
    waiting: count((row) => row.answer_by !== null),
    new: count((row) => row.status === 'new'),
    open: count((row) => row.status === 'open'),
    mine: count((row) => row.assigned_to === me.toLowerCase()),
    quarantine,
  };
}

export async function getEnquiry(id: string, signal?: AbortSignal): Promise<StoredEnquiry> {
  const { data } = await askBackend(LOAD, (supabase) =>
    supabase
      .from('enquiries')
      .select(ENQUIRY_COLUMNS)
      .eq('id', id)
      .is('deleted_at', null)
      .abortSignal(withTimeout(signal))
      .retry(false)
      .single(),
  );
  return readEnquiry(data, LOAD);
}

function readEnquiry(row: RawEnquiry, sentence: string): StoredEnquiry {
  return toEnquiry({ ...row, ...parseResponse(enquirySchema, row, sentence) });
}

export async function changeEnquiry(id: string, change: EnquiryChange): Promise<void> {
  const { status, assignedTo, readAt, isQuarantined, answerBy } = change;
  const { data } = await askBackend('Failed to change this enquiry', (supabase) =>
    supabase
      .from('enquiries')
      .update({
        ...(status !== undefined && { status }),
        ...(assignedTo !== undefined && { assigned_to: assignedTo }),
        ...(readAt !== undefined && { read_at: readAt && readAt.toISOString() }),
        ...(isQuarantined !== undefined && { is_quarantined: isQuarantined }),
        // Any other time is the database's.
        ...(answerBy === null && { answer_by: null }),
      })
      .eq('id', id)
      .select('id'),
  );
  if (data.length === 0) throw new AppError('not-found', 'This enquiry has been deleted');
}

/** Deleted enquiries can be restored for 30 days. */
export async function deleteEnquiry(id: string): Promise<void> {
  await setDeleted(id, new Date(), 'Failed to delete this enquiry');
}

export async function restoreEnquiry(id: string): Promise<void> {
  await setDeleted(id, null, 'Failed to restore this enquiry');
}

async function setDeleted(id: string, at: Date | null, sentence: string): Promise<void> {
  const { data } = await askBackend(sentence, (supabase) =>
    supabase
      .from('enquiries')
      .update({ deleted_at: at && at.toISOString() })
      .eq('id', id)
      .select('id'),
  );
  if (data.length === 0) throw new AppError('not-found', 'This enquiry was deleted for good');
}

export async function purgeEnquiry(id: string): Promise<void> {
  await askBackend('Failed to delete this enquiry', (supabase) =>
    supabase.from('enquiries').delete().eq('id', id),
  );
}

export async function listDeletedEnquiries(signal?: AbortSignal): Promise<DeletedEnquiry[]> {
  const { data } = await askBackend('Failed to load deleted enquiries', (supabase) =>
    supabase
      .from('enquiries')
      .select('id, number, name, deleted_at')
      .not('deleted_at', 'is', null)
      .order('deleted_at', { ascending: false })
      .limit(DELETED_SHOWN)
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return data.map((row) => ({
    id: row.id,
    title: `#${row.number} ${row.name}`,
    deletedAt: parseTimestamp(row.deleted_at ?? ''),
  }));
}

/**
 * Makes unsent emails due and triggers sending.
 *
 * @param about the id of an enquiry; null for all emails that have failed
 */
export async function retryMail(about: string | null): Promise<void> {
  await askBackend(SEND, (supabase) =>
    supabase.rpc('retry_mails', about === null ? {} : { about }),
  );
  await sendDueMails();
}

/** Each ticket request makes the function send all due emails. */
async function sendDueMails(): Promise<void> {
  try {
    await http(`${getEnv().supabaseUrl}/functions/v1/send-contact-email/ticket`, {
      headers: visitorHeaders(),
    });
  } catch (error) {
    throw toAppError(error, SEND);
  }
}

/** Those that still exist. */
export async function listReadStudies(
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<{ id: string; title: string }[]> {
  const { data } = await askBackend('Failed to load the studies', (supabase) =>
    supabase
      .from('case_studies')
      .select('id, title')
      .in('id', [...ids])
      .order('title')
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return data;
}
