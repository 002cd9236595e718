import { siteDateFormat } from '@/lib/site-zone';

/** Who has approved a figure or the quote, and when: 'May 2026'. */
export type Confirmation = { by: string; month: string };

/** Null where no client has approved the very same words. */
export type Confirmations = {
  /** In the order of the figures. */
  metrics: readonly (Confirmation | null)[];
  quote: Confirmation | null;
};

const MONTH = siteDateFormat({ month: 'long', year: 'numeric' });

/** Reads the computed column without zod, which visitors do not download. */
export function toConfirmations(raw: unknown): Confirmations | null {
  if (typeof raw !== 'object' || raw === null) return null;
  return {
    metrics: 'metrics' in raw && Array.isArray(raw.metrics) ? raw.metrics.map(toOne) : [],
    quote: 'quote' in raw ? toOne(raw.quote) : null,
  };
}

function toOne(raw: unknown): Confirmation | null {
  if (typeof raw !== 'object' || raw === null || !('by' in raw) || !('at' in raw)) return null;
  return { by: String(raw.by), month: MONTH.format(new Date(String(raw.at))) };
}
