import type { OfficeFacts } from '@/content/offices';

/** In display order. Separate from texts/offices.ts, because the footer of every page needs only the cities. */
export const offices = [
  {
    id: 'brooklyn',
    city: 'Brooklyn',
    country: 'United States',
    countryCode: 'US',
    region: 'NY',
    postalCode: '11201',
    street: '68 Plymouth Street, Loft 4',
    address: ['68 Plymouth Street, Loft 4', 'Brooklyn, NY 11201'],
    phone: '+1 (718) 555-0142',
    timeZone: 'EST',
  },
  {
    id: 'los-angeles',
    city: 'Los Angeles',
    country: 'United States',
    countryCode: 'US',
    region: 'CA',
    postalCode: '90021',
    street: '940 Mateo Street, Unit 12',
    address: ['940 Mateo Street, Unit 12', 'Los Angeles, CA 90021'],
    phone: '+1 (213) 555-0168',
    timeZone: 'PST',
  },
  {
    id: 'skopje',
    city: 'Skopje',
    country: 'North Macedonia',
    countryCode: 'MK',
    postalCode: '1000',
    street: 'Makedonija 27, floor 3',
    address: ['Makedonija 27, floor 3', '1000 Skopje'],
    phone: '+389 2 555 0117',
    timeZone: 'CET',
  },
] as const satisfies readonly OfficeFacts[];

/** The office whose hours and holidays count for answers. `zone` is an IANA name. */
export const answeringOffice = { id: 'skopje', city: 'Skopje', zone: 'Europe/Skopje' } as const;
