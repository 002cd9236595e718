import { TZDateMini } from '@date-fns/tz';

/** The IANA zone, with daylight saving, of an office's label. */
export function officeZone(label: string): string {
  switch (label) {
    case 'EST':
      return 'America/New_York';
    case 'PST':
      return 'America/Los_Angeles';
    default:
      return 'Europe/Skopje';
  }
}

/**
 * The same instant, whose getters (`getHours` …) and date-fns functions use the zone.
 *
 * @param zone IANA name; defaults to the zone of the device
 */
export function inZone(at: Date, zone?: string): Date {
  return zone === undefined ? at : new TZDateMini(at, zone);
}
