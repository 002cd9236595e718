import type { CaseStudyInput } from '@contracts/case-study';
import type { UseFormReturn } from 'react-hook-form';

export type CaseStudyForm = UseFormReturn<CaseStudyInput, unknown, CaseStudyInput>;
