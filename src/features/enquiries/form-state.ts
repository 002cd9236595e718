import type { Receipt } from './sending';

export type FormState =
  | { step: 'idle' }
  | { step: 'sending' }
  | { step: 'failed'; message: string; mailLink: string | null }
  /** Queued on this device until the backend answers. `problem`: why sending failed for good. */
  | { step: 'kept'; submissionId: string; mailLink: string; problem: string | null }
  | ({ step: 'done' } & Receipt);

export type FormEvent =
  | { type: 'submitted' }
  | ({ type: 'accepted' } & Receipt)
  /** `mailLink`: another way to send it, for failures on our side. */
  | { type: 'refused'; message: string; mailLink: string | null }
  | { type: 'kept'; submissionId: string; mailLink: string; problem: string | null }
  | { type: 'reopened' };

/** The steps in which an event counts; in any other it came too late and is ignored. */
const FROM: Record<FormEvent['type'], readonly FormState['step'][]> = {
  submitted: ['idle', 'failed'],
  accepted: ['sending', 'kept'],
  refused: ['idle', 'sending', 'failed'],
  // Idle: it was kept before the page was loaded.
  kept: ['idle', 'sending', 'kept'],
  reopened: ['kept', 'done'],
};

export function formReducer(state: FormState, event: FormEvent): FormState {
  if (!FROM[event.type].includes(state.step)) return state;
  switch (event.type) {
    case 'submitted':
      return { step: 'sending' };
    case 'accepted':
      return { step: 'done', thanks: event.thanks, number: event.number };
    case 'refused':
      return { step: 'failed', message: event.message, mailLink: event.mailLink };
    case 'kept': {
      const { submissionId, mailLink, problem } = event;
      return { step: 'kept', submissionId, mailLink, problem };
    }
    case 'reopened':
      return { step: 'idle' };
  }
}
