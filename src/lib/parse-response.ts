import type { z } from 'zod';
import { createStore } from './create-store';
import { reportError } from './error-reporting';
import { AppError, UNREADABLE, UNREADABLE_REASON } from './errors';

/** The number of entries that could not be read, by the sentence of their request; for the notice on staff screens. */
const missing = createStore<ReadonlyMap<string, number>>(new Map());
export const getMissingEntries = missing.get;
export const subscribeToMissingEntries = missing.subscribe;

/**
 * Reads an answer of the backend, the only place where features do so. An answer of another shape is an error report
 * with the paths and codes of the schema's issues, never with values or the schema's messages.
 *
 * @param sentence what failed, as the specification words it
 * @throws AppError with a sentence for the screen
 */
export function parseResponse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  sentence: string,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  report(sentence, placesOf(parsed.error.issues));
  throw unreadable(sentence, parsed.error);
}

/**
 * Reads the rows of a list. Rows of another shape are left out, reported and counted, so that the rest of the list is
 * shown.
 *
 * @param schema of the columns whose values the generated types do not narrow
 */
export function parseRows<Row extends object, Part extends object>(
  schema: z.ZodType<Part>,
  rows: readonly Row[],
  sentence: string,
): (Omit<Row, keyof Part> & Part)[] {
  const places = new Set<string>();
  const readable = rows.flatMap((row) => {
    const parsed = schema.safeParse(row);
    if (parsed.success) return [{ ...row, ...parsed.data }];
    for (const place of placesOf(parsed.error.issues)) places.add(place);
    return [];
  });
  countMissing(sentence, rows.length - readable.length);
  if (places.size > 0) report(sentence, [...places]);
  return readable;
}

function countMissing(sentence: string, count: number) {
  if ((missing.get().get(sentence) ?? 0) === count) return;
  const others = [...missing.get()].filter(([other]) => other !== sentence);
  missing.set(new Map(count === 0 ? others : [...others, [sentence, count]]));
}

function placesOf(issues: readonly z.core.$ZodIssue[]): string[] {
  return issues.map(({ path, code }) => `${path.join('.') || '(whole answer)'} ${code}`);
}

function report(sentence: string, places: readonly string[]) {
  reportError(unreadable(sentence), {
    severity: 'high',
    category: 'data',
    context: places.join(', '),
    isLogged: true,
  });
}

function unreadable(sentence: string, cause?: unknown): AppError {
  return new AppError('unexpected', `${sentence}: ${UNREADABLE_REASON}`, {
    ...{ code: UNREADABLE, cause },
  });
}
