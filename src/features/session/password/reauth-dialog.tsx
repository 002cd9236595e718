import { useLocation } from 'react-router-dom';
import { Button, ButtonLink } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { paths } from '@/lib/paths';
import type { SessionUser } from '../api';
import type { OriginState } from '../links/origin';
import { dismissEndedSession } from '../session-store';
import { SignInForm } from '../sign-in/sign-in-form';

export type ReauthDialogProps = { user: SessionUser };

/** Signs the same user in again over the open page, whose typed text stays. */
export function ReauthDialog({ user }: ReauthDialogProps) {
  const { pathname, search, hash } = useLocation();
  const state: OriginState = { from: { pathname, search, hash } };
  return (
    <Dialog
      isOpen
      canClose={false}
      onOpenChange={() => undefined}
      title="Authentication Required"
      description="Your session has ended. Sign in again to continue. What you have typed is still here."
    >
      <SignInForm email={user.email} onEmailChange={() => undefined} isEmailFixed />
      <div className="mt-3 grid gap-2 tablet:grid-cols-2">
        {/* Replaced, the page asks no question: its journal keeps what was typed, and offers it afterward. */}
        <ButtonLink replace to={paths.admin} state={state}>
          Go to Login
        </ButtonLink>
        <Button variant="quiet" onClick={dismissEndedSession}>
          Leave without saving
        </Button>
      </div>
    </Dialog>
  );
}
