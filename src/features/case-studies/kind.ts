import { CASE_STUDY_LIMITS, type CaseStudyInput } from '@contracts/case-study';
import { cutText } from '@contracts/words/cut-text';
import { defineKind } from '@/documents/kind';
import { stateOf } from '@/documents/publication';
import { paths } from '@/lib/paths';
import { caseStudyFields, emptyCaseStudyInput } from './fields';
import { caseStudyQueries } from './queries';
import { caseStudyApi } from './staff-api';

export const caseStudyKind = defineKind<CaseStudyInput>({
  id: 'case-study',
  noun: 'case study',
  plural: 'case studies',
  fields: caseStudyFields,
  empty: emptyCaseStudyInput,
  titleOf: ({ title }) => title.trim(),
  isPublished: (input) => stateOf(input) === 'published',
  key: caseStudyQueries.all,
  api: caseStudyApi,
  paths: {
    list: paths.adminCaseStudies,
    edit: paths.adminCaseStudyEdit.to,
    history: paths.adminCaseStudyHistory.to,
    version: paths.adminCaseStudyVersion.to,
    page: (_id, { slug }) => paths.project.to(slug),
  },
  messages: {
    saved: (before, { title }) =>
      `Case study "${title.trim()}" ${before === null ? 'created' : 'updated'} successfully!`,
    // The specification's text, although deleted studies can be restored for 30 days.
    deleteQuestion:
      'Are you sure you want to delete this case study? This action cannot be undone.',
    deleted: () => 'Case study deleted successfully!',
    restored: (title) => `Case study "${title}" restored`,
  },
});

const COPY_PREFIX = 'Copy of ';

/** The same study as a draft with another title and address. */
export function toCopy(input: CaseStudyInput): CaseStudyInput {
  const title = cutText(`${COPY_PREFIX}${input.title}`, CASE_STUDY_LIMITS.title);
  return { ...input, title, slug: '', status: 'draft', publishedAt: '' };
}
