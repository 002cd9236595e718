import { locale } from '@brand/agency';
import { answeringOffice, offices } from '@brand/offices';

const LABELS: ReadonlyMap<string, string> = new Map([
  ['EST', 'America/New_York'],
  ['PST', 'America/Los_Angeles'],
]);

/** The IANA zone, with daylight saving, of an office: itself, or what its label stands for. */
export function officeZone(timeZone: string): string {
  return timeZone.includes('/') ? timeZone : (LABELS.get(timeZone) ?? answeringOffice.zone);
}

/**
 * The zone of every date that visitors read: that of the office that answers, also where staff have changed it. Dates of
 * staff are in the zone of their device.
 */
const siteZone = officeZone(
  offices.find(({ id }) => id === answeringOffice.id)?.timeZone ?? answeringOffice.zone,
);

/** For a moment that visitors read as a date: the same day in the build and in every browser. */
export function siteDateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: siteZone });
}
