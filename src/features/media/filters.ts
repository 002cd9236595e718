import { z } from 'zod';
import {
  filterImages,
  sortByAge,
  titleOf,
  usesOf,
  type ImageUses,
  type StorageImage,
} from './model';

export const SEARCH_MAX = 100;
export const IMAGES_PER_PAGE = 48;
export const TABS = ['storage', 'placeholders', 'defined'] as const;
export const SHOWS = ['unused', 'no-text'] as const;
export const SORTS = ['newest', 'oldest', 'name', 'size'] as const;

/** What a link to the screen keeps. Words it does not know count as not given. */
const filtersSchema = z.object({
  tab: z.enum(TABS).catch('storage'),
  search: z.string().trim().min(1).max(SEARCH_MAX).optional().catch(undefined),
  show: z.enum(SHOWS).optional().catch(undefined),
  sort: z.enum(SORTS).catch('newest'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
});

export type ImageFilters = z.infer<typeof filtersSchema>;

export function readFilters(search: URLSearchParams): ImageFilters {
  return filtersSchema.parse(Object.fromEntries(search));
}

/** The address with some filters changed, from its first page on unless a page is named. */
export function withFilters(
  search: URLSearchParams,
  change: Partial<ImageFilters>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries({ page: undefined, ...change })) {
    if (value === undefined || isDefault(name, value)) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

function isDefault(name: string, value: unknown): boolean {
  return Object.entries(filtersSchema.parse({})).some(
    ([key, standard]) => key === name && standard === value,
  );
}

export function hasFilters({ search, show }: ImageFilters): boolean {
  return search !== undefined || show !== undefined;
}

/**
 * The pictures a filter leaves, in its order.
 *
 * @param uses undefined while they are not known: nothing counts as unused then
 */
export function applyFilters(
  images: readonly StorageImage[],
  filters: ImageFilters,
  uses: ImageUses | undefined,
): StorageImage[] {
  const found = filterImages(images, filters.search ?? '').filter((image) => {
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

/** A page beyond the last shows the last. */
export function pageOf(images: readonly StorageImage[], page: number): ImagePage {
  const totalPages = Math.max(1, Math.ceil(images.length / IMAGES_PER_PAGE));
  const shown = Math.min(page, totalPages);
  const start = (shown - 1) * IMAGES_PER_PAGE;
  return { rows: images.slice(start, start + IMAGES_PER_PAGE), page: shown, totalPages };
}
