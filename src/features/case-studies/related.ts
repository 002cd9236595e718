import type { CaseStudySummary } from './model';

const RELATED_SHOWN = 3;

/**
 * Three other studies: those that share the most services, then in the order of the list.
 *
 * @param studies in an order that no edit changes: an edited study must not change the pages of all others
 */
export function relatedTo(
  study: Pick<CaseStudySummary, 'id' | 'serviceTags'>,
  studies: readonly CaseStudySummary[],
): CaseStudySummary[] {
  const shared = ({ serviceTags }: CaseStudySummary) =>
    serviceTags.filter((tag) => study.serviceTags.includes(tag)).length;
  return studies
    .filter(({ id }) => id !== study.id)
    .toSorted((one, other) => shared(other) - shared(one))
    .slice(0, RELATED_SHOWN);
}
