import { csvOf } from '@/lib/csv';
import { STATUS_LABELS, type ExportedNote, type StoredEnquiry } from './model';

/** The byte order mark makes spreadsheets read the file as UTF-8. */
export function toCsv(enquiries: readonly StoredEnquiry[]): string {
  const rows = enquiries.map((enquiry) => ({
    Number: enquiry.number,
    Received: enquiry.createdAt.toISOString(),
    Name: enquiry.name,
    Email: enquiry.email,
    Phone: enquiry.phone ?? '',
    Service: enquiry.service ?? '',
    Subject: enquiry.subject ?? '',
    Message: enquiry.message,
    Status: STATUS_LABELS[enquiry.status],
    'Assigned to': enquiry.assignedTo ?? '',
    Notes: enquiry.notes.map(noteLine).join('\n'),
    Answered: enquiry.answeredAt?.toISOString() ?? '',
    Delivery: enquiry.delivery,
  }));
  return `\uFEFF${csvOf(rows)}`;
}

function noteLine({ createdAt, author, text }: ExportedNote): string {
  return `${createdAt.toISOString().slice(0, 10)} ${author ?? 'former member'}: ${text}`;
}
