import { TableExport } from '@/components/table-export';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import type { TableFormat } from '@/lib/table-file';
import { downloadEnquiries } from '../export';
import type { EnquiryFilters } from '../filters';

export type ExportButtonProps = { filters: EnquiryFilters; me: string; userId: string };

export function ExportButton({ filters, me, userId }: ExportButtonProps) {
  async function handleExport(format: TableFormat) {
    try {
      await downloadEnquiries(filters, me, format);
    } catch (error) {
      notify({ type: 'error', title: 'Export failed', description: messageOf(error) });
    }
  }

  return (
    <TableExport userId={userId} label={(kind) => `Export as ${kind}`} onExport={handleExport} />
  );
}
