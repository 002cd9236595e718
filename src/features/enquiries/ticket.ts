import { enquiryTicketReplySchema } from '@contracts/enquiry';
import { ENQUIRY_MIN_FILL_MS } from '@contracts/enquiry-fields';
import { visitorHeaders } from '@/lib/backend-headers';
import { getEnv } from '@/lib/env';
import { createFormTicket } from '@/lib/form-ticket';
import { http } from '@/lib/http';

export const {
  request: requestTicket,
  ready: readyTicket,
  spend: spendTicket,
} = createFormTicket({
  minFillMs: ENQUIRY_MIN_FILL_MS,
  fetchText: async () => {
    const { body } = await http(`${getEnv().supabaseUrl}/functions/v1/send-contact-email/ticket`, {
      headers: visitorHeaders(),
    });
    const reply = enquiryTicketReplySchema.safeParse(body);
    return reply.success ? reply.data.data.ticket : '';
  },
});
