import type { Delimiter, TableRow } from '@/lib/csv';
import { recordExport } from '@/lib/record-export';
import { saveTable, type TableFormat } from '@/lib/table-file';
import { listConfirmedAddresses, type ConfirmedAddress } from './staff-api';

const rowsOf = (addresses: readonly ConfirmedAddress[]): TableRow[] =>
  addresses.map(({ email, confirmedAt }) => ({ email, confirmed_at: confirmedAt }));

export async function toCsv(
  addresses: readonly ConfirmedAddress[],
  delimiter: Delimiter = ',',
): Promise<string> {
  const { csvOf } = await import('@/lib/csv');
  return csvOf(rowsOf(addresses), delimiter);
}

/** Downloads the confirmed addresses and returns their number. */
export async function exportSubscribers(format: TableFormat): Promise<number> {
  const addresses = await listConfirmedAddresses();
  await recordExport(`${addresses.length} newsletter addresses`);
  await saveTable('newsletter', format, {
    rows: () => rowsOf(addresses),
    csv: (delimiter) => toCsv(addresses, delimiter),
  });
  return addresses.length;
}
