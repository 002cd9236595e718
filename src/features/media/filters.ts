import { z } from 'zod';
import { optionalChoice, pageNumber, searchWords } from '@/hooks/use-search-filters';
import {
  filterImages,
  sortByAge,
  titleOf,
  usesOf,
  type ImageUses,
  type StorageImage,
} from './model';

export const IMAGES_PER_PAGE = 48;
export const TABS = ['storage', 'placeholders', 'defined'] as const;
const SHOWS = ['unused', 'no-text'] as const;
const SORTS = ['newest', 'oldest', 'name', 'size'] as const;

export const imageFilters = z.object({
  tab: z.enum(TABS).catch('storage'),
  search: searchWords,
  show: optionalChoice(SHOWS),
  sort: z.enum(SORTS).catch('newest'),
  page: pageNumber,
});
export type ImageFilters = z.infer<typeof imageFilters>;

/**
 * Filters and sorts the pictures.
 *
 * @param uses undefined while not known: no picture counts as unused then
 */
export function applyFilters(
  images: readonly StorageImage[],
  filters: ImageFilters,
  uses: ImageUses | undefined,
): StorageImage[] {
  const found = filterImages(images, filters.search).filter((image) => {
    if (filters.show === 'unused') return uses !== undefined && usesOf(uses, image).length === 0;
    return filters.show === undefined || !image.record?.altText;
  });
  switch (filters.sort) {
    case 'newest':
      return sortByAge(found);
    case 'oldest':
      return sortByAge(found).toReversed();
    case 'name':
      return found.toSorted((a, b) => titleOf(a).localeCompare(titleOf(b)));
    case 'size':
      return found.toSorted((a, b) => (b.size ?? 0) - (a.size ?? 0));
  }
}

export type ImagePage = { rows: StorageImage[]; page: number; totalPages: number };

/** One page of the pictures; the last one if the number is too high. */
export function pageOf(images: readonly StorageImage[], page: number): ImagePage {
  const totalPages = Math.max(1, Math.ceil(images.length / IMAGES_PER_PAGE));
  const shown = Math.min(page, totalPages);
  const start = (shown - 1) * IMAGES_PER_PAGE;
  return { rows: images.slice(start, start + IMAGES_PER_PAGE), page: shown, totalPages };
}
