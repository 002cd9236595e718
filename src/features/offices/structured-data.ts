import type { LocalBusiness } from 'schema-dts';
import { imageSources } from '@/content/images';
import type { Office } from '@/content/offices';
import { site } from '@/content/site';
import { agency, postalAddress } from '@/content/structured-data/agency';
import { paths } from '@/lib/paths';
import { CLOSES_AT_HOUR, OPENS_AT_HOUR } from './time';

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
    openingHoursSpecification: {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      opens: clockTime(OPENS_AT_HOUR),
      closes: clockTime(CLOSES_AT_HOUR),
    },
    parentOrganization: agency(),
  }));
}

/** In the office's local time, as schema.org requires. */
function clockTime(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
