import { format } from 'date-fns';
import { recordExport } from '@/lib/record-export';
import { listAllEnquiries } from './staff-api';
import type { EnquiryFilters } from './filters';

/** Downloads every enquiry of the view, not only the page on screen. */
export async function downloadEnquiries(filters: EnquiryFilters, me: string): Promise<void> {
  const [enquiries, { toCsv }] = await Promise.all([
    listAllEnquiries(filters, me),
    import('./csv'),
  ]);
  await recordExport(`${enquiries.length} enquiries (${filters.view})`);
  const file = new Blob([toCsv(enquiries)], { type: 'text/csv;charset=utf-8' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `enquiries-${filters.view}-${format(new Date(), 'yyyy-MM-dd')}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
