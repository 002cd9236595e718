import { TableExport } from '@/components/table-export';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import type { TableFormat } from '@/lib/table-file';

export type ExportButtonProps = { hasAddresses: boolean; userId: string };

/** Downloads the confirmed subscribers. */
export function ExportButton({ hasAddresses, userId }: ExportButtonProps) {
  async function handleExport(format: TableFormat) {
    try {
      const { exportSubscribers } = await import('./export-subscribers');
      const count = await exportSubscribers(format);
      notify({
        type: 'success',
        title: `${count.toLocaleString('en')} ${count === 1 ? 'address' : 'addresses'} exported`,
      });
    } catch (error) {
      notify({ type: 'error', title: 'Nothing was exported', description: messageOf(error) });
    }
  }

  return (
    <TableExport
      userId={userId}
      variant={hasAddresses ? 'primary' : 'secondary'}
      disabled={!hasAddresses}
      label={(kind) => (
        <span>
          Export<span className="max-tablet:sr-only"> confirmed ({kind})</span>
        </span>
      )}
      onExport={handleExport}
    />
  );
}
