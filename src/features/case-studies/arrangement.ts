import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { HOME_CASE_STUDIES } from '@/lib/constants';
import type { AppError } from '@/lib/errors';
import { caseStudyQueries } from './queries';
import { getArrangement, saveArrangement, type ArrangedStudy, type Arrangement } from './staff-api';
import { OF_NOW } from '@/lib/of-now';

export type { ArrangedStudy, Arrangement };

export const arrangementQuery = () =>
  queryOptions({
    ...OF_NOW,
    queryKey: [...caseStudyQueries.all, 'arrangement'] as const,
    queryFn: ({ signal }) => getArrangement(signal),
  });

export function useSaveArrangement() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ next, before }: { next: Arrangement; before: Arrangement }) =>
      saveArrangement(next, before),
    networkMode: 'always',
    retry: false,
    meta: { handlesError: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: caseStudyQueries.all }),
  });
}

/** The account whose order a refused one would have replaced; null if it is unknown. */
export function arrangerOf({ cause }: AppError): string | null {
  const hasDetails = typeof cause === 'object' && cause !== null && 'details' in cause;
  return hasDetails && typeof cause.details === 'string' ? cause.details : null;
}

/** Stands in the list between the arranged studies and the others. */
export const DIVIDER = 'divider';

/** The list as staff see it: ids in the order of the website, with the divider. */
export function listOf(studies: readonly ArrangedStudy[], { arranged }: Arrangement): string[] {
  const others = studies
    .filter(({ id }) => !arranged.includes(id))
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  return [...arranged, DIVIDER, ...others.map(({ id }) => id)];
}

/**
 * The arrangement after an entry of the list was moved: what is above the divider is arranged. One that is moved below
 * it gets that place too, which it only keeps if those above it are arranged as well.
 */
export function withMoved(list: readonly string[], from: number, to: number): string[] {
  const next = list.filter((_, place) => place !== from);
  next.splice(to, 0, ...list.slice(from, from + 1));
  return next.slice(0, Math.max(next.indexOf(DIVIDER), to + 1)).filter((id) => id !== DIVIDER);
}

/**
 * What moving a study has fixed, or no longer fixes.
 *
 * @param before the arranged ids
 */
export function describeMove(
  { id, title }: Pick<ArrangedStudy, 'id' | 'title'>,
  before: readonly string[],
  after: readonly string[],
): string {
  const place = after.indexOf(id) + 1;
  if (place === 0) {
    return `“${title}” has no place of its own any more: it follows by its last change.`;
  }
  const others = after.filter((one) => one !== id && !before.includes(one)).length;
  if (others === 0) return `“${title}” has place ${place}.`;
  const kept =
    others === 1
      ? 'the one above it that followed by its last change stays there too'
      : `the ${others} above it that followed by their last change stay there too`;
  return `“${title}” has place ${place}, and ${kept}.`;
}

/** The studies on the home page, in order. */
export function onHomePage(
  studies: readonly ArrangedStudy[],
  arrangement: Arrangement,
): ArrangedStudy[] {
  const shown = listOf(studies, arrangement).flatMap((id) =>
    studies.filter((study) => study.id === id && study.state === 'published'),
  );
  const isFeatured = ({ id }: ArrangedStudy) => arrangement.featured.includes(id);
  return [...shown.filter(isFeatured), ...shown.filter((study) => !isFeatured(study))].slice(
    0,
    HOME_CASE_STUDIES,
  );
}

export function isSameArrangement(one: Arrangement, other: Arrangement): boolean {
  const keyOf = ({ arranged, featured }: Arrangement) =>
    JSON.stringify([arranged, featured.toSorted()]);
  return keyOf(one) === keyOf(other);
}
