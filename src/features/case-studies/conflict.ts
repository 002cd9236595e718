import type { CaseStudyInput } from '@contracts/case-study';
import { caseStudyFields, isStoredAlike, type CaseStudyField } from './editing';

/** Which side changed what, for a study two people saved from the same start. */
export type Comparison = {
  /** Only they changed these: taken over without a question. */
  onlyTheirs: CaseStudyField[];
  onlyMine: CaseStudyField[];
  /** Changed on both sides to different things: someone has to choose. */
  both: CaseStudyField[];
};

export type Side = 'mine' | 'theirs';
export type Choices = Partial<Record<CaseStudyField, Side>>;

/**
 * @param base what both sides started from; null when that is not known, and every difference is
 *   then a question
 */
export function compareVersions(
  base: CaseStudyInput | null,
  mine: CaseStudyInput,
  theirs: CaseStudyInput,
): Comparison {
  const comparison: Comparison = { onlyTheirs: [], onlyMine: [], both: [] };
  for (const field of caseStudyFields) {
    if (isStoredAlike(field, mine, theirs)) continue;
    if (base && isStoredAlike(field, base, mine)) comparison.onlyTheirs.push(field);
    else if (base && isStoredAlike(field, base, theirs)) comparison.onlyMine.push(field);
    else comparison.both.push(field);
  }
  return comparison;
}

/** Mine, with what only they changed and with theirs where theirs was chosen. */
export function mergeVersions(
  mine: CaseStudyInput,
  theirs: CaseStudyInput,
  { onlyTheirs, both }: Comparison,
  choices: Choices,
): CaseStudyInput {
  const merged = { ...mine };
  const take = <Field extends CaseStudyField>(field: Field) => {
    merged[field] = theirs[field];
  };
  onlyTheirs.forEach(take);
  both.filter((field) => choices[field] === 'theirs').forEach(take);
  return merged;
}

/** Whether saving one over the other would change nothing. */
export function hasSameContent(a: CaseStudyInput, b: CaseStudyInput): boolean {
  return caseStudyFields.every((field) => isStoredAlike(field, a, b));
}

/** Whether anything was typed since: unlike `hasSameContent`, blanks and unfinished rows count. */
export function hasSameText(a: CaseStudyInput, b: CaseStudyInput): boolean {
  return caseStudyFields.every((field) => {
    const [one, other] = [a[field], b[field]];
    return (
      one === other || (typeof one !== 'string' && JSON.stringify(one) === JSON.stringify(other))
    );
  });
}
