import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { aboutContent } from '@brand/texts/about';
import { heroImages, logoImages, placeholderImages, ufoImage } from '@brand/pictures';
import { fallbackImage, imageSources, placeholders, type ContentImage } from '@/content/images';
import type { CatalogueImage } from '@/lib/images/catalogue-image';
import { sampleProjects } from '@brand/samples/projects';
import { services } from '@brand/texts/services';
import { offices } from '@brand/texts/offices';
import { socialCards } from '@/content/social-cards';
import { team } from '@brand/people';

const isServed = (path: string) =>
  existsSync(fileURLToPath(new URL(`../../../public${path}`, import.meta.url)));

const shapeOf = ({ width, height }: CatalogueImage) => Number((width / height).toFixed(2));
const imagesOf = (items: readonly { image: ContentImage }[]) =>
  items.map(({ image }) => image).filter((image) => 'widths' in image);
const shapesOf = (images: Readonly<Record<string, CatalogueImage>> | CatalogueImage[]) => [
  ...new Set(Object.values(images).map(shapeOf)),
];

const all: readonly CatalogueImage[] = [
  ...Object.values(heroImages),
  ...imagesOf([
    ...services,
    ...offices,
    aboutContent.picture,
    ...team,
    ...aboutContent.values.items,
  ]),
  ...placeholderImages,
  ...services.map(({ id }) => fallbackImage(id)),
  fallbackImage(),
  ...Object.values(logoImages),
  ufoImage,
];

test('DATA-25: every page of the six has a hero and a social card', () => {
  const pages = ['about', 'blog', 'contact', 'home', 'projects', 'services'];
  expect(Object.keys(heroImages).sort()).toEqual(pages);
  expect(Object.keys(socialCards).sort()).toEqual(pages);
  expect(Object.values(socialCards).filter(({ url }) => !isServed(url))).toEqual([]);
  expect(shapesOf(heroImages)).toEqual([2.33]);
});

test('DATA-26: team, every team member and every value has a picture', () => {
  expect(shapeOf(aboutContent.picture.image)).toBe(1.5);
  expect(shapesOf(imagesOf(team))).toEqual([1]);
  expect(shapesOf(imagesOf([...aboutContent.values.items]))).toEqual([1.33]);
});

test('DATA-26: every sample project has its picture', () => {
  expect(new Set(sampleProjects.map(({ imageUrl }) => imageUrl)).size).toBe(sampleProjects.length);
  expect(sampleProjects.filter(({ imageUrl }) => !isServed(imageUrl))).toEqual([]);
});

test('DATA-26: each category has its own fallback, any other text the general one', () => {
  const own = services.map(({ id }) => fallbackImage(id).name);
  expect(new Set(own).size).toBe(services.length);
  expect(own).not.toContain(fallbackImage().name);
  expect(fallbackImage('pottery')).toBe(fallbackImage());
  expect(fallbackImage('constructor')).toBe(fallbackImage());
});

test('DATA-26: a category or tag named after a service finds its fallback, the first one wins', () => {
  const [first = '', second = ''] = services.map(({ id }) => id);
  const spoken = (id: string) => id.replaceAll('-', ' ').toUpperCase();
  expect(fallbackImage(spoken(second))).toBe(fallbackImage(second));
  expect(fallbackImage('Food and retail', spoken(second), spoken(first))).toBe(
    fallbackImage(second),
  );
});

test('DATA-26: five different placeholders have paths that exist', () => {
  expect(new Set(placeholders).size).toBe(5);
  expect(placeholders.filter((path) => !isServed(path))).toEqual([]);
});

test('DATA-29: every service and every office has its 3:2 picture', () => {
  expect(shapesOf(imagesOf([...services, ...offices]))).toEqual([1.5]);
});

test('every source that a catalogue entry names is a file', () => {
  for (const image of all) {
    const { avif = '', webp = '', src } = imageSources(image);
    const paths = [...avif.split(', '), ...webp.split(', ')].map(
      (part) => part.split(' ')[0] ?? '',
    );
    expect([...paths, src].filter((path) => !isServed(path))).toEqual([]);
    expect(image.color).toMatch(/^(#[0-9a-f]{6}|transparent)$/);
  }
});

test('IMG-8: sources are a srcset per format and one picture of medium width', () => {
  expect(imageSources({ ...ufoImage, name: 'x', widths: [320, 640, 960, 1280] })).toEqual({
    avif: '/images/x-320.avif 320w, /images/x-640.avif 640w, /images/x-960.avif 960w, /images/x-1280.avif 1280w',
    webp: '/images/x-320.webp 320w, /images/x-640.webp 640w, /images/x-960.webp 960w, /images/x-1280.webp 1280w',
    src: '/images/x-960.webp',
  });
  expect(imageSources({ ...ufoImage, name: 'x', widths: [320] }).src).toBe('/images/x-320.webp');
});
