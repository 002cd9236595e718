import * as files from './images.generated';

/** A drawing of this project, exported at `widths` in AVIF and WebP below /images. */
export type CatalogueImage = {
  name: string;
  width: number;
  height: number;
  /** Background until the picture has loaded; `transparent` for cut-outs. */
  color: string;
  widths: readonly number[];
};

export type ImageSources = { avif: string; webp: string; src: string };

const MIDDLE_WIDTH = 960;

/** `srcset` per format, and one WebP of medium width as `src`. */
export function imageSources(image: CatalogueImage): ImageSources {
  const file = (width: number, format: 'avif' | 'webp') =>
    `/images/${image.name}-${width}.${format}`;
  const list = (format: 'avif' | 'webp') =>
    image.widths.map((width) => `${file(width, format)} ${width}w`).join(', ');
  const middle = image.widths.findLast((width) => width <= MIDDLE_WIDTH) ?? image.width;
  return { avif: list('avif'), webp: list('webp'), src: file(middle, 'webp') };
}

/** 21:9, with the scene on the right and sky on the left. */
export const heroImages = {
  home: files.heroHome,
  services: files.heroServices,
  about: files.heroAbout,
  contact: files.heroContact,
  blog: files.heroBlog,
  projects: files.heroProjects,
} as const satisfies Record<string, CatalogueImage>;

/** 3:2, by service id. */
export const serviceImages = {
  'virtual-assistant': files.serviceVirtualAssistant,
  'ai-implementation': files.serviceAiImplementation,
  'web-development': files.serviceWebDevelopment,
  'creative-design': files.serviceCreativeDesign,
  'digital-marketing': files.serviceDigitalMarketing,
} as const satisfies Record<string, CatalogueImage>;

/** 3:2, by office id. */
export const officeImages = {
  brooklyn: files.officeBrooklyn,
  'los-angeles': files.officeLosAngeles,
  skopje: files.officeSkopje,
} as const satisfies Record<string, CatalogueImage>;

export const aboutImages = {
  /** 3:2, the team at a table. */
  team: files.aboutPhilosophy,
  /** 1:1, by team member id. */
  teamMembers: {
    'mara-ellison': files.teamMaraEllison,
    'theo-marsh': files.teamTheoMarsh,
    'elena-stojanovska': files.teamElenaStojanovska,
  },
  /** 4:3, by value id. */
  values: {
    intentionality: files.valueIntentionality,
    collaboration: files.valueCollaboration,
    joy: files.valueJoy,
  },
} as const satisfies {
  team: CatalogueImage;
  teamMembers: Record<string, CatalogueImage>;
  values: Record<string, CatalogueImage>;
};

/** 16:9: hills, sea, town, forest, night. */
export const placeholderImages = [
  files.placeholder1,
  files.placeholder2,
  files.placeholder3,
  files.placeholder4,
  files.placeholder5,
] as const satisfies readonly CatalogueImage[];

/** 16:9, by id of the sample projects. */
export const projectImages = {
  'sample-orchard-shop': files.placeholder1,
  'sample-ferry-timetable': files.placeholder2,
  'sample-choir-campaign': files.placeholder3,
} as const satisfies Record<string, CatalogueImage>;

/** Paths that staff can choose instead of their own picture. */
export const placeholders: readonly string[] = placeholderImages.map(
  (image) => imageSources(image).src,
);

/** 16:9, by service id. */
const fallbackImages: ReadonlyMap<string, CatalogueImage> = new Map<string, CatalogueImage>([
  ['virtual-assistant', files.fallbackVirtualAssistant],
  ['ai-implementation', files.fallbackAiImplementation],
  ['web-development', files.fallbackWebDevelopment],
  ['creative-design', files.fallbackCreativeDesign],
  ['digital-marketing', files.fallbackDigitalMarketing],
]);

/**
 * For a document without a picture: the fallback image of the first category or tag that is the name of a
 * service ('Web development'), or else the general one.
 */
export function fallbackImage(...categories: readonly string[]): CatalogueImage {
  const ids = categories.map((category) => category.toLowerCase().replaceAll(' ', '-'));
  const known = ids.find((id) => fallbackImages.has(id));
  return (known !== undefined && fallbackImages.get(known)) || files.fallbackDefault;
}

export const logoImages = {
  /** Dark letters for a light background. */
  light: files.logo,
  dark: files.logoNight,
  mark: files.mark,
} as const satisfies Record<string, CatalogueImage>;

/** Cut-outs with a transparent background, for both themes. */
export const ufoImage: CatalogueImage = files.ufo;
export const notFoundImage: CatalogueImage = files.notFound;
