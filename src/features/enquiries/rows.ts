import { z } from 'zod';
import type { Database } from '@/lib/database.types';
import { parseTimestamp } from '@/lib/dates';
import { writtenEmail } from '@/lib/email';
import { unsentMailSchema } from '@/lib/outbox';
import { DELIVERY_STATES, ENQUIRY_STATUSES, RECEIPT_STATES, type StoredEnquiry } from './model';

export const ENQUIRY_COLUMNS =
  'id, number, name, email, phone, subject, message, service, started_page, started_services, started_host, started_studies, status, assigned_to, answer_by, answered_at, read_at, is_quarantined, quarantine_reasons, state, receipt_state, enquiry_mail, created_at, erase_at, enquiry_notes(created_at, author_email, text), services(name)';

type EnquiriesTable = Database['public']['Tables']['enquiries'];

/** The columns whose values the generated types do not narrow. */
export const enquirySchema = z.object({
  status: z.enum(ENQUIRY_STATUSES),
  state: z.enum(DELIVERY_STATES),
  receipt_state: z.enum(RECEIPT_STATES),
  enquiry_mail: unsentMailSchema,
});

export type RawEnquiry = Omit<
  EnquiriesTable['Row'],
  | 'content_hash'
  | 'sender_hash'
  | 'submission_id'
  | 'first_name'
  | 'last_name'
  | 'deleted_at'
  | 'search'
> & {
  enquiry_notes: Pick<
    Database['public']['Tables']['enquiry_notes']['Row'],
    'created_at' | 'author_email' | 'text'
  >[];
  services: { name: string } | null;
};

type Narrowed = z.output<typeof enquirySchema>;
type Row = Omit<RawEnquiry, keyof Narrowed> & Narrowed;

export function toEnquiry(row: Row): StoredEnquiry {
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    email: writtenEmail(row.email),
    phone: row.phone,
    subject: row.subject,
    message: row.message,
    service: row.services?.name ?? row.service,
    startedPage: row.started_page,
    startedServices: row.started_services,
    startedHost: row.started_host,
    startedStudies: row.started_studies,
    status: row.status,
    assignedTo: row.assigned_to,
    notes: row.enquiry_notes.map(({ created_at, author_email, text }) => ({
      ...{ createdAt: parseTimestamp(created_at), author: author_email, text },
    })),
    answerBy: row.answer_by === null ? null : parseTimestamp(row.answer_by),
    answeredAt: row.answered_at === null ? null : parseTimestamp(row.answered_at),
    readAt: row.read_at === null ? null : parseTimestamp(row.read_at),
    isQuarantined: row.is_quarantined,
    quarantineReasons: row.quarantine_reasons,
    delivery: row.state,
    receipt: row.receipt_state,
    mailError: row.enquiry_mail?.error ?? null,
    nextAttemptAt: row.enquiry_mail?.due_at ? parseTimestamp(row.enquiry_mail.due_at) : null,
    createdAt: parseTimestamp(row.created_at),
    eraseAt: parseTimestamp(row.erase_at),
  };
}
