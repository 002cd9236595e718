import { z } from 'zod';
import { askBackend } from '@/lib/backend';
import { sessionHeaders } from '@/lib/backend-headers';
import { getEnv } from '@/lib/env';
import { AppError, toAppError } from '@/lib/errors';
import { http, HttpError } from '@/lib/http';
import { parseResponse } from '@/lib/parse-response';

const ASK = 'Failed to check the database';
const MAIL = 'The test email was not sent';

const siteHealthSchema = z.object({
  schema_version: z.string().nullable(),
  failed_enquiries: z.number(),
  /** Missing in a database older than this version. `checked_at` is null before the first check. */
  enquiry_check: z
    .object({ checked_at: z.string().nullable(), problem: z.string().nullable() })
    .optional(),
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

export async function getSiteHealth(signal: AbortSignal): Promise<SiteHealth> {
  const { data } = await askBackend(ASK, (supabase) =>
    supabase.rpc('site_health').abortSignal(signal).retry(false),
  );
  return parseResponse(siteHealthSchema, data, ASK);
}

export async function confirmLegalReview(document: string, updated: string): Promise<void> {
  await askBackend('Failed to record the review', (supabase) =>
    supabase.rpc('confirm_legal_review', { document, updated }),
  );
}

const mailReplySchema = z.object({ data: z.object({ address: z.string() }) });
const mailErrorSchema = z.object({ error: z.object({ message: z.string() }) });

/** @returns the address it was sent to, which is the owner's own */
export async function sendTestMail(): Promise<string> {
  try {
    const { body } = await http(`${getEnv().supabaseUrl}/functions/v1/send-contact-email/test`, {
      method: 'POST',
      headers: await sessionHeaders(),
      timeoutMs: 30_000,
    });
    return parseResponse(mailReplySchema, body, MAIL).data.address;
  } catch (error) {
    const said =
      error instanceof HttpError ? mailErrorSchema.safeParse(error.body).data : undefined;
    if (said) throw new AppError('unexpected', said.error.message, { cause: error });
    throw toAppError(error, MAIL);
  }
}
