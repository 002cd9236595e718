import { ENQUIRY_SERVICES } from '@contracts/enquiry-fields';

export const ENQUIRY_PAGE_SIZE = 20;

export const ENQUIRY_STATUSES = ['new', 'open', 'done'] as const;
export type EnquiryStatus = (typeof ENQUIRY_STATUSES)[number];

export const STATUS_LABELS: Record<EnquiryStatus, string> = {
  new: 'New',
  open: 'Open',
  done: 'Done',
};

/** Of the mail to the team. */
export const DELIVERY_STATES = ['received', 'mailed', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const RECEIPT_STATES = ['none', 'wanted', 'sent', 'failed'] as const;
export type ReceiptState = (typeof RECEIPT_STATES)[number];

/** The database refuses longer ones (migrations/*_enquiries.sql). */
export const NOTE_MAX = 4000;

export type StoredEnquiry = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  subject: string | null;
  message: string;
  service: string | null;
  startedPage: string | null;
  startedServices: string[];
  status: EnquiryStatus;
  /** E-mail of a member. */
  assignedTo: string | null;
  note: string;
  /** Of the note; a save names the one it started from. */
  noteVersion: number;
  readAt: Date | null;
  isQuarantined: boolean;
  quarantineReasons: string[];
  delivery: DeliveryState;
  receipt: ReceiptState;
  mailError: string | null;
  /** Null when the mail is not tried again by itself. */
  nextAttemptAt: Date | null;
  createdAt: Date;
  eraseAt: Date;
};

/** What staff change without being asked anything. The note is saved apart: it may be in somebody's way. */
export type EnquiryChange = Partial<
  Pick<StoredEnquiry, 'status' | 'assignedTo' | 'readAt' | 'isQuarantined'>
>;

export function serviceLabel(service: string | null): string | null {
  return ENQUIRY_SERVICES.find(({ value }) => value === service)?.label ?? service;
}

const REASONS: Record<string, string> = {
  honeypot: 'It filled in a field that people do not see',
  'too-fast': 'It was sent faster than anyone types',
  'missing-ticket': 'It was sent without the form having been opened',
  'forged-ticket': 'It carried a forged proof of having opened the form',
  'expired-ticket': 'The form had been open for more than a day',
  'used-ticket': 'Its proof of having opened the form was used before',
  'over-limit': 'More enquiries than usual came in at once',
};

export function reasonLabel(reason: string): string {
  return REASONS[reason] ?? reason;
}
