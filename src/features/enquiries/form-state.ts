export type FormState =
  | { step: 'idle' }
  | { step: 'sending' }
  | { step: 'failed'; message: string; mailLink: string | null }
  /** On this device, to be sent when the backend answers. `problem`: why it was given up. */
  | { step: 'kept'; submissionId: string; mailLink: string; problem: string | null }
  | { step: 'done'; thanks: string };

export type FormEvent =
  | { type: 'submitted' }
  | { type: 'accepted'; thanks: string }
  /** `mailLink`: for failures that are ours, so that the visitor need not wait for us. */
  | { type: 'refused'; message: string; mailLink: string | null }
  | { type: 'kept'; submissionId: string; mailLink: string; problem: string | null }
  | { type: 'reopened' };

/** From which steps an event leads on; anywhere else it came too late and changes nothing. */
const FROM: Record<FormEvent['type'], readonly FormState['step'][]> = {
  submitted: ['idle', 'failed'],
  accepted: ['sending', 'kept'],
  refused: ['idle', 'sending', 'failed'],
  // Idle: one that was kept before the page was loaded.
  kept: ['idle', 'sending', 'kept'],
  reopened: ['kept', 'done'],
};

export function formReducer(state: FormState, event: FormEvent): FormState {
  if (!FROM[event.type].includes(state.step)) return state;
  switch (event.type) {
    case 'submitted':
      return { step: 'sending' };
    case 'accepted':
      return { step: 'done', thanks: event.thanks };
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
