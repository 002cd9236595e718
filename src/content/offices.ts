import { officeImages, type CatalogueImage } from './images';
import { addressLines, site, type OfficeFacts, type OfficeId } from './site';

export type OfficeTimeZone = 'EST' | 'PST' | 'CET';

type OfficeDetails = {
  timeZone: OfficeTimeZone;
  hours: string;
  specialization: string;
  description: string;
  keyServices: readonly string[];
  image: CatalogueImage;
  imageAlt: string;
  simpleLocation: string;
  /** For the sky above it, in degrees. */
  place: { latitude: number; longitude: number };
};

export type Office = OfficeFacts & OfficeDetails & { address: readonly string[] };

const OFFICE_HOURS = '9 am to 5 pm, Monday to Friday';

const details = {
  brooklyn: {
    timeZone: 'EST',
    hours: OFFICE_HOURS,
    specialization: 'Strategy and brands',
    description:
      'A loft two streets from the water. Most projects start here, with a long table, a pot of coffee and a lot of questions.',
    keyServices: [
      'Brand strategy',
      'Visual identity',
      'Naming and voice',
      'Discovery workshops',
      'Creative direction',
    ],
    image: officeImages.brooklyn,
    imageAlt:
      'The Brooklyn Bridge between two water towers, and a woman watering plants on a roof.',
    simpleLocation: 'Brooklyn, New York',
    place: { latitude: 40.7, longitude: -74 },
  },
  'los-angeles': {
    timeZone: 'PST',
    hours: OFFICE_HOURS,
    specialization: 'Marketing and pictures',
    description:
      'Half office, half studio. Campaigns are planned in the front room and photographed in the back one, with the roller door up when the light is good.',
    keyServices: ['Campaign planning', 'Photography and film', 'Newsletters', 'Search and social'],
    image: officeImages['los-angeles'],
    imageAlt: 'Palms, red hills and an observatory, and a man waving from a blue convertible.',
    simpleLocation: 'Los Angeles, California',
    place: { latitude: 34, longitude: -118.2 },
  },
  skopje: {
    timeZone: 'CET',
    hours: OFFICE_HOURS,
    specialization: 'Engineering and AI',
    description:
      'The third floor of an old house near the Stone Bridge. This is where sites and apps get built, and where our assistants learn a client’s ways.',
    keyServices: [
      'Web development',
      'App development',
      'AI implementation',
      'Assistant placement',
      'Accessibility reviews',
    ],
    image: officeImages.skopje,
    imageAlt:
      'The Stone Bridge over the Vardar below the fortress, with a cyclist on it and an angler beside it.',
    simpleLocation: 'Skopje, North Macedonia',
    place: { latitude: 42, longitude: 21.4 },
  },
} satisfies Record<OfficeId, OfficeDetails>;

export const offices: readonly Office[] = site.offices.map((facts) => ({
  ...facts,
  ...details[facts.id],
  address: addressLines(facts),
}));
