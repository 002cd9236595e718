import { format } from 'date-fns';
import { recordExport } from '@/lib/record-export';
import { listConfirmedAddresses, type ConfirmedAddress } from './staff-api';

export async function toCsv(addresses: readonly ConfirmedAddress[]): Promise<string> {
  const { csvOf } = await import('@/lib/csv');
  return csvOf(addresses.map(({ email, confirmedAt }) => ({ email, confirmed_at: confirmedAt })));
}

/** Downloads the confirmed addresses and returns their number. */
export async function exportSubscribers(): Promise<number> {
  const addresses = await listConfirmedAddresses();
  const csv = await toCsv(addresses);
  await recordExport(`${addresses.length} newsletter addresses`);
  const file = new Blob([csv], { type: 'text/csv;charset=utf-8' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `newsletter-${format(new Date(), 'yyyy-MM-dd')}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
  return addresses.length;
}
