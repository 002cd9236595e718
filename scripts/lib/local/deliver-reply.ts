import { randomUUID } from 'node:crypto';
import type { Mail } from './mail.ts';

/**
 * Hands a reply from the local mailbox to the function that takes mails of clients, as the mail provider of a hosted
 * project does (docs/deployment.md).
 *
 * @param url of the backend
 * @param secret INBOUND_MAIL_SECRET
 * @param mail the answered one
 * @returns the outcome
 */
export async function deliverReply(
  url: string,
  secret: string,
  { To, ReplyTo, Subject, MessageID }: Mail,
  text: string,
): Promise<string> {
  const [sender = { Address: '', Name: '' }] = To;
  const response = await fetch(`${url}/functions/v1/enquiry-replies/inbound`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      FromFull: { Email: sender.Address, Name: sender.Name },
      ToFull: ReplyTo.map(({ Address }) => ({ Email: Address })),
      Subject: `Re: ${Subject}`,
      TextBody: text,
      Headers: [
        { Name: 'Message-ID', Value: `<${randomUUID()}@mailbox.example>` },
        { Name: 'In-Reply-To', Value: MessageID },
      ],
    }),
  });
  return (await response.json()).outcome;
}
