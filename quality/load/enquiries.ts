import { randomBytes, randomUUID } from 'node:crypto';
import type { Site } from '../lib/site.ts';
import type { Staff } from '../lib/staff.ts';
import type { Meter } from './meter.ts';

const PATH = '/functions/v1/send-contact-email';
const SENT = 500;
/** Half of them are of a single sender, half of different ones. */
const ONE_SENDER = '2001:db8::1';
/** The limits of submit_enquiry: this many of all senders together reach the inbox, the rest is quarantined. */
const INBOX_OF_ALL = 200;
const TAKEN_OF_ONE = 5;

/** Requests tickets now and sends the enquiries later, like visitors who fill in the form. */
export async function prepareBurst(site: Site, meter: Meter) {
  const tickets: string[] = [];
  while (tickets.length < SENT) {
    const opened = await meter.ask('data', `${PATH}/ticket`);
    tickets.push(opened ? JSON.parse(opened.text).data.ticket : '');
  }
  const domain = `${randomUUID()}.example`;

  /** @param from address of the sender, as the platform would give it */
  async function send(ticket: string, from: string) {
    const body = {
      name: 'Ada Lovelace',
      email: `${randomUUID().slice(0, 8)}@${domain}`,
      message: 'We would like a new website, and so would everybody else.',
      csrfToken: randomBytes(16).toString('hex'),
      submissionId: randomUUID(),
      ticket,
    };
    const headers = {
      'content-type': 'application/json',
      origin: site.url,
      'cf-connecting-ip': from,
    };
    const options = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await meter.ask('enquiry', PATH, options, [200, 429]);
    return { from, status: answer?.status };
  }

  return {
    /** Sends all at once. */
    sendAll: () =>
      Promise.all(
        tickets.map((ticket, place) =>
          send(ticket, place % 2 === 0 ? `2001:db8:${(place + 1).toString(16)}::1` : ONE_SENDER),
        ),
      ),

    /** Checks that exactly the accepted enquiries are stored. */
    async compare(answers: Awaited<ReturnType<typeof this.sendAll>>, staff: Staff) {
      const query = staff.from('enquiries').select('is_quarantined').like('email', `%@${domain}`);
      const { data: rows } = await query.throwOnError();
      const inbox = rows.filter((row) => !row.is_quarantined).length;
      const taken = answers.filter(({ status }) => status === 200);
      const takenOfOne = taken.filter(({ from }) => from === ONE_SENDER).length;
      const refused = answers.filter(({ status }) => status === 429);
      const problems = [
        rows.length !== taken.length && `${taken.length} taken, ${rows.length} stored`,
        inbox !== INBOX_OF_ALL && `${inbox} enquiries are in the inbox, ${INBOX_OF_ALL} may be`,
        takenOfOne > TAKEN_OF_ONE && `${takenOfOne} enquiries of one sender were taken`,
        taken.length + refused.length !== SENT && 'some enquiries were not answered',
      ].filter((problem) => problem !== false);
      return { sent: SENT, taken: taken.length, refused: refused.length, problems };
    },
  };
}
