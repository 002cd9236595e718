import {
  aboutImages,
  fallbackImage,
  heroImages,
  imageSources,
  logoImages,
  notFoundImage,
  officeImages,
  placeholderImages,
  serviceImages,
  ufoImage,
  type CatalogueImage,
} from '@/content/images';

/** A picture with the key that pages use. */
export type DefinedImage = { key: string; path: string };

function entries(group: string, images: Readonly<Record<string, CatalogueImage>>): DefinedImage[] {
  return Object.entries(images).map(([name, image]) => define(`${group}.${name}`, image));
}

function define(key: string, image: CatalogueImage): DefinedImage {
  return { key, path: imageSources(image).src };
}

/** The image catalogue built into the site. */
export const definedImages: readonly DefinedImage[] = [
  ...entries('hero', heroImages),
  ...entries('services', serviceImages),
  ...entries('offices', officeImages),
  define('about.team', aboutImages.team),
  ...entries('about.teamMembers', aboutImages.teamMembers),
  ...entries('about.values', aboutImages.values),
  ...placeholderImages.map((image, place) => define(`placeholder.${place + 1}`, image)),
  define('fallback.default', fallbackImage()),
  ...Object.keys(serviceImages).map((id) => define(`fallback.${id}`, fallbackImage(id))),
  ...entries('logo', logoImages),
  define('ufo', ufoImage),
  define('notFound', notFoundImage),
];
