import type { DayOfWeek, LocalBusiness } from 'schema-dts';
import { parseOfficeHours, type DayHours } from '@contracts/office-hours';
import { imageSources } from '@/content/images';
import type { Office } from '@/content/offices';
import { site } from '@/content/site';
import { agency, postalAddress } from '@/content/structured-data/agency';
import { paths } from '@/lib/paths';

const DAYS = [
  ...(['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const),
] satisfies DayOfWeek[];

export function officeData(offices: readonly Office[]): Exclude<LocalBusiness, string>[] {
  return offices.map((office) => ({
    '@type': 'LocalBusiness',
    '@id': `/#office-${office.id}`,
    name: `${site.name}, ${office.city}`,
    description: office.description,
    url: paths.contact,
    telephone: office.phone,
    email: site.email,
    image: imageSources(office.image).src,
    address: postalAddress(office),
    openingHoursSpecification: openingHours(office.hours),
    parentOrganization: agency(),
  }));
}

/** One entry for all days with the same hours. */
function openingHours(hours: string) {
  const week = parseOfficeHours(hours) ?? [];
  const kinds = [...new Map(week.flatMap((day) => (day ? [[keyOf(day), day]] : []))).values()];
  return kinds.map((kind) => ({
    '@type': 'OpeningHoursSpecification' as const,
    dayOfWeek: DAYS.filter((_, day) => week[day] && keyOf(week[day]) === keyOf(kind)),
    opens: clockTime(kind.opens),
    closes: clockTime(kind.closes),
  }));
}

const keyOf = ({ opens, closes }: DayHours) => `${opens} ${closes}`;

/** In the office's local time, as schema.org requires; midnight as the end of a day is 00:00. */
function clockTime(minutes: number): string {
  const part = (number: number) => String(number).padStart(2, '0');
  return `${part(Math.floor(minutes / 60) % 24)}:${part(minutes % 60)}`;
}
