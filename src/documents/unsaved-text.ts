import { z } from 'zod';
import { createJournal, type Journal } from '@/lib/journal';
import type { Stored, UnsavedText } from './stored';
import { inputSchema, type DocumentInput, type Fields } from './fields';

export const NEW = 'new';

/** The journal's key of the text: all new documents share one. */
export function journalSubject<Input extends DocumentInput>({ id, version }: Stored<Input>) {
  return version === null ? NEW : id;
}

/** Of the parts of a `SentSave`. */
export function sentSchemas<Input extends DocumentInput>(input: z.ZodType<Input>) {
  return {
    input,
    before: input.nullable(),
    changed: z.array(z.string()),
    goesLive: z.boolean(),
    saveIds: z.array(z.string()),
  };
}

/** Parses text from the journal, which an older version of this site may have written. */
export function unsavedTextSchema<Input extends DocumentInput>(
  fields: Fields<Input>,
): z.ZodType<UnsavedText<Input>> {
  const input = inputSchema(fields);
  return z.object({
    values: input,
    stored: z.object({
      id: z.string(),
      version: z.number().nullable(),
      input,
      savedAt: z.string().nullable(),
    }),
    // What an older version wrote here is no reason to lose the text.
    unanswered: z.object(sentSchemas(input)).nullable().catch(null),
  });
}

export function createDocumentJournal<Input extends DocumentInput>(
  id: string,
  fields: Fields<Input>,
): Journal<UnsavedText<Input>> {
  const schema = unsavedTextSchema(fields);
  return createJournal({ kind: id, parse: (value) => schema.safeParse(value).data ?? null });
}

/**
 * Asks the browser to keep unsaved text when the disk is full. Only Chromium decides that by itself: Firefox would ask the
 * person, and Safari deletes after seven days all the same, which the save bar says.
 */
export function protectUnsavedText() {
  if (!('userAgentData' in navigator)) return;
  void navigator.storage?.persist().catch(() => false);
}
