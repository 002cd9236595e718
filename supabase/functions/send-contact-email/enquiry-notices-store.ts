import { z } from 'zod';
import type { DatabaseCall } from '../_shared/clients.ts';
import { parseTimestamp } from '../_shared/timestamps.ts';
import type { EnquiryNotice } from './enquiry-notices.ts';

const enquiryNoticeSchema = z
  .object({
    ...{ enquiry_id: z.uuid(), kind: z.enum(['assigned', 'client-wrote', 'due']) },
    ...{ number: z.int(), name: z.string(), subject: z.string().nullable(), message: z.string() },
    ...{ answer_by: z.string().nullable(), actor_email: z.string().nullable() },
    recipient: z.string().nullable(),
  })
  .transform(({ enquiry_id, answer_by, actor_email, ...notice }): EnquiryNotice => ({
    ...notice,
    enquiryId: enquiry_id,
    answerBy: answer_by === null ? null : parseTimestamp(answer_by),
    actor: actor_email,
  }));

export function openEnquiryNotices(call: DatabaseCall) {
  return {
    claim: async (): Promise<EnquiryNotice | null> =>
      z.array(enquiryNoticeSchema).parse(await call('claim_enquiry_notice'))[0] ?? null,
    settle: async (enquiryId: string, kind: EnquiryNotice['kind']): Promise<void> => {
      await call('settle_enquiry_notice', { enquiry_id: enquiryId, kind });
    },
  };
}
