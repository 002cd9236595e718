import { useEffect, useRef, useState, type FormEvent } from 'react';
import {
  NEWSLETTER_CONSENT,
  NEWSLETTER_EMAIL_MESSAGE,
  NEWSLETTER_HONEYPOT,
} from '@contracts/newsletter-fields';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field, Honeypot, Input } from '@/components/ui/field';
import { TextLink } from '@/components/ui/text-link';
import { functionUrl } from '@/lib/env';
import { messageOf } from '@/lib/errors';
import { focusMessage } from '@/lib/focus-message';
import { paths } from '@/lib/paths';
import { subscribe } from './api';
import { readyTicket, requestTicket, spendTicket } from './ticket';

type Progress =
  | { step: 'idle' | 'sending' }
  | { step: 'failed'; message: string }
  | { step: 'done'; message: string };

export type SubscribeFormProps = {
  /** Shown on success if the server sends no text. */
  doneText: string;
};

/** One field and one button; the outcome replaces them. */
export function SubscribeForm({ doneText }: SubscribeFormProps) {
  const [progress, setProgress] = useState<Progress>({ step: 'idle' });
  const [fieldError, setFieldError] = useState<string | null>(null);
  const email = useRef<HTMLInputElement>(null);
  const outcome = useRef<HTMLDivElement>(null);
  const wasDone = useRef(false);
  const isDone = progress.step === 'done';

  // The focused element was removed with the form, or with the message that replaced it.
  const thanks = progress.step === 'done' ? progress.message : undefined;
  useEffect(() => {
    if (isDone) focusMessage(outcome.current, thanks);
    else if (wasDone.current) email.current?.focus();
    wasDone.current = isDone;
  }, [isDone, thanks]);

  function showProblem(message: string) {
    setFieldError(message);
    email.current?.focus();
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (progress.step === 'sending') return;
    const input = email.current;
    if (!input?.validity.valid) return showProblem(NEWSLETTER_EMAIL_MESSAGE);
    const trap = new FormData(event.currentTarget).get(NEWSLETTER_HONEYPOT);
    setFieldError(null);
    setProgress({ step: 'sending' });
    try {
      const ticket = await readyTicket();
      const reply = await subscribe({
        email: input.value.trim(),
        [NEWSLETTER_HONEYPOT]: trap ?? '',
        ticket,
      });
      if (reply.success) {
        spendTicket();
        setProgress({ step: 'done', message: reply.message ?? doneText });
      } else {
        setProgress({ step: 'idle' });
        showProblem(reply.emailError);
      }
    } catch (error) {
      // The request may have arrived, or the ticket was refused: the next one needs a new ticket.
      spendTicket();
      setProgress({ step: 'failed', message: messageOf(error) });
    }
  }

  if (isDone) {
    return (
      <div ref={outcome}>
        <Alert
          kind="success"
          action={
            <Button size="small" onClick={() => setProgress({ step: 'idle' })}>
              Use another address
            </Button>
          }
        >
          {progress.message}
        </Alert>
      </div>
    );
  }
  return (
    // Without scripts, the browser posts to the function, which answers with a page.
    <form
      method="post"
      action={functionUrl('newsletter/form')}
      noValidate
      aria-label="Newsletter"
      onSubmit={handleSubmit}
    >
      <Field label="Email" error={fieldError} hint={<Consent />}>
        <div className="flex flex-wrap gap-3">
          <Input
            ref={email}
            type="email"
            // Addresses read from left to right; the page is near its limit of bytes.
            dir={undefined}
            name="email"
            required
            autoComplete="email"
            inputMode="email"
            placeholder="you@studio.example"
            // Starts the ticket's fill time. Failures are handled when the ticket is needed.
            onFocus={() => void requestTicket().catch(() => undefined)}
            onChange={() => setFieldError(null)}
            className="min-h-13 flex-[1_1_16rem]"
          />
          <Button
            type="submit"
            variant="primary"
            size="large"
            isPending={progress.step === 'sending'}
            className="max-tablet:w-full"
          >
            Subscribe
          </Button>
        </div>
      </Field>
      <Honeypot name={NEWSLETTER_HONEYPOT} />
      {progress.step === 'failed' && (
        <Alert kind="danger" className="mt-4">
          {progress.message}
        </Alert>
      )}
    </form>
  );
}

function Consent() {
  return (
    <>
      {`${NEWSLETTER_CONSENT} More in our `}
      <TextLink to={paths.privacy}>Privacy Policy</TextLink>.
    </>
  );
}
