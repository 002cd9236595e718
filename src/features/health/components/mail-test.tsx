import { useId } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { messageOf } from '@/lib/errors';
import { sendTestMail } from '../api';

/** Sends a test email to the owner, who checks the inbox. */
export function MailTest() {
  const {
    mutate,
    isPending,
    data: address,
    error,
  } = useMutation({
    mutationFn: sendTestMail,
    meta: { handlesError: true },
  });
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-9">
      <h2 id={id} className="sans-heading text-h4">
        Do emails arrive?
      </h2>
      <p className="mt-1 mb-4 max-w-measure text-base text-muted">
        Sends one email to your own address, in the same way as emails about enquiries.
      </p>
      <div role="status" className="grid gap-4 empty:hidden">
        {address !== undefined && !isPending && (
          <Alert kind="success" isSilent title={`The mail server accepted an email to ${address}.`}>
            Look into that inbox and its spam folder. If it does not arrive within minutes, check
            the sender’s domain (SPF, DKIM) with your mail provider.
          </Alert>
        )}
        {error && !isPending && (
          <Alert kind="danger" isSilent title={messageOf(error)}>
            Check the function secrets SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASS and MAIL_FROM.
          </Alert>
        )}
      </div>
      <Button
        className="mt-4"
        icon={<Send aria-hidden="true" />}
        isPending={isPending}
        pendingLabel="Sending…"
        onClick={() => mutate()}
      >
        Send me a test email
      </Button>
    </section>
  );
}
