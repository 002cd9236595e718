import { useMemo, useState, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { Navigate, useLocation } from 'react-router-dom';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Spinner } from '@/components/ui/spinner';
import { messageOf } from '@/lib/errors';
import { paths } from '@/lib/paths';
import type { StaffObstacle } from './api';
import { CodeScreen } from './second-factor/code-screen';
import { EnrolScreen } from './second-factor/enrol-screen';
import { EnrolSteps } from './second-factor/enrol-steps';
import { FactorCheck } from './second-factor/factor-check';
import { LogOutButton } from './account/log-out-button';
import type { OriginState } from './links/origin';
import { ReauthDialog } from './password/reauth-dialog';
import { recheckSession, type SessionState } from './session-store';
import { useSession } from './use-session';
import { WaitingScreen } from './sign-in/waiting-screen';

export type RequireSessionProps = { children: ReactNode };

/**
 * Renders the staff area for staff only. The access control itself is in the database. When a session
 * expires, the page stays mounted but hidden until the same user has signed in again.
 */
export function RequireSession({ children }: RequireSessionProps) {
  const session = useSession();
  const [shownUserId, setShownUserId] = useState<string | null>(null);
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (session.user && !wasSignedIn) setWasSignedIn(true);
  if (session.status === 'staff' && session.user.id !== shownUserId)
    setShownUserId(session.user.id);

  const ended = session.status === 'signed-out' ? session.ended : null;
  const step = session.status === 'unfinished' ? stepInDialog(session.obstacle) : null;
  const isKept = shownUserId !== null && shownUserId === (step ? session.user?.id : ended?.id);
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
  if (session.status === 'signed-out')
    return <RedirectToSignIn isLoggedOut={wasSignedIn && ended === null} />;
  return <AccessStep session={session} />;
}

/** The steps shown in a dialog over a page that is already open. */
function stepInDialog(obstacle: StaffObstacle) {
  if (obstacle === 'code') {
    return {
      description: 'Enter the code of your authenticator app to continue.',
      content: <FactorCheck />,
    };
  }
  if (obstacle === 'enrol') {
    return {
      description: 'Owners need two-step sign-in. Add an authenticator app to continue.',
      content: <EnrolSteps />,
    };
  }
  return null;
}

/** To the home page after logging out; otherwise to sign-in, which returns to this page. */
function RedirectToSignIn({ isLoggedOut }: { isLoggedOut: boolean }) {
  const { pathname, search, hash } = useLocation();
  // With another object Navigate would begin anew, at each step of its own navigation.
  const state = useMemo<OriginState>(
    () => ({ from: { pathname, search, hash } }),
    [pathname, search, hash],
  );
  if (isLoggedOut) return <Navigate to={paths.home} replace />;
  return <Navigate to={paths.admin} state={state} replace />;
}

function AccessStep({ session }: { session: SessionState }) {
  if (session.status === 'waiting') return <WaitingScreen user={session.user} />;
  if (session.status === 'unfinished') {
    if (session.obstacle === 'password') return <Navigate to={paths.newPassword} replace />;
    if (session.obstacle === 'enrol') return <EnrolScreen user={session.user} />;
    return <CodeScreen user={session.user} />;
  }
  if (session.status === 'unknown') return <AccessUnknown error={session.error} />;
  return (
    <Spinner
      label="Checking authentication..."
      className="min-h-[60dvh] justify-center px-gutter py-16"
    />
  );
}

function AccessUnknown({ error }: { error: Error }) {
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
