import { unparse } from 'papaparse';
import { serviceLabel, STATUS_LABELS, type StoredEnquiry } from './model';

/** What a spreadsheet would run as a formula, blanks before it and wide forms included. */
const FORMULA = /^[\s\u200B-\u200F\uFEFF]*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** Enquiries as a table for spreadsheets: the mark at the start makes them read it as UTF-8. */
export function toCsv(enquiries: readonly StoredEnquiry[]): string {
  const rows = enquiries.map((enquiry) => ({
    Received: enquiry.createdAt.toISOString(),
    Name: enquiry.name,
    'E-mail': enquiry.email,
    Phone: enquiry.phone ?? '',
    Service: serviceLabel(enquiry.service) ?? '',
    Subject: enquiry.subject ?? '',
    Message: enquiry.message,
    Status: STATUS_LABELS[enquiry.status],
    'Assigned to': enquiry.assignedTo ?? '',
    Note: enquiry.note,
    Mail: enquiry.delivery,
  }));
  return `\uFEFF${unparse(rows, { escapeFormulae: FORMULA, newline: '\r\n' })}`;
}
