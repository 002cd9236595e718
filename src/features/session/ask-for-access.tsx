import { useEffect, useState, type FormEvent } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field, Textarea } from '@/components/ui/field';
import { ACCESS_NOTE_MAX, askForAccess, fetchAccessRequest } from './staff-api';
import { useSubmission } from './use-submission';

type Standing = 'unknown' | 'not-asked' | 'asked' | 'declined';

export type AskForAccessProps = { userId: string };

/** One request per person: a note to the owners, or what became of it. */
export function AskForAccess({ userId }: AskForAccessProps) {
  const [standing, setStanding] = useState<Standing>('unknown');
  const [note, setNote] = useState('');
  const { submission, submit } = useSubmission();

  useEffect(() => {
    let isWanted = true;
    fetchAccessRequest(userId).then(
      (request) => isWanted && setStanding(standingOf(request)),
      // Asking twice does no harm, so the form need not wait for a backend that cannot tell.
      () => isWanted && setStanding('not-asked'),
    );
    return () => {
      isWanted = false;
    };
  }, [userId]);

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (await submit(() => askForAccess(note))) setStanding('asked');
  }

  if (standing === 'declined') {
    return (
      <Alert kind="warning" title="An owner has declined your request" className="mt-8">
        If that surprises you, talk to them directly.
      </Alert>
    );
  }
  if (standing === 'asked') {
    return (
      <Alert kind="success" title="The owners know that you are waiting" className="mt-8">
        This page opens by itself once one of them has said yes. It looks again whenever you come
        back to it.
      </Alert>
    );
  }
  return (
    <form onSubmit={handleSubmit} className="mt-8 grid gap-5" aria-busy={standing === 'unknown'}>
      {submission.state === 'failed' && <Alert kind="danger">{submission.message}</Alert>}
      <Field
        label="Note to the owners (optional)"
        hint="Who you are and what you need access for."
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
