import { builtInOf } from '@/content/apply-texts';
import type { Office, OfficeTexts } from '@/content/offices';
import { holidays } from '../holidays';
import { offices as facts } from '../offices';
import { officeBrooklyn, officeLosAngeles, officeSkopje } from '../pictures.generated';

const hours = '9 am to 5 pm, Monday to Friday';

const texts = {
  brooklyn: {
    hours,
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
    image: officeBrooklyn,
    imageAlt:
      'The Brooklyn Bridge between two water towers, and a woman watering plants on a roof.',
    simpleLocation: 'Brooklyn, New York',
    place: { latitude: 40.7, longitude: -74 },
  },
  'los-angeles': {
    hours,
    specialization: 'Marketing and pictures',
    description:
      'Half office, half studio. Campaigns are planned in the front room and photographed in the back one, with the roller door up when the light is good.',
    keyServices: ['Campaign planning', 'Photography and film', 'Newsletters', 'Search and social'],
    image: officeLosAngeles,
    imageAlt: 'Palms, red hills and an observatory, and a man waving from a blue convertible.',
    simpleLocation: 'Los Angeles, California',
    place: { latitude: 34, longitude: -118.2 },
  },
  skopje: {
    hours,
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
    image: officeSkopje,
    imageAlt:
      'The Stone Bridge over the Vardar below the fortress, with a cyclist on it and an angler beside it.',
    simpleLocation: 'Skopje, North Macedonia',
    place: { latitude: 42, longitude: 21.4 },
  },
} satisfies Record<(typeof facts)[number]['id'], OfficeTexts>;

/** The offices with their texts, in display order. */
export const offices: readonly Office[] = builtInOf(facts).map((office) => ({
  ...office,
  holidays: (holidays[office.id] ?? []).map((holiday) => holiday.join(' ')),
  ...texts[office.id],
}));
