import { csvOf, type Delimiter, type TableRow } from '@/lib/csv';
import { STATUS_LABELS, type ExportedNote, type StoredEnquiry } from './model';

/** The byte order mark makes spreadsheets read the file as UTF-8. */
export function toCsv(enquiries: readonly StoredEnquiry[], delimiter: Delimiter = ','): string {
  return `\uFEFF${csvOf(rowsOf(enquiries), delimiter)}`;
}

export function rowsOf(enquiries: readonly StoredEnquiry[]): TableRow[] {
  return enquiries.map((enquiry) => ({
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
}

function noteLine({ createdAt, author, text }: ExportedNote): string {
  return `${createdAt.toISOString().slice(0, 10)} ${author ?? 'former member'}: ${text}`;
}
