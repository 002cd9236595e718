import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import type { SessionUser } from '../api';
import { dismissEndedSession } from '../session-store';
import { SignInForm } from '../sign-in/sign-in-form';

export type ReauthDialogProps = { user: SessionUser };

/** Signs the same user in again over the open page, whose typed text stays. */
export function ReauthDialog({ user }: ReauthDialogProps) {
  return (
    <Dialog
      isOpen
      canClose={false}
      onOpenChange={() => undefined}
      title="Your session has ended"
      description="Sign in again to continue. What you have typed is still here."
    >
      <SignInForm email={user.email} onEmailChange={() => undefined} isEmailFixed />
      <Button variant="quiet" className="mt-3 w-full" onClick={dismissEndedSession}>
        Leave without saving
      </Button>
    </Dialog>
  );
}
