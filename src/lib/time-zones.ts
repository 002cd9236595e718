import { TZDateMini } from '@date-fns/tz';

/**
 * The same instant, whose getters (`getHours` …) and date-fns functions use the zone.
 *
 * @param zone IANA name; defaults to the zone of the device
 */
export function inZone(at: Date, zone?: string): Date {
  // A given date may be of another zone already.
  return zone === undefined ? new Date(at.getTime()) : new TZDateMini(at, zone);
}
