// Sends mails of the outbox with a database and a mail server that are stand-ins.
import { vi } from 'vitest';
import { AGENCY } from '../../../supabase/functions/_shared/contracts/agency.ts';
import type { Mail } from '../../../supabase/functions/_shared/mail.ts';
import {
  deliverDueMails,
  type OutboxDeps,
} from '../../../supabase/functions/_shared/outbox/outbox.ts';

export type Due = { kind: string; recipient: string | null; about: Record<string, unknown> };

export const FROM = { name: 'The Agency', address: 'site@agency.example' };

export async function deliver(queue: readonly Due[], overrides: Partial<OutboxDeps> = {}) {
  const mails: Mail[] = [];
  const settled: unknown[] = [];
  const waiting = queue.map((mail, index) => ({ id: index + 1, ...mail }));
  const deps = {
    call: async (name: string, args?: Record<string, unknown>) => {
      if (name === 'claim_mail') return waiting.shift() ?? null;
      settled.push([args?.mail_id, args?.error]);
      return null;
    },
    sendMail: async (mail: Mail) => {
      mails.push(mail);
    },
    teamAddress: 'team@agency.example',
    readSetting: async () => ({
      ...{ siteUrl: 'https://site.example', agency: AGENCY, from: FROM },
      newsletter: {
        functionUrl: 'https://functions.example/functions/v1/newsletter',
        postbox: 'team@agency.example',
        issueToken: async (purpose: string, id: string) => `${purpose}-${id}`,
      },
    }),
    onFailure: vi.fn(),
    logError: vi.fn(),
    ...overrides,
  };
  const tally = await deliverDueMails(deps);
  return { tally, mails, settled, waiting, ...deps };
}

/** The only mail of this row. */
export async function compose(due: Due): Promise<Mail> {
  const { mails, logError } = await deliver([due]);
  if (!mails[0]) throw new Error(`No mail: ${vi.mocked(logError).mock.calls.join()}`);
  return mails[0];
}
