// What pages learn about the pictures they show; the rest of the library is for staff only.
import { z } from 'zod';

/** Percent from the left and from the top. */
export const FOCUS_MAX = 100;
export const FOCUS_DEFAULT = 50;

const focusSchema = z.int().min(0).max(FOCUS_MAX).optional();

/** By path, as it stands in the address; without values that equal the default. */
export const pictureFactsSchema = z.record(
  z.string(),
  z.object({ alt: z.string().optional(), x: focusSchema, y: focusSchema }),
);
export type PictureFacts = z.infer<typeof pictureFactsSchema>;
