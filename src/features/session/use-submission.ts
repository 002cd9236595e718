import { useState } from 'react';
import { AppError, messageOf } from '@/lib/errors';

export type Submission =
  | { state: 'idle' }
  | { state: 'submitting' }
  | { state: 'succeeded' }
  | { state: 'failed'; message: string; code: string | null };

/** The state of a form: idle, submitting, succeeded, or failed with a message. */
export function useSubmission() {
  const [submission, setSubmission] = useState<Submission>({ state: 'idle' });

  /** @returns whether it worked */
  async function submit(action: () => Promise<void>): Promise<boolean> {
    setSubmission({ state: 'submitting' });
    try {
      await action();
      setSubmission({ state: 'succeeded' });
      return true;
    } catch (error) {
      const code = error instanceof AppError ? error.code : null;
      setSubmission({ state: 'failed', message: messageOf(error), code });
      return false;
    }
  }

  return { submission, submit, reset: () => setSubmission({ state: 'idle' }) };
}
