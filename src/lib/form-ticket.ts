import { HttpError } from './http';

type Ticket = { text: string; receivedAt: number };

export type FormTicketOptions = {
  /** Requests a ticket from the form's function; '' when it issues none. */
  fetchText: () => Promise<string>;
  /** A form sent sooner than this after the ticket was issued is treated as sent by a bot. */
  minFillMs: number;
};

/** The ticket of one public form: fetched once and kept until the form is sent. A failed request is retried on the next call. */
export function createFormTicket({ fetchText, minFillMs }: FormTicketOptions) {
  let pending: Promise<Ticket> | undefined;

  function request(): Promise<Ticket> {
    pending ??= fetchText()
      .then((text) => ({ text, receivedAt: performance.now() }))
      .catch((error: unknown) => {
        pending = undefined;
        throw error;
      });
    return pending;
  }

  /**
   * Waits until the ticket is old enough: a visitor with prefilled fields can send sooner, and the
   * enquiry would be quarantined.
   *
   * @returns '' when the backend answers without a ticket
   * @throws when the backend cannot be reached
   */
  async function ready(): Promise<string> {
    try {
      const { text, receivedAt } = await request();
      const rest = receivedAt + minFillMs - performance.now();
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
      return text;
    } catch (error) {
      if (error instanceof HttpError) return '';
      throw error;
    }
  }

  /** Call once the form was sent, or may have been: a ticket is valid for one submission. */
  function spend() {
    pending = undefined;
  }

  return { request, ready, spend };
}
