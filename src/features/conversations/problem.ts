import type { z } from 'zod';

/** Why a text cannot be stored; null when it can. */
export function problemOf(schema: z.ZodType<string>, text: string): string | null {
  return schema.safeParse(text).error?.issues[0]?.message ?? null;
}
