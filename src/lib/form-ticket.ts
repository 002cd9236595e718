import { HttpError } from './http';

type Ticket = { text: string; receivedAt: number };

export type FormTicketOptions = {
  /** Asks the form's function for the signed note of when the form was opened; '' where it has none. */
  fetchText: () => Promise<string>;
  /** A form sent sooner than this after the note was issued looks like a program's. */
  minFillMs: number;
};

/** The ticket of one public form: fetched once and used until it was sent, a failure is forgotten. */
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
   * A ticket old enough: whoever sends text that was filled in for them waits for the rest here,
   * instead of landing in quarantine.
   *
   * @returns '' where the backend answers but gives none
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

  /** To be called once a form was sent, or may have been: a ticket is good for one. */
  function spend() {
    pending = undefined;
  }

  return { request, ready, spend };
}
