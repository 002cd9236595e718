import type { CaseStudyInput } from '@contracts/case-study';
import { diffLists, type ListChange } from '@/lib/list-diff';
import { caseStudyFieldLabels } from './components/case-study-form-labels';
import { caseStudyFields, isStoredAlike, type CaseStudyField } from './editing';

/** The fields that differ, in the order of the form. */
export function changedFields(before: CaseStudyInput, after: CaseStudyInput): CaseStudyField[] {
  return caseStudyFields.filter((field) => !isStoredAlike(field, before, after));
}

type MetricRow = CaseStudyInput['metrics'][number];
type GalleryRow = CaseStudyInput['gallery'][number];

export function diffMetrics(
  before: CaseStudyInput,
  after: CaseStudyInput,
): ListChange<MetricRow>[] {
  return diffLists(
    before.metrics,
    after.metrics,
    (one, other) => one.label === other.label || one.value === other.value,
  );
}

export function diffGallery(
  before: CaseStudyInput,
  after: CaseStudyInput,
): ListChange<GalleryRow>[] {
  return diffLists(before.gallery, after.gallery, (one, other) => one.url === other.url);
}

const NAMED_FIELDS = 3;

/** 'Title, Challenge, 2 metrics': what a list of versions says about one. */
export function describeChanges(before: CaseStudyInput, after: CaseStudyInput): string {
  const parts = changedFields(before, after).map((field) => {
    if (field === 'metrics') return count(diffMetrics(before, after).length, 'metric');
    if (field === 'gallery') return count(diffGallery(before, after).length, 'picture');
    if (field === 'status') return after.status === 'published' ? 'Published' : 'Back to draft';
    return caseStudyFieldLabels[field];
  });
  if (parts.length === 0) return 'No changes';
  const more = parts.length - NAMED_FIELDS;
  return more > 1
    ? `${parts.slice(0, NAMED_FIELDS).join(', ')} and ${more} more`
    : parts.join(', ');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
