/** The embedded backend writes '2026-11-21 10:26:09.46+00', hosted ones ISO 8601. */
export function parseTimestamp(timestamp: string): Date {
  return new Date(timestamp.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
}
