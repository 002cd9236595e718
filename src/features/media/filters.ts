import { z } from 'zod';
import { optionalChoice, pageNumber, searchWords } from '@/hooks/use-search-filters';
import type { Latin } from '@/lib/words/load-latin';
import {
  filterImages,
  sortByAge,
  titleOf,
  usesOf,
  type ImageUses,
  type StorageImage,
} from './model';

const SHOWN_FIRST = 12;
const SHOWN_MORE = 48;
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
 * @param latin for the words of the search
 */
export function applyFilters(
  images: readonly StorageImage[],
  filters: ImageFilters,
  uses: ImageUses | undefined,
  latin: Latin | null,
): StorageImage[] {
  const found = filterImages(images, filters.search, latin).filter((image) => {
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

/** How many pictures a page of the library shows: few at first, then all up to that page. */
export const shownCount = (page: number) => (page === 1 ? SHOWN_FIRST : (page - 1) * SHOWN_MORE);
