import { z } from 'zod';
import { EDITED_KINDS } from '@/lib/paths';

/** What the database answers to site_health(). */
export const siteHealthSchema = z.object({
  schema_version: z.string().nullable(),
  /** Missing in a database older than this version. */
  failed_mails: z
    .array(z.object({ kind: z.string(), error: z.string(), mails: z.number() }))
    .optional(),
  /** Mails of Auth within the last hour, at least. Missing in a database older than this version. */
  account_mails: z.number().optional(),
  /** Missing in a database older than this version. `checked_at` is null before the first check. */
  enquiry_check: z
    .object({ checked_at: z.string().nullable(), problem: z.string().nullable() })
    .optional(),
  /** Missing in a database older than this version. `what` is an address, or the path of a picture. */
  dead_links: z
    .array(
      z.object({
        ...{ what: z.string(), problem: z.string(), title: z.string() },
        ...{ kind: z.enum(EDITED_KINDS), id: z.string() },
      }),
    )
    .optional(),
  /** Null before the first check. */
  links_checked_at: z.string().nullish(),
  /** How many were asked for on three days or more. Missing in a database older than this version. */
  unknown_addresses: z.number().optional(),
  bucket: z
    .object({
      public: z.boolean(),
      file_size_limit: z.number().nullable(),
      allowed_mime_types: z.array(z.string()).nullable(),
    })
    .nullable(),
  csp_reports: z.array(
    z.object({ directive: z.string(), blocked: z.string(), path: z.string(), reports: z.number() }),
  ),
  /** Missing in a database older than this version, like the next. */
  legal_reviews: z.array(z.object({ document: z.string(), updated: z.string() })).optional(),
  /** Null without pg_cron. */
  jobs: z
    .array(
      z.object({
        name: z.string(),
        schedule: z.string(),
        ran_at: z.string().nullable(),
        problem: z.string().nullable(),
        called_at: z.string().nullable(),
        /** Missing without pg_net; null while the answer is awaited, and after some hours. */
        status: z.number().nullish(),
      }),
    )
    .nullish(),
  /** Null for editors; missing in a database older than this version. */
  owners_without_factor: z.array(z.string()).nullish(),
});
export type SiteHealth = z.infer<typeof siteHealthSchema>;
