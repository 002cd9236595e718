import { z } from 'zod';
import { askBackend, withTimeout } from '@/lib/backend';
import { sessionHeaders } from '@/lib/backend-headers';
import { getEnv } from '@/lib/env';
import { AppError, toAppError } from '@/lib/errors';
import { http, HttpError } from '@/lib/http';
import { parseResponse } from '@/lib/parse-response';
import { siteHealthSchema, type SiteHealth } from './site-health';

const ASK = 'Failed to check the database';
const MAIL = 'The test email was not sent';

export async function getSiteHealth(signal: AbortSignal): Promise<SiteHealth> {
  const { data } = await askBackend(ASK, (supabase) =>
    supabase.rpc('site_health').abortSignal(withTimeout(signal)).retry(false),
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
