import { camelCase, HERO_PAGES } from '../brand/picture-names.ts';
import type { Answers } from './answers.ts';

const constant = (name: string, value: unknown, type = '') =>
  `export const ${name} = ${JSON.stringify(value)} as const${type && ` satisfies ${type}`};\n`;

/** An object literal with a picture of brand/pictures.generated.ts as `image`. */
const withImage = (value: object, image: string) =>
  JSON.stringify(value).replace(/\}$/, `, "image": pictures.${camelCase(image)}}`);

const GENERATED = `import * as pictures from './pictures.generated';\n`;
const GENERATED_ABOVE = `import * as pictures from '../pictures.generated';\n`;

function agencyModule(answers: Answers) {
  const { name, legalName, tagline, description, url, email, social, law } = answers;
  const [head] = answers.offices;
  const facts = constant('agency', {
    ...{ name, shortName: answers.shortName ?? name.slice(0, 12).trim(), legalName, tagline },
    ...{ description, url, email, securityEmail: answers.securityEmail ?? email },
    ...{ phone: head?.phone, postalAddress: [name, ...(head?.address ?? []), head?.country] },
    ...{ social, law },
  });
  return `/** For the dates that visitors read. The words of the interface are English. */
export const locale = '${answers.locale}';

/** The facts of the agency. */
${facts}`;
}

function officesModule({ offices, answers }: Answers) {
  const facts = offices.map(
    ({ id, city, country, countryCode, region, postalCode, street, address, phone, timeZone }) => ({
      ...{ id, city, country, countryCode, region, postalCode, street, address, phone, timeZone },
    }),
  );
  const answering = offices.find(({ city }) => city === answers) ?? offices[0];
  return `import type { OfficeFacts } from '@/content/offices';

/** In display order. Separate from texts/offices.ts, because the footer of every page needs only the cities. */
${constant('offices', facts, 'readonly OfficeFacts[]')}
/** The office whose hours and holidays count for answers. \`zone\` is an IANA name. */
${constant('answeringOffice', { id: answering?.id, city: answering?.city, zone: answering?.timeZone })}`;
}

function officeTexts({ offices, motif }: Answers) {
  const texts = offices.map(
    ({ id, city, country, place, specialization, description, keyServices }) =>
      `${JSON.stringify(id)}: ${withImage(
        {
          // The window of an office shows the sky.
          ...(motif === 'sky' && { place }),
          ...{ hours: '9 am to 5 pm, Monday to Friday', specialization, description, keyServices },
          ...{
            imageAlt: `Three hills below a low sun, for ${city}.`,
            simpleLocation: `${city}, ${country}`,
          },
        },
        `office-${id}`,
      )}`,
  );
  return `import { builtInOf } from '@/content/apply-texts';
import type { Office, OfficeTexts } from '@/content/offices';
import { holidays } from '../holidays';
import { offices as facts } from '../offices';
${GENERATED_ABOVE}
const texts = {${texts.join(',')}} satisfies Record<(typeof facts)[number]['id'], OfficeTexts>;

/** The offices with their texts, in display order. */
export const offices: readonly Office[] = builtInOf(facts).map((office) => ({
  ...office,
  holidays: (holidays[office.id] ?? []).map((holiday) => holiday.join(' ')),
  ...texts[office.id],
}));
`;
}

type Task = { name: string; message: string; advice: string };

/** What this command cannot know, for the terminal and for brand/left-to-do.ts. */
export function leftToDo({ offices }: Answers): Task[] {
  const unknown = offices.filter(({ holidays }) => holidays.length === 0);
  return [
    {
      name: 'Texts of the pages',
      message: 'The first texts were written without knowing your work',
      advice: "Press 'Edit this page' on each page, or change brand/texts.",
    },
    {
      name: 'Pictures and portraits',
      message: 'Drawings of hills and heads stand in for them',
      advice: 'Replace the files in brand/art, then run npm run brand.',
    },
    {
      name: 'Samples',
      message: 'The posts and projects shown while the backend is away are general ones',
      advice: 'Rewrite brand/samples.',
    },
    ...(unknown.length === 0
      ? []
      : [
          {
            name: 'Public holidays',
            message: `None are known for ${unknown.map(({ city }) => city).join(', ')}`,
            advice: 'Add them under Site words, Offices, and the next year once a year.',
          },
        ]),
  ];
}

const leftToDoModule = (answers: Answers) =>
  `/** What \`npm run adopt\` has left to do, for the health page. Delete an entry when it is done. */
export const leftToDo: readonly { name: string; message: string; advice: string }[] = ${JSON.stringify(leftToDo(answers))};
`;

const motifModule = ({ motif }: Answers) =>
  `/** 'sky': clouds, sun, moon and scenes behind the heads of pages. 'none': a plain colour, --sky-top to --sky-bottom. */
export const motif: 'sky' | 'none' = '${motif}';
`;

