import { useState, type ReactNode } from 'react';
import { Check, ChevronDown, Download } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';
import {
  keepTableFormat,
  readTableFormat,
  TABLE_FORMAT_LABELS,
  TABLE_FORMATS,
  type TableFormat,
} from '@/lib/table-file';

export type TableExportProps = {
  /** Whose choice of a format is kept. */
  userId: string;
  /** @param kind 'CSV' or 'Excel' */
  label: (kind: string) => ReactNode;
  /** Shows its own errors. */
  onExport: (format: TableFormat) => Promise<void>;
  variant?: 'primary' | 'secondary';
  disabled?: boolean;
};

/** Exports a list in the format chosen last; a menu beside it has the others. */
export function TableExport({ userId, label, onExport, variant, disabled }: TableExportProps) {
  const [format, setFormat] = useState(() => readTableFormat(userId));
  const [isPending, setIsPending] = useState(false);

  async function handleExport(chosen: TableFormat) {
    setIsPending(true);
    await onExport(chosen);
    setIsPending(false);
  }

  function handleChoice(chosen: TableFormat) {
    keepTableFormat(userId, chosen);
    setFormat(chosen);
    void handleExport(chosen);
  }

  return (
    <div className="flex gap-1">
      <Button
        variant={variant ?? 'secondary'}
        disabled={disabled}
        icon={<Download aria-hidden="true" />}
        isPending={isPending}
        onClick={() => void handleExport(format)}
      >
        {label(format === 'xlsx' ? 'Excel' : 'CSV')}
      </Button>
      <Menu
        trigger={
          <Button
            size="icon"
            disabled={disabled}
            aria-label="Export in another format"
            icon={<ChevronDown aria-hidden="true" />}
          />
        }
      >
        {TABLE_FORMATS.map((name) => (
          <MenuItem
            key={name}
            icon={
              <Check aria-hidden="true" className={name === format ? undefined : 'invisible'} />
            }
            onSelect={() => handleChoice(name)}
          >
            {TABLE_FORMAT_LABELS[name]}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}
