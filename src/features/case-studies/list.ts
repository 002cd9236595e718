import { z } from 'zod';
import { CASE_STUDY_STATUSES, type CaseStudyStatus } from '@contracts/case-study';
import type { DocumentList } from '@/documents/list';
import { optionalChoice, pageNumber, searchWords } from '@/hooks/use-search-filters';
import { listStaffCaseStudies, type CaseStudySort, type StaffCaseStudy } from './staff-api';

export const caseStudyList: DocumentList<StaffCaseStudy, CaseStudyStatus, CaseStudySort> = {
  noun: { one: 'case study', many: 'case studies' },
  filters: z.object({
    search: searchWords,
    status: optionalChoice(CASE_STUDY_STATUSES),
    sort: z.enum(['changed', 'title', 'created']).catch('changed'),
    page: pageNumber,
  }),
  statusLabels: { draft: 'Drafts', published: 'Published' },
  sortLabels: { changed: 'Last changed', title: 'Title', created: 'Newest' },
  fetch: listStaffCaseStudies,
  messages: {
    placeholder: 'Title, client or tag',
    searched: 'titles, clients and service tags',
    nothingYet: 'Get started by creating your first case study',
    failed: 'Failed to load case studies',
  },
};
