import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { CASE_STUDY_PAGE_SIZE } from '@/lib/constants';
import {
  getPublishedCaseStudy,
  listNewestCaseStudies,
  listPublishedCaseStudies,
  listTopics,
} from './api';
import type { StudyFilters } from './filters';
import type { CaseStudySummary } from './model';

export const caseStudyQueries = {
  all: ['case-studies'] as const,
  publishedLists: ['case-studies', 'published', 'list'] as const,
  /** The few of the home page. */
  featured: (count: number) =>
    queryOptions({
      queryKey: [...caseStudyQueries.publishedLists, count] as const,
      queryFn: ({ signal }): Promise<CaseStudySummary[]> =>
        listPublishedCaseStudies({ count, areFeaturedFirst: true, signal }),
      meta: { keepCopy: true },
    }),
  /** All of them, page by page. */
  publishedList: (filters: StudyFilters = {}) =>
    infiniteQueryOptions({
      queryKey: [...caseStudyQueries.publishedLists, 'all', filters] as const,
      queryFn: ({ signal, pageParam }): Promise<CaseStudySummary[]> =>
        listPublishedCaseStudies({ from: pageParam, filters, signal }),
      initialPageParam: 0,
      getNextPageParam: (last, pages) =>
        last.length < CASE_STUDY_PAGE_SIZE ? undefined : pages.length * CASE_STUDY_PAGE_SIZE,
      select: ({ pages }) => withoutDuplicates(pages.flat()),
      meta: { keepCopy: true },
    }),
  /** Those among which the related studies of a page are. */
  newest: () =>
    queryOptions({
      queryKey: [...caseStudyQueries.all, 'published', 'newest'] as const,
      queryFn: ({ signal }): Promise<CaseStudySummary[]> => listNewestCaseStudies(signal),
      meta: { keepCopy: true },
    }),
  topics: () =>
    queryOptions({
      queryKey: [...caseStudyQueries.all, 'published', 'topics'] as const,
      queryFn: ({ signal }) => listTopics(signal),
      meta: { keepCopy: true },
    }),
  /** By id or slug. */
  published: (key: string) =>
    queryOptions({
      queryKey: [...caseStudyQueries.all, 'published', key] as const,
      queryFn: ({ signal }) => getPublishedCaseStudy(key, signal),
      meta: { keepCopy: true },
    }),
};

/** A study changed between two page requests can be on both pages. */
function withoutDuplicates(studies: readonly CaseStudySummary[]): CaseStudySummary[] {
  return [...new Map(studies.map((study) => [study.id, study])).values()];
}
