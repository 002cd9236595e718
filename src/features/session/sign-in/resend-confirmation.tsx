import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { resendConfirmation } from '../api';
import { useCaptcha } from '../captcha/use-captcha';
import { useSubmission } from '../use-submission';

export type ResendConfirmationProps = { email: string };

/** A button that sends the confirmation email again and shows the result. */
export function ResendConfirmation({ email }: ResendConfirmationProps) {
  const { submission, submit } = useSubmission();
  const captcha = useCaptcha();
  return (
    <div className="grid justify-items-start gap-4">
      {captcha.slot}
      <Button
        isPending={submission.state === 'submitting'}
        pendingLabel="Sending..."
        onClick={() => void submit(async () => resendConfirmation(email, await captcha.prove()))}
      >
        Send the email again
      </Button>
      {submission.state === 'succeeded' && <Alert kind="success">Sent again to {email}.</Alert>}
      {submission.state === 'failed' && <Alert kind="danger">{submission.message}</Alert>}
    </div>
  );
}
