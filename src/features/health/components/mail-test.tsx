import { useId } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { messageOf } from '@/lib/errors';
import { sendTestMail } from '../api';

/** What stands around it announces it. */
const silently = { role: null } as const;

/** Only the owner's own inbox can tell whether a mail arrives. */
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
      <h2 id={id} className="font-text text-h4 font-semibold tracking-normal">
        Does mail arrive?
      </h2>
      <p className="mt-1 mb-4 max-w-measure text-base text-muted">
        One mail to your own address, by the same way as those about enquiries.
      </p>
      <div role="status" className="grid gap-4 empty:hidden">
        {address !== undefined && !isPending && (
          <Alert kind="success" {...silently} title={`The mail server took a mail to ${address}.`}>
            Look into that inbox, and into its spam. Not there within minutes: check the sender’s
            domain (SPF, DKIM) with your mail provider.
          </Alert>
        )}
        {error && !isPending && (
          <Alert kind="danger" {...silently} title={messageOf(error)}>
            The function secrets SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASS and MAIL_FROM decide how
            mail goes out.
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
        Send me a test mail
      </Button>
    </section>
  );
}
