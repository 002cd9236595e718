import { useState } from 'react';
import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { downloadEnquiries } from '../export';
import type { EnquiryFilters } from '../filters';

export function ExportButton({ filters, me }: { filters: EnquiryFilters; me: string }) {
  const [isExporting, setIsExporting] = useState(false);

  async function handleExport() {
    setIsExporting(true);
    try {
      await downloadEnquiries(filters, me);
    } catch (error) {
      notify({ type: 'error', title: 'Export failed', description: messageOf(error) });
    }
    setIsExporting(false);
  }

  return (
    <Button
      icon={<Download aria-hidden="true" />}
      isPending={isExporting}
      onClick={() => void handleExport()}
    >
      Export as CSV
    </Button>
  );
}
