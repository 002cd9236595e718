import type { Office } from '@/content/offices';
import { openingState, type OpeningState, type OpeningTimes } from '@/features/offices/time';
import { fallbackDefault } from '@brand/pictures';

const USUAL_HOURS = '9 am to 5 pm, Monday to Friday';

/** Of an office in this zone, by default with the usual hours. */
export function stateOf(
  now: Date,
  timeZone: string,
  more: Partial<OpeningTimes> = {},
): OpeningState {
  const state = openingState(now, { timeZone, hours: USUAL_HOURS, ...more });
  if (state === null) throw new Error(`The hours ${more.hours} cannot be read`);
  return state;
}

const office = (fields: Pick<Office, 'city' | 'timeZone'> & Partial<Office>): Office => ({
  id: fields.city.toLowerCase().replaceAll(' ', '-'),
  country: 'United States',
  countryCode: 'US',
  street: '1 Street',
  address: ['1 Street', fields.city],
  phone: '+1 (718) 555-0142',
  holidays: [],
  hours: USUAL_HOURS,
  specialization: 'Strategy and brands',
  description: 'A loft.',
  keyServices: ['Brand strategy', 'Visual identity', 'Naming and voice', 'Workshops', 'Direction'],
  image: fallbackDefault,
  imageAlt: `The office in ${fields.city}.`,
  simpleLocation: fields.city,
  ...fields,
});

/** Three offices that no brand changes, one of them with the label of its zone. */
export const offices: readonly Office[] = [
  office({ city: 'Brooklyn', timeZone: 'EST', place: { latitude: 40.7, longitude: -74 } }),
  office({
    city: 'Los Angeles',
    timeZone: 'America/Los_Angeles',
    place: { latitude: 34, longitude: -118.2 },
    keyServices: ['Campaigns', 'Film', 'Newsletters', 'Search'],
  }),
  office({
    city: 'Skopje',
    timeZone: 'Europe/Skopje',
    place: { latitude: 42, longitude: 21.4 },
    country: 'North Macedonia',
    address: ['Makedonija 27, floor 3', '1000 Skopje'],
    phone: '+389 2 555 0117',
    specialization: 'Engineering and AI',
  }),
];
