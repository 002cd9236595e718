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
  /** The token of the link; null when the page was opened without one. */
  token: string | null;
  words: {
    ask: Words & { action: string; pending: string };
    done: Words;
    over: Words;
    missing: Words;
  };
  /** Links shown on success. */
  onward: ReactNode;
  /** Shown in place of the button when the link does not work. */
  again: ReactNode;
  /** The same below, for content larger than a button. */
  againBelow?: ReactNode;
};

/** The page of a link in our emails. It needs a press, because mail scanners open links as well. */
export function MailedLink({ action, token, words, onward, again, againBelow }: MailedLinkProps) {
  const [progress, setProgress] = useState<Progress>({ step: 'ask' });
  const outcome = useRef<HTMLDivElement>(null);
  const { step } = progress;
  const isSettled = step === 'done' || step === 'over';

  // The button that had the focus was removed.
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

/** The token comes after `#`, so that it does not get into server logs. */
export function tokenIn(hash: string): string | null {
  return new URLSearchParams(hash.slice(1)).get('token') || null;
}
