import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CASE_STUDY_LIMITS, type CaseStudyInput } from '@contracts/case-study';
import { TOAST_ADMIN_DURATION_MS } from '@/lib/constants';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { getCaseStudy } from './api';
import { saveCaseStudy, toCaseStudyInput } from './editing';
import { caseStudyQueries } from './queries';

const PREFIX = 'Copy of ';

/** The same study as a draft, to be told apart by its title. */
export function toCopy(input: CaseStudyInput): CaseStudyInput {
  // By code points, as the database counts: half an emoji would not be accepted.
  const title = [...`${PREFIX}${input.title}`].slice(0, CASE_STUDY_LIMITS.title).join('');
  return { ...input, title, status: 'draft' };
}

/** Copies what is stored of a study, rows included, and says so in a toast, or why it could not. */
export function useDuplicateCaseStudy() {
  const queryClient = useQueryClient();
  const say = (type: 'success' | 'error', title: string) =>
    notify({ type, title, duration: TOAST_ADMIN_DURATION_MS });
  return useMutation({
    mutationFn: async (id: string) => {
      const input = toCopy(toCaseStudyInput(await getCaseStudy(id)));
      const { id: copyId } = await saveCaseStudy({
        id: crypto.randomUUID(),
        version: null,
        input,
        before: null,
      });
      return { id: copyId, title: input.title };
    },
    networkMode: 'always',
    retry: false,
    meta: { handlesError: true },
    onSuccess: ({ title }) => {
      say('success', `"${title}" is a draft now`);
      void queryClient.invalidateQueries({ queryKey: caseStudyQueries.all });
    },
    onError: (error) => say('error', messageOf(error)),
  });
}
