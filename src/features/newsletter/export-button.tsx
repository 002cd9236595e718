import { useState } from 'react';
import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';

export type ExportButtonProps = { hasAddresses: boolean };

/** Downloads the confirmed subscribers. */
export function ExportButton({ hasAddresses }: ExportButtonProps) {
  const [isPending, setIsPending] = useState(false);

  async function handleExport() {
    setIsPending(true);
    try {
      const { exportSubscribers } = await import('./export-subscribers');
      const count = await exportSubscribers();
      notify({
        type: 'success',
        title: `${count.toLocaleString('en')} ${count === 1 ? 'address' : 'addresses'} exported`,
      });
    } catch (error) {
      notify({ type: 'error', title: 'Nothing was exported', description: messageOf(error) });
    } finally {
      setIsPending(false);
    }
  }

  return (
    <Button
      variant={hasAddresses ? 'primary' : 'secondary'}
      disabled={!hasAddresses}
      isPending={isPending}
      icon={<Download aria-hidden="true" />}
      onClick={() => void handleExport()}
    >
      <span>
        Export<span className="max-tablet:sr-only"> confirmed (CSV)</span>
      </span>
    </Button>
  );
}
