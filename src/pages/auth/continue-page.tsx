import { useEffect, useRef, useState } from 'react';
import { MailQuestionMark } from 'lucide-react';
import { Navigate, useNavigate } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { site } from '@/content/site';
import { isChoosingPassword } from '@/features/session/password/password-choice';
import {
  acceptOfferedLink,
  declineOfferedLink,
  getOfferedAddress,
  getWaitingLinkType,
  openWaitingLink,
} from '@/features/session/session-keeper';
import { useSession } from '@/features/session/use-session';
import { notify } from '@/lib/notifications';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

/**
 * Opens a mailed link by a button, because mail scanners open links too. In a browser that did not request the link, it
 * then asks before the link signs in.
 */
export function ContinuePage() {
  const { user } = useSession();
  const [linkType, setLinkType] = useState(getWaitingLinkType);
  const [email, setEmail] = useState(getOfferedAddress);
  useDocumentMeta({ title: `Continue? · ${site.name}`, description: '', noindex: true });

  if (linkType !== null) {
    return (
      <WaitingLink
        type={linkType}
        onOpened={() => {
          setEmail(getOfferedAddress());
          setLinkType(getWaitingLinkType());
        }}
      />
    );
  }
  if (user) {
    const next = isChoosingPassword(user.id) ? paths.newPassword : paths.adminImages;
    return <Navigate to={next} replace />;
  }
  // After a reload, or when the link was refused: the next page offers a new link.
  if (email === null) return <Navigate to={paths.newPassword} replace />;
  return <Question email={email} onRefused={() => setEmail(null)} />;
}

/** By type of link. */
const LINK_HEADINGS: Record<string, string> = {
  signup: 'Confirm your email address',
  recovery: 'Choose a new password',
  invite: 'Accept the invitation',
  email_change: 'Confirm the change of your address',
};

function WaitingLink({ type, onOpened }: { type: string; onOpened: () => void }) {
  const [isOpening, setIsOpening] = useState(false);
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  async function handleContinue() {
    setIsOpening(true);
    const { needsOther } = await openWaitingLink();
    if (needsOther) {
      notify({
        type: 'info',
        title: 'One link is left',
        description: 'Open the link that we mailed to your other address too.',
        duration: 15_000,
      });
      await navigate(paths.admin, { replace: true });
      return;
    }
    setIsOpening(false);
    onOpened();
  }

  return (
    <section className="mx-auto max-w-2xl px-gutter py-16 desktop:py-24">
      <MailQuestionMark aria-hidden="true" className="size-10 stroke-[1.25] text-accent-text" />
      <h1 ref={heading} tabIndex={-1} className="mt-6 text-h2 outline-none">
        {LINK_HEADINGS[type] ?? 'Sign in'}
      </h1>
      <p className="mt-5 mb-8 max-w-measure text-body">
        The link from our mail works once. It is used when you press the button, and not before.
      </p>
      <Button
        variant="primary"
        isPending={isOpening}
        pendingLabel="Opening..."
        onClick={() => void handleContinue()}
      >
        Continue
      </Button>
    </section>
  );
}

function Question({ email, onRefused }: { email: string; onRefused: () => void }) {
  const [isContinuing, setIsContinuing] = useState(false);
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  async function handleContinue() {
    setIsContinuing(true);
    await acceptOfferedLink();
    onRefused();
  }

  function handleDecline() {
    declineOfferedLink();
    void navigate(paths.home, { replace: true });
  }

  return (
    <section className="mx-auto max-w-2xl px-gutter py-16 desktop:py-24">
      <MailQuestionMark aria-hidden="true" className="size-10 stroke-[1.25] text-accent-text" />
      <h1 ref={heading} tabIndex={-1} className="mt-6 text-h2 outline-none">
        Continue as <span className="mt-2 block sans-heading text-lead">{email}?</span>
      </h1>
      <p className="mt-5 max-w-measure text-body">
        The link you opened signs you in to this account. Continue only if the address is yours and
        you asked for the mail.
      </p>
      <p className="mt-3 max-w-measure text-base text-muted">
        Each link works once. If you choose “Not now”, ask for a new one when you need it.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button
          variant="primary"
          isPending={isContinuing}
          pendingLabel="Signing in..."
          onClick={() => void handleContinue()}
        >
          Continue
        </Button>
        <Button disabled={isContinuing} onClick={handleDecline}>
          Not now
        </Button>
      </div>
    </section>
  );
}
