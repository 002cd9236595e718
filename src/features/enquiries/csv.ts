import { unparse } from 'papaparse';
import { STATUS_LABELS, type ExportedNote, type StoredEnquiry } from './model';

/** Text a spreadsheet would run as a formula, also after blanks and in full-width characters. */
const FORMULA = /^[\s\u200B-\u200F\uFEFF]*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

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
  return `\uFEFF${unparse(rows, { escapeFormulae: FORMULA, newline: '\r\n' })}`;
}

function noteLine({ createdAt, author, text }: ExportedNote): string {
  return `${createdAt.toISOString().slice(0, 10)} ${author ?? 'former member'}: ${text}`;
}
