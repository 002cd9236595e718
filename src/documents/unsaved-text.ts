import { z } from 'zod';
import { createJournal, type Journal } from '@/lib/journal';
import type { Stored, UnsavedText } from './document-reducer';
import { inputSchema, type DocumentInput, type Fields } from './fields';

export const NEW = 'new';

/** What the journal files the text under: documents that are not created yet share one place. */
export function journalSubject<Input extends DocumentInput>({ id, version }: Stored<Input>) {
  return version === null ? NEW : id;
}

/** Read back, it may come from an older version of this site. */
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
    unanswered: z.array(input),
  });
}

/** Unsaved text of one kind of document on this device. */
export function createDocumentJournal<Input extends DocumentInput>(
  id: string,
  fields: Fields<Input>,
): Journal<UnsavedText<Input>> {
  const schema = unsavedTextSchema(fields);
  return createJournal({ kind: id, parse: (value) => schema.safeParse(value).data ?? null });
}
