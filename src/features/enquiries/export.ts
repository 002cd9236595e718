import { recordExport } from '@/lib/record-export';
import { saveTable, type TableFormat } from '@/lib/table-file';
import { listAllEnquiries } from './staff-api';
import type { EnquiryFilters } from './filters';

/** Downloads every enquiry of the view, not only the page on screen. */
export async function downloadEnquiries(
  filters: EnquiryFilters,
  me: string,
  format: TableFormat,
): Promise<void> {
  const [enquiries, { rowsOf, toCsv }] = await Promise.all([
    listAllEnquiries(filters, me),
    import('./csv'),
  ]);
  await recordExport(`${enquiries.length} enquiries (${filters.view})`);
  await saveTable(`enquiries-${filters.view}`, format, {
    rows: () => rowsOf(enquiries),
    csv: (delimiter) => toCsv(enquiries, delimiter),
  });
}
