import { useState, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { Navigate, useLocation } from 'react-router-dom';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Spinner } from '@/components/ui/spinner';
import { messageOf } from '@/lib/errors';
import { paths } from '@/lib/paths';
import type { StaffObstacle } from './api';
import { CodeScreen } from './code-screen';
import { EnrolScreen } from './enrol-screen';
import { EnrolSteps } from './enrol-steps';
import { FactorCheck } from './factor-check';
import { LogOutButton } from './log-out-button';
import type { OriginState } from './origin';
import { ReauthDialog } from './reauth-dialog';
import { recheckSession, type SessionState } from './session-store';
import { useSession } from './use-session';
import { WaitingScreen } from './waiting-screen';

export type RequireSessionProps = { children: ReactNode };

/**
 * Lets staff through. This is courtesy to the reader: the database is the lock. A session that ends
 * by itself leaves the page mounted, out of sight, until the same person has signed in again.
 */
export function RequireSession({ children }: RequireSessionProps) {
  const session = useSession();
  const [shownTo, setShownTo] = useState<string | null>(null);
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (session.user && !wasSignedIn) setWasSignedIn(true);
  if (session.status === 'staff' && session.user.id !== shownTo) setShownTo(session.user.id);

  const ended = session.status === 'signed-out' ? session.ended : null;
  const step = session.status === 'unfinished' ? stepInDialog(session.obstacle) : null;
  const isKept = shownTo !== null && shownTo === (step ? session.user?.id : ended?.id);
  if (session.status === 'staff' || isKept) {
    return (
      <>
        <div className={clsx('contents', isKept && 'invisible')} inert={isKept}>
          {children}
        </div>
        {isKept && ended && <ReauthDialog user={ended} />}
        {isKept && step && (
          <Dialog
            isOpen
            canClose={false}
            onOpenChange={() => undefined}
            title="One more step"
            description={step.description}
            footer={<LogOutButton />}
          >
            {step.content}
          </Dialog>
        )}
      </>
    );
  }
  if (session.status === 'signed-out') return <ToEntry hasLeft={wasSignedIn && ended === null} />;
  return <BeforeEntry session={session} />;
}

/** The steps that are taken over a page which is open already; the page stays as it is. */
function stepInDialog(obstacle: StaffObstacle) {
  if (obstacle === 'code') {
    return {
      description: 'Enter the code of your authenticator app to go on where you were.',
      content: <FactorCheck />,
    };
  }
  if (obstacle === 'enrol') {
    return {
      description:
        'Owners need two-step sign-in. Add an authenticator app to go on where you were.',
      content: <EnrolSteps />,
    };
  }
  return null;
}

/** Signed out on purpose goes home; everyone else is asked to sign in and comes back afterwards. */
function ToEntry({ hasLeft }: { hasLeft: boolean }) {
  const { pathname, search, hash } = useLocation();
  if (hasLeft) return <Navigate to={paths.home} replace />;
  const state: OriginState = { from: { pathname, search, hash } };
  return <Navigate to={paths.admin} state={state} replace />;
}

function BeforeEntry({ session }: { session: SessionState }) {
  if (session.status === 'waiting') return <WaitingScreen user={session.user} />;
  if (session.status === 'unfinished') {
    if (session.obstacle === 'password') return <Navigate to={paths.newPassword} replace />;
    if (session.obstacle === 'enrol') return <EnrolScreen user={session.user} />;
    return <CodeScreen user={session.user} />;
  }
  if (session.status === 'unknown') return <CannotTell error={session.error} />;
  return (
    <Spinner
      label="Checking authentication..."
      className="min-h-[60dvh] justify-center px-gutter py-16"
    />
  );
}

function CannotTell({ error }: { error: Error }) {
  const [isChecking, setIsChecking] = useState(false);

  async function handleRetry() {
    setIsChecking(true);
    await recheckSession();
    setIsChecking(false);
  }

  return (
    <section className="mx-auto max-w-2xl px-gutter py-16 desktop:py-24">
      <h1 className="text-h2">We cannot check your access</h1>
      <Alert
        kind="danger"
        className="mt-6"
        action={
          <Button isPending={isChecking} onClick={() => void handleRetry()}>
            Try again
          </Button>
        }
      >
        {messageOf(error)}
      </Alert>
      <p className="mt-5 text-body text-muted">You are not signed out. Nothing has been lost.</p>
    </section>
  );
}
