import { queryOptions } from '@tanstack/react-query';
import { getCaseStudy, getPublishedCaseStudy, listPublishedCaseStudies } from './api';

export const caseStudyQueries = {
  all: ['case-studies'] as const,
  publishedList: () =>
    queryOptions({
      queryKey: [...caseStudyQueries.all, 'published'] as const,
      queryFn: ({ signal }) => listPublishedCaseStudies(signal),
      meta: { keepCopy: true },
    }),
  published: (id: string) =>
    queryOptions({
      queryKey: [...caseStudyQueries.all, 'published', id] as const,
      queryFn: ({ signal }) => getPublishedCaseStudy(id, signal),
      meta: { keepCopy: true },
    }),
  staff: (id: string) =>
    queryOptions({
      queryKey: [...caseStudyQueries.all, 'staff', id] as const,
      queryFn: ({ signal }) => getCaseStudy(id, signal),
    }),
};
