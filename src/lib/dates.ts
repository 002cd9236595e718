/**
 * A timestamp of the backend as a Date. The embedded one writes '2026-11-21 10:26:09.46+00', hosted ones
 * ISO 8601; Safari parses only the latter.
 */
export function parseTimestamp(timestamp: string): Date {
  return new Date(timestamp.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00'));
}
