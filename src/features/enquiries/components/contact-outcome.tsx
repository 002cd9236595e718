import { Fragment, useEffect, useRef, type ReactNode } from 'react';
import { Mail, Phone, Send } from 'lucide-react';
import { ENQUIRY_FAILED_MESSAGE } from '@contracts/enquiry-fields';
import { SceneDrawing } from '@/components/layout/sky-shapes';
import { Alert } from '@/components/ui/alert';
import { Button, buttonClasses } from '@/components/ui/button';
import { site } from '@/content/site';
import { focusMessage } from '@/lib/focus-message';
import { telephoneLink } from '@/lib/links';
import type { Receipt } from '../sending';

export type SentEnquiryProps = Receipt & { onAnother: () => void };

export function SentEnquiry({ thanks, number, onAnother }: SentEnquiryProps) {
  const end = thanks.indexOf('! ') + 1;
  const heading = end > 0 ? thanks.slice(0, end) : thanks;
  const rest = thanks.slice(heading.length).trim();
  return (
    <Outcome>
      <div role="status">
        <h3 className="text-h2">{heading}</h3>{' '}
        {rest !== '' && (
          <p className="mt-4 max-w-measure text-lead">
            <BreakableAddress text={rest} />
          </p>
        )}
      </div>
      {number !== null && (
        <p className="mt-5 text-body text-muted">
          Your enquiry has the number{' '}
          <strong className="text-ink tabular-figures">#{number}</strong>.
        </p>
      )}
      <div className="mt-8">
        <Button onClick={onAnother}>Send another</Button>
      </div>
      <SceneDrawing scene="sent" className="mt-10 aspect-[3/2] max-w-2xl" />
    </Outcome>
  );
}

/** An email address stays on one line; where the line is too short, it breaks after @ and dots. */
function BreakableAddress({ text }: { text: string }) {
  // An index as key: the list never changes.
  return text.split(/(\s+)/).map((part, index) =>
    part.includes('@') ? (
      <span key={index} className="inline-block">
        {part.match(/[^@.]+[@.]?|[@.]/g)?.map((piece, place) => (
          <Fragment key={place}>
            {piece}
            <wbr />
          </Fragment>
        ))}
      </span>
    ) : (
      part
    ),
  );
}

export type KeptEnquiryProps = {
  mailLink: string;
  /** Why sending failed for good; null while it waits. */
  problem: string | null;
  onRetry: () => void;
  onChange: () => void;
};

/** Shown while the enquiry is only on this device. */
export function KeptEnquiry({ mailLink, problem, onRetry, onChange }: KeptEnquiryProps) {
  return (
    <Outcome>
      {problem === null ? (
        <div role="status">
          <h3 className="text-h3">Kept on this device.</h3>
          <p className="mt-3 max-w-measure text-body text-muted">
            It is sent when the connection is back. You can close this page: your message is then
            sent the next time you open the site.
          </p>
        </div>
      ) : (
        <Alert kind="danger" title={ENQUIRY_FAILED_MESSAGE}>
          {problem}. It is still kept on this device.
        </Alert>
      )}
      <div className="mt-7 flex flex-wrap gap-3">
        {problem !== null && (
          <Button variant="primary" icon={<Send aria-hidden="true" />} onClick={onRetry}>
            Try again
          </Button>
        )}
        <Button onClick={onChange}>Change the message</Button>
      </div>
      <div className="mt-8 border-t border-line pt-6">
        <p className="text-base">If it cannot wait, you can also reach us here:</p>
        <OtherWays mailLink={mailLink} />
      </div>
    </Outcome>
  );
}

export type FormFailureProps = {
  /** The server's reason, or the sentence that every failure shows. */
  message: string;
  mailLink: string | null;
};

export function FormFailure({ message, mailLink }: FormFailureProps) {
  const reason = message === ENQUIRY_FAILED_MESSAGE ? '' : message.replace(/[^.]$/, '$&.');
  return (
    <Alert kind="danger" title={ENQUIRY_FAILED_MESSAGE}>
      {reason} What you typed is still here.
      {mailLink !== null && (
        <>
          {' '}
          You can also reach us here:
          <OtherWays mailLink={mailLink} isFirstChoice />
        </>
      )}
    </Alert>
  );
}

type OtherWaysProps = { mailLink: string; isFirstChoice?: boolean };

function OtherWays({ mailLink, isFirstChoice = false }: OtherWaysProps) {
  const variant = isFirstChoice ? 'primary' : 'secondary';
  return (
    <p className="mt-3 flex flex-wrap gap-3">
      <a href={mailLink} className={buttonClasses({ variant, size: 'small' })}>
        <Mail aria-hidden="true" />
        Send it by email
      </a>
      <a href={telephoneLink(site.phone)} className={buttonClasses({ size: 'small' })}>
        <Phone aria-hidden="true" />
        {site.phone}
      </a>
    </p>
  );
}

/** Takes the focus only if it was lost with the form that this replaces. */
function Outcome({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) focusMessage(element.current);
  }, []);
  return (
    <div ref={element} className="min-h-[24rem] border-t-2 border-accent pt-8">
      {children}
    </div>
  );
}
