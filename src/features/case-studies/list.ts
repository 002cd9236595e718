import { z } from 'zod';
import type { DocumentList } from '@/documents/list';
import { PUBLICATION_STATES, type PublicationState } from '@/documents/publication';
import { optionalChoice, pageNumber, searchWords } from '@/hooks/use-search-filters';
import { listStaffCaseStudies, type CaseStudySort, type StaffCaseStudy } from './staff-api';

export const caseStudyList: DocumentList<StaffCaseStudy, PublicationState, CaseStudySort> = {
  noun: { one: 'case study', many: 'case studies' },
  filters: z.object({
    search: searchWords,
    status: optionalChoice(PUBLICATION_STATES),
    sort: z.enum(['changed', 'title', 'created']).catch('changed'),
    page: pageNumber,
  }),
  statusLabels: {
    ...{ draft: 'Drafts', scheduled: 'Scheduled', published: 'Published' },
    withheld: 'Waiting for approval',
  },
  sortLabels: { changed: 'Last changed', title: 'Title', created: 'Newest' },
  fetch: listStaffCaseStudies,
  messages: {
    placeholder: 'Title, client or tag',
    searched: 'titles, clients and service tags',
    nothingYet: 'Get started by creating your first case study',
    failed: 'Failed to load case studies',
  },
};
