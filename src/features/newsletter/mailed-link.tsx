import { useEffect, useRef, useState, type ReactNode } from 'react';
import { PageHero } from '@/components/layout/page-hero';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { messageOf } from '@/lib/errors';
import { followMailedLink, type LinkAction } from './api';

type Words = { title: string; text: string };

type Progress = { step: 'ask' | 'sending' | 'done' | 'over' } | { step: 'failed'; message: string };

export type MailedLinkProps = {
  action: LinkAction;
  /** What the link carries; null when the page was opened without it. */
  token: string | null;
  words: {
    ask: Words & { action: string; pending: string };
    done: Words;
    over: Words;
    missing: Words;
  };
  /** The way on when it worked. */
  onward: ReactNode;
  /** The way out when the link does not work, in the place of its button. */
  again: ReactNode;
  /** The same where it takes more room than a button. */
  againBelow?: ReactNode;
};

/** What a link in our mails opens. Only a press does something: mail scanners open links as well. */
export function MailedLink({ action, token, words, onward, again, againBelow }: MailedLinkProps) {
  const [progress, setProgress] = useState<Progress>({ step: 'ask' });
  const outcome = useRef<HTMLDivElement>(null);
  const { step } = progress;
  const isSettled = step === 'done' || step === 'over';

  // The button that had the focus is gone.
  useEffect(() => {
    if (isSettled) outcome.current?.focus();
  }, [isSettled]);

  if (token === null) {
    return (
      <>
        <PageHero title={words.missing.title} lead={words.missing.text} actions={again} />
        {againBelow}
      </>
    );
  }

  async function handlePress(pressed: string) {
    setProgress({ step: 'sending' });
    try {
      setProgress({ step: (await followMailedLink(action, pressed)) ? 'done' : 'over' });
    } catch (error) {
      setProgress({ step: 'failed', message: messageOf(error) });
    }
  }

  if (isSettled) {
    return (
      <>
        <div ref={outcome} role="status" tabIndex={-1} className="outline-none">
          <PageHero
            title={words[step].title}
            lead={words[step].text}
            actions={step === 'done' ? onward : again}
          />
        </div>
        {step === 'over' && againBelow}
      </>
    );
  }
  return (
    <PageHero
      title={words.ask.title}
      lead={words.ask.text}
      actions={
        <>
          <Button
            variant="primary"
            size="large"
            isPending={step === 'sending'}
            pendingLabel={words.ask.pending}
            onClick={() => void handlePress(token)}
          >
            {words.ask.action}
          </Button>
          {step === 'failed' && (
            <Alert kind="danger" className="w-full max-w-[38rem]">
              {progress.message}
            </Alert>
          )}
        </>
      }
    />
  );
}

/** The token of the address: behind `#`, so that no server's log learns it. */
export function tokenIn(hash: string): string | null {
  return new URLSearchParams(hash.slice(1)).get('token') || null;
}
