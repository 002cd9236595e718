import { queryOptions } from '@tanstack/react-query';
import {
  getCaseStudy,
  getPublishedCaseStudy,
  listCaseStudies,
  listPublishedCaseStudies,
} from './api';

export const caseStudyQueries = {
  all: ['case-studies'] as const,
  publishedList: () =>
    queryOptions({
      queryKey: [...caseStudyQueries.all, 'published'] as const,
      queryFn: ({ signal }) => listPublishedCaseStudies(signal),
    }),
  published: (id: string) =>
    queryOptions({
      queryKey: [...caseStudyQueries.all, 'published', id] as const,
      queryFn: ({ signal }) => getPublishedCaseStudy(id, signal),
    }),
  staffList: () =>
    queryOptions({
      queryKey: [...caseStudyQueries.all, 'staff'] as const,
      queryFn: ({ signal }) => listCaseStudies(signal),
    }),
  staff: (id: string) =>
    queryOptions({
      queryKey: [...caseStudyQueries.all, 'staff', id] as const,
      queryFn: ({ signal }) => getCaseStudy(id, signal),
    }),
};
