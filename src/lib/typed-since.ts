/** Shown when a comparison is updated because the user typed meanwhile. */
export const TYPED_MORE = 'You typed more while this opened. It is compared now as well.';

/**
 * Applies what was typed between two states of a form to another version of the same fields.
 *
 * @returns `version` with the fields in which `after` differs from `before`; null when none does
 */
export function withTypedSince<Input extends object>(
  version: Input,
  before: Input,
  after: Input,
): Input | null {
  const result = { ...version };
  let isTyped = false;
  for (const field of Object.keys(after) as (keyof Input)[]) {
    if (JSON.stringify(before[field]) === JSON.stringify(after[field])) continue;
    result[field] = after[field];
    isTyped = true;
  }
  return isTyped ? result : null;
}