const holidaysModule = ({ offices }: Answers) => `import type { Holiday } from '@/content/offices';

/**
 * Public holidays by office id, until staff change them with the texts of the offices. A missing day counts as a working
 * day; those of the office that answers move the time by which an enquiry is answered.
 */
export const holidays: Readonly<Record<string, readonly Holiday[]>> = ${JSON.stringify(
  Object.fromEntries(offices.map(({ id, holidays }) => [id, holidays])),
)};
`;

const VIEWS = `import type { WindowView } from '@/content/offices';

/** By office id. An office without one has hills. */
export const officeViews: Readonly<Record<string, WindowView>> = {};
`;

const peopleModule = ({ people }: Answers) => `import type { TeamMember } from '@/content/team';
${GENERATED}
/** In the order of the about page. */
export const team = [${people
  .map(({ id, name, role, bio }) =>
    withImage(
      { id, name, role, bio, imageAlt: `A drawing in place of a portrait of ${name}.` },
      `team-${id}`,
    ),
  )
  .join(',')}] as const satisfies readonly TeamMember[];
`;

const servicesModule = ({ services }: Answers) =>
  `/**
 * The services in display order. \`id\` is the anchor on /services and the value in the contact form, where
 * \`label\` stands for it. Separate from texts/services.ts, because the footer of every page needs only these.
 */
${constant(
  'services',
  services.map(({ id, title }) => ({ id, title, label: title })),
)}`;

const heroAltsModule = () => `/**
 * What the heroes of pictures.ts show, for the social cards made of them. Separate, because every page needs
 * these and not all need the pictures.
 */
export const heroAlts = {${HERO_PAGES.map((page) => `${page}: 'Three hills below a low sun.'`).join(',')}} as const;
`;

const fileOf = (picture: string) => `files.${camelCase(picture)}`;

function picturesModule({ services }: Answers) {
  const heroes = HERO_PAGES.map((page) => `${page}: ${fileOf(`hero-${page}`)}`);
  const fallbacks = services.map(({ id }) => `${JSON.stringify(id)}: ${fileOf(`fallback-${id}`)}`);
  return `import type { CatalogueImage } from '@/lib/images/catalogue-image';
import * as files from './pictures.generated';

// Pictures that belong to no service, office, person or text. All are exported from art/ by \`npm run brand\`.

/** 21:9, with the scene on the right and sky on the left. */
export const heroImages = {${heroes.join(',')}} as const satisfies Record<string, CatalogueImage>;

/** 16:9. */
export const placeholderImages = [${[1, 2, 3, 4, 5].map((number) => `files.placeholder${number}`).join(',')}] as const satisfies readonly CatalogueImage[];

/** 16:9, by service id. */
export const fallbackImages: Readonly<Record<string, CatalogueImage>> = {${fallbacks.join(',')}};
export const fallbackDefault: CatalogueImage = files.fallbackDefault;

export const logoImages = {
  /** Dark letters for a light background. */
  light: files.logo,
  dark: files.logoNight,
  mark: files.mark,
} as const satisfies Record<string, CatalogueImage>;

/** Cut out, for both themes. */
export const ufoImage: CatalogueImage = files.ufo;
`;
}

function serviceTexts({ services }: Answers) {
  const texts = services.map(
    ({ id, title, description, features }) =>
      `${JSON.stringify(id)}: ${withImage(
        { description, features, imageAlt: `Three hills below a low sun, for ${title}.` },
        `service-${id}`,
      )}`,
  );
  const titles = services.map(({ title }) => title).join(', ');
  return `import { builtInOf } from '@/content/apply-texts';
import type { CatalogueImage } from '@/lib/images/catalogue-image';
${GENERATED_ABOVE}import { services as names } from '../services';

const texts = {${texts.join(',')}} as const satisfies Record<
  (typeof names)[number]['id'],
  {
    description: string;
    features: readonly [string, string, string];
    /** 3:2. */
    image: CatalogueImage;
    imageAlt: string;
  }
>;

/** The services with their texts, in display order. */
export const services = builtInOf(names).map(({ id, title }) => ({ id, title, ...texts[id] }));

${constant('servicesContent', {
  meta: { title: 'Services', description: `What we do: ${titles}.` },
  hero: {
    title: 'What we do.',
    lead: 'Hire us for one thing or for all of them. The same people do the work.',
  },
  closing: {
    title: 'Not sure which?',
    text: 'Describe what is in the way, and we will tell you what you need, if anything.',
    action: 'Describe it to us',
  },
})}`;
}

/** The modules of brand/ by file name, except the texts of pages (pages.ts). */
export function brandModules(answers: Answers): Record<string, string> {
  return {
    'agency.ts': agencyModule(answers),
    'offices.ts': officesModule(answers),
    'office-views.tsx': VIEWS,
    'holidays.ts': holidaysModule(answers),
    'motif.ts': motifModule(answers),
    'left-to-do.ts': leftToDoModule(answers),
    'people.ts': peopleModule(answers),
    'services.ts': servicesModule(answers),
    'hero-alts.ts': heroAltsModule(),
    'pictures.ts': picturesModule(answers),
    'texts/offices.ts': officeTexts(answers),
    'texts/services.ts': serviceTexts(answers),
  };
}
