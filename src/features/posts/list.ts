import { z } from 'zod';
import type { DocumentList } from '@/documents/list';
import { PUBLICATION_STATES, type PublicationState } from '@/documents/publication';
import { optionalChoice, pageNumber, searchWords } from '@/hooks/use-search-filters';
import { listStaffPosts, type PostSort, type StaffPost } from './staff-api';

export const postList: DocumentList<StaffPost, PublicationState, PostSort> = {
  noun: { one: 'post', many: 'posts' },
  filters: z.object({
    search: searchWords,
    status: optionalChoice(PUBLICATION_STATES),
    sort: z.enum(['changed', 'title', 'published']).catch('changed'),
    page: pageNumber,
  }),
  statusLabels: {
    ...{ draft: 'Drafts', scheduled: 'Scheduled', published: 'Published' },
    withheld: 'Waiting for approval',
  },
  sortLabels: { changed: 'Last changed', title: 'Title', published: 'Publish date' },
  fetch: listStaffPosts,
  messages: {
    placeholder: 'Title or excerpt',
    searched: 'titles and excerpts',
    nothingYet: 'What you write here appears on the blog once you publish it.',
    failed: 'Failed to load the posts',
  },
};
