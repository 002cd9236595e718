import { isStoredAlike, postFields, type PostField, type PostInput } from './model';

/** Which side changed what, for a post two people saved from the same start. */
export type Comparison = {
  /** Only they changed these: taken over without a question. */
  onlyTheirs: PostField[];
  onlyMine: PostField[];
  /** Changed on both sides to different things: someone has to choose. */
  both: PostField[];
};

export type Side = 'mine' | 'theirs';
export type Choices = Partial<Record<PostField, Side>>;

/**
 * @param base what both sides started from; null when that is not known, and every difference is
 *   then a question
 */
export function compareVersions(
  base: PostInput | null,
  mine: PostInput,
  theirs: PostInput,
): Comparison {
  const comparison: Comparison = { onlyTheirs: [], onlyMine: [], both: [] };
  for (const field of postFields) {
    if (isStoredAlike(field, mine, theirs)) continue;
    if (base && isStoredAlike(field, base, mine)) comparison.onlyTheirs.push(field);
    else if (base && isStoredAlike(field, base, theirs)) comparison.onlyMine.push(field);
    else comparison.both.push(field);
  }
  return comparison;
}

/** Mine, with what only they changed and with theirs where theirs was chosen. */
export function mergeVersions(
  mine: PostInput,
  theirs: PostInput,
  { onlyTheirs, both }: Comparison,
  choices: Choices,
): PostInput {
  const merged = { ...mine };
  const take = <Field extends PostField>(field: Field) => {
    merged[field] = theirs[field];
  };
  onlyTheirs.forEach(take);
  both.filter((field) => choices[field] === 'theirs').forEach(take);
  return merged;
}
