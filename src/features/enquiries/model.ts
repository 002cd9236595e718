import { services } from '@brand/services';
import { serviceName } from '@/content/service-name';

export const ENQUIRY_PAGE_SIZE = 20;

export const ENQUIRY_STATUSES = ['new', 'open', 'done'] as const;
export type EnquiryStatus = (typeof ENQUIRY_STATUSES)[number];

export const STATUS_LABELS: Record<EnquiryStatus, string> = {
  new: 'New',
  open: 'Open',
  done: 'Done',
};

/** State of the email to the team. */
export const DELIVERY_STATES = ['received', 'mailed', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const RECEIPT_STATES = ['none', 'wanted', 'sent', 'failed'] as const;
export type ReceiptState = (typeof RECEIPT_STATES)[number];

export type ExportedNote = { createdAt: Date; author: string | null; text: string };

export type StoredEnquiry = {
  id: string;
  /** For clients to quote: #1042. */
  number: number;
  name: string;
  email: string;
  phone: string | null;
  subject: string | null;
  message: string;
  /** Its name. */
  service: string | null;
  startedPage: string | null;
  startedServices: string[];
  /** The website before ours. */
  startedHost: string | null;
  /** Ids of the studies that were opened. */
  startedStudies: string[];
  status: EnquiryStatus;
  /** Email of a member. */
  assignedTo: string | null;
  /** Notes of staff, for the export. */
  notes: readonly ExportedNote[];
  /** Until when the client waits at most; null when nothing waits for an answer. */
  answerBy: Date | null;
  /** Of the first answer. */
  answeredAt: Date | null;
  readAt: Date | null;
  isQuarantined: boolean;
  quarantineReasons: string[];
  delivery: DeliveryState;
  receipt: ReceiptState;
  mailError: string | null;
  /** Null when the email is not retried automatically. */
  nextAttemptAt: Date | null;
  createdAt: Date;
  eraseAt: Date;
};

export type DeletedEnquiry = { id: string; title: string; deletedAt: Date };

/** Changes without a conflict check. */
export type EnquiryChange = Partial<
  Pick<StoredEnquiry, 'status' | 'assignedTo' | 'readAt' | 'isQuarantined' | 'answerBy'>
>;

export function serviceLabel(service: string): string {
  const known = services.find(({ id }) => id === service);
  return known ? serviceName(known) : service;
}

const REASONS: Record<string, string> = {
  honeypot: 'It filled in a hidden field, as programs and some password managers do',
  'too-fast': 'It was sent faster than a person can type',
  'missing-ticket': 'It was sent without opening the form',
  'forged-ticket': 'It had a forged form ticket',
  'expired-ticket': 'The form was open for more than a day',
  'used-ticket': 'Its form ticket was used before',
  'over-limit': 'More enquiries than usual arrived at once',
};

export function reasonLabel(reason: string): string {
  return REASONS[reason] ?? reason;
}
