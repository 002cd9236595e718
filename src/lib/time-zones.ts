import { answeringOffice } from '@brand/offices';
import { TZDateMini } from '@date-fns/tz';

const LABELS: ReadonlyMap<string, string> = new Map([
  ['EST', 'America/New_York'],
  ['PST', 'America/Los_Angeles'],
]);

/** The IANA zone, with daylight saving, of an office: itself, or what its label stands for. */
export function officeZone(timeZone: string): string {
  return timeZone.includes('/') ? timeZone : (LABELS.get(timeZone) ?? answeringOffice.zone);
}

/**
 * The same instant, whose getters (`getHours` …) and date-fns functions use the zone.
 *
 * @param zone IANA name; defaults to the zone of the device
 */
export function inZone(at: Date, zone?: string): Date {
  // A given date may be of another zone already.
  return zone === undefined ? new Date(at.getTime()) : new TZDateMini(at, zone);
}
