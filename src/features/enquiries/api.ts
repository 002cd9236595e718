import { enquiryTicketReplySchema } from '@contracts/enquiry';
import { visitorHeaders } from '@/lib/backend-headers';
import { getEnv } from '@/lib/env';
import { http } from '@/lib/http';

export async function fetchTicket(): Promise<string> {
  const { body } = await http(`${getEnv().supabaseUrl}/functions/v1/send-contact-email/ticket`, {
    headers: visitorHeaders(),
  });
  const reply = enquiryTicketReplySchema.safeParse(body);
  return reply.success ? reply.data.data.ticket : '';
}
