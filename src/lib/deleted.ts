/** How long the database keeps what staff deleted (migrations/*_documents.sql, *_enquiries.sql). */
export const DELETED_KEPT_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days until it can no longer be restored, at least 1. */
export function daysLeft(deletedAt: Date, now: number): number {
  const left = DELETED_KEPT_DAYS - (now - deletedAt.getTime()) / DAY_MS;
  return Math.max(1, Math.ceil(left));
}
