import { z } from 'zod';

/** The first mail about a row that is not sent. Without `due_at` it is not tried again, or withheld until staff send it. */
export const unsentMailSchema = z
  .object({ error: z.string().nullable(), due_at: z.string().nullable() })
  .nullable();
