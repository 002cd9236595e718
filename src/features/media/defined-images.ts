import { heroImages, logoImages, placeholderImages, ufoImage } from '@brand/pictures';
import { team } from '@brand/people';
import { aboutContent } from '@brand/texts/about';
import { offices } from '@brand/texts/offices';
import { services } from '@brand/texts/services';
import { builtInOf } from '@/content/apply-texts';
import { fallbackImage, imageSources, type ContentImage } from '@/content/images';

/** A picture with the key that pages use. */
export type DefinedImage = { key: string; path: string };

function entries(group: string, images: Readonly<Record<string, ContentImage>>): DefinedImage[] {
  return Object.entries(images).map(([name, image]) => define(`${group}.${name}`, image));
}

function define(key: string, image: ContentImage): DefinedImage {
  return { key, path: imageSources(image).src };
}

/** Built-in images of brand items, ignoring pictures that staff have put in their place. */
function entriesById(group: string, items: readonly { id: string; image: ContentImage }[]) {
  return builtInOf(items).map(({ id, image }) => define(`${group}.${id}`, image));
}

/** The image catalogue built into the site. */
export const definedImages: readonly DefinedImage[] = [
  ...entries('hero', heroImages),
  ...entriesById('services', services),
  ...entriesById('offices', offices),
  define('about.team', aboutContent.picture.image),
  ...entriesById('about.teamMembers', team),
  ...entriesById('about.values', aboutContent.values.items),
  ...placeholderImages.map((image, place) => define(`placeholder.${place + 1}`, image)),
  define('fallback.default', fallbackImage()),
  ...builtInOf(services).map(({ id }) => define(`fallback.${id}`, fallbackImage(id))),
  ...entries('logo', logoImages),
  define('ufo', ufoImage),
];
