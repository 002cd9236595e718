import { useEffect, useState, type FormEvent } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field, Textarea } from '@/components/ui/field';
import { ACCESS_NOTE_MAX, askForAccess, fetchAccessRequest } from '../staff-api';
import { useSubmission } from '../use-submission';

type Standing = 'unknown' | 'not-asked' | 'asked' | 'declined';

export type AskForAccessProps = { userId: string };

/** The form for an access request, or the state of the request already sent. */
export function AskForAccess({ userId }: AskForAccessProps) {
  const [standing, setStanding] = useState<Standing>('unknown');
  const [note, setNote] = useState('');
  const { submission, submit } = useSubmission();

  useEffect(() => {
    let isCurrent = true;
    fetchAccessRequest(userId).then(
      (request) => isCurrent && setStanding(standingOf(request)),
      // Show the form anyway: a second request only replaces the note of the first.
      () => isCurrent && setStanding('not-asked'),
    );
    return () => {
      isCurrent = false;
    };
  }, [userId]);

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (await submit(() => askForAccess(note))) setStanding('asked');
  }

  if (standing === 'declined') {
    return (
      <Alert kind="warning" title="An owner has declined your request" className="mt-8">
        If you think this is a mistake, contact them directly.
      </Alert>
    );
  }
  if (standing === 'asked') {
    return (
      <Alert kind="success" title="Your request was sent to the owners" className="mt-8">
        The staff area opens here once an owner approves it. This page checks again whenever you
        return to it.
      </Alert>
    );
  }
  return (
    <form onSubmit={handleSubmit} className="mt-8 grid gap-5" aria-busy={standing === 'unknown'}>
      {submission.state === 'failed' && <Alert kind="danger">{submission.message}</Alert>}
      <Field
        label="Note to the owners (optional)"
        hint="Who you are and why you need access."
        counter={ACCESS_NOTE_MAX}
      >
        <Textarea
          rows={3}
          maxLength={ACCESS_NOTE_MAX}
          value={note}
          disabled={submission.state === 'submitting'}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        disabled={standing === 'unknown'}
        isPending={submission.state === 'submitting'}
        pendingLabel="Asking..."
        className="justify-self-start"
      >
        Ask for access
      </Button>
    </form>
  );
}

function standingOf(request: Awaited<ReturnType<typeof fetchAccessRequest>>): Standing {
  if (!request) return 'not-asked';
  return request.isDeclined ? 'declined' : 'asked';
}
