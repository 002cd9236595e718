import type { CaseStudyInput } from '@contracts/case-study';
import type { UseFormReturn } from 'react-hook-form';
import { caseStudyFormSchema } from './fields';

export type CaseStudyForm = UseFormReturn<CaseStudyInput, unknown, CaseStudyInput>;

/** Also refuses a text that visitors would see as plain text because it cannot be rendered. */
export const renderableCaseStudySchema = caseStudyFormSchema.superRefine(async (input, context) => {
  // Saving works without the renderer, which may be out of reach.
  const renderer = await import('@/lib/render-part').catch(() => null);
  for (const name of ['challenge', 'solution', 'results'] as const) {
    const problem = renderer?.renderPart(input[name]).problem ?? null;
    if (problem !== null) context.addIssue({ code: 'custom', path: [name], message: problem });
  }
});
