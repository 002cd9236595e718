import { randomBytes, randomUUID } from 'node:crypto';
import type { Meter } from './meter.ts';
import type { LoadSite } from './site.ts';

const PATH = '/functions/v1/send-contact-email';
/** Half of them from different senders, half from a single one. */
const SENT = 500;
/** The limits of submit_enquiry: this many of all senders together reach the inbox, the rest is quarantined. */
const INBOX_OF_ALL = 200;
const TAKEN_OF_ONE = 5;

export type Burst = {
  sent: number;
  taken: number;
  refused: number;
  stored: number;
  problems: string[];
};

/** Requests tickets now and sends the enquiries later, like visitors who fill in the form. */
export async function prepareBurst(site: LoadSite, meter: Meter) {
  const tickets: string[] = [];
  while (tickets.length < SENT) {
    const opened = await meter.ask('data', `${PATH}/ticket`);
    tickets.push(opened ? JSON.parse(opened.text).data.ticket : '');
  }
  const domain = `${randomUUID()}.example`;

  /** @param from address of the sender, as the platform would give it */
  const send = (from: string) =>
    meter.ask(
      'enquiry',
      PATH,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: site.url,
          'cf-connecting-ip': from,
        },
        body: JSON.stringify({
          name: 'Ada Lovelace',
          email: `${randomUUID().slice(0, 8)}@${domain}`,
          message: 'We would like a new website, and so would everybody else.',
          csrfToken: randomBytes(16).toString('hex'),
          submissionId: randomUUID(),
          ticket: tickets.pop(),
        }),
      },
      [200, 429],
    );

  return {
    /** Sends all at once. */
    async send() {
      const senders = Array.from({ length: SENT }, (_, place) =>
        place % 2 === 0 ? `2001:db8:${(place + 1).toString(16)}::1` : '2001:db8::1',
      );
      const answers = await Promise.all(
        senders.map(async (from) => ({ from, answer: await send(from) })),
      );
      const taken = answers.filter(({ answer }) => answer?.response.status === 200);
      return {
        sent: SENT,
        taken: taken.length,
        takenOfOne: taken.filter(({ from }) => from === '2001:db8::1').length,
        refused: answers.filter(({ answer }) => answer?.response.status === 429).length,
      };
    },

    /**
     * Checks that exactly the accepted enquiries are stored.
     *
     * @param token of a member of staff
     */
    async compare(
      { takenOfOne, ...burst }: Awaited<ReturnType<typeof this.send>>,
      token: string,
    ): Promise<Burst> {
      const kept = await meter.ask(
        'staff read',
        `/rest/v1/enquiries?select=is_quarantined&email=like.*@${domain}`,
        { headers: { apikey: site.publishableKey, authorization: `Bearer ${token}` } },
      );
      const rows: { is_quarantined: boolean }[] = kept ? JSON.parse(kept.text) : [];
      const stored = rows.length;
      const inbox = rows.filter((row) => !row.is_quarantined).length;
      const problems = [
        stored !== burst.taken && `${burst.taken} enquiries were taken, ${stored} are stored`,
        inbox !== INBOX_OF_ALL && `${inbox} enquiries are in the inbox, ${INBOX_OF_ALL} may be`,
        takenOfOne > TAKEN_OF_ONE && `${takenOfOne} enquiries of one sender were taken`,
        burst.taken + burst.refused !== SENT && 'some enquiries were not answered',
      ].filter((problem) => problem !== false);
      return { ...burst, stored, problems };
    },
  };
}
