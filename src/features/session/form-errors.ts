import type { z } from 'zod';

/** The first error per field. */
export type FieldErrors<Name extends string> = Partial<Record<Name, string>>;

export function fieldErrorsOf<Name extends string>(
  error: z.ZodError,
  names: readonly Name[],
): FieldErrors<Name> {
  const errors: FieldErrors<Name> = {};
  for (const { path, message } of error.issues) {
    const name = names.find((candidate) => candidate === path[0]);
    if (name !== undefined) errors[name] ??= message;
  }
  return errors;
}

/** Focuses the first field with an error. */
export function focusFirst<Name extends string>(
  form: HTMLFormElement,
  names: readonly Name[],
  errors: FieldErrors<Name>,
) {
  const first = names.find((name) => errors[name] !== undefined);
  const control = first === undefined ? null : form.elements.namedItem(first);
  if (control instanceof HTMLElement) control.focus();
}
