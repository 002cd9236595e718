import type { CatalogueImage } from '@/lib/images/catalogue-image';
import * as files from './pictures.generated';

// Pictures that belong to no service, office, person or text. All are exported from art/ by `npm run brand`.

/** 21:9, with the scene on the right and sky on the left. */
export const heroImages = {
  home: files.heroHome,
  services: files.heroServices,
  about: files.heroAbout,
  contact: files.heroContact,
  blog: files.heroBlog,
  projects: files.heroProjects,
} as const satisfies Record<string, CatalogueImage>;

/** 16:9: hills, sea, town, forest, night. */
export const placeholderImages = [
  files.placeholder1,
  files.placeholder2,
  files.placeholder3,
  files.placeholder4,
  files.placeholder5,
] as const satisfies readonly CatalogueImage[];

/** 16:9, by service id. */
export const fallbackImages: Readonly<Record<string, CatalogueImage>> = {
  'virtual-assistant': files.fallbackVirtualAssistant,
  'ai-implementation': files.fallbackAiImplementation,
  'web-development': files.fallbackWebDevelopment,
  'creative-design': files.fallbackCreativeDesign,
  'digital-marketing': files.fallbackDigitalMarketing,
};
export const fallbackDefault: CatalogueImage = files.fallbackDefault;

export const logoImages = {
  /** Dark letters for a light background. */
  light: files.logo,
  dark: files.logoNight,
  mark: files.mark,
} as const satisfies Record<string, CatalogueImage>;

/** Cut out, for both themes. */
export const ufoImage: CatalogueImage = files.ufo;
