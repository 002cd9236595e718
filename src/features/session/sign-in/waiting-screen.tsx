import { useEffect, useState } from 'react';
import { Hourglass } from 'lucide-react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { messageOf } from '@/lib/errors';
import type { SessionUser } from '../api';
import { AskForAccess } from './ask-for-access';
import { LogOutButton } from '../account/log-out-button';
import { recheckSession } from '../session-store';

type Check =
  | { state: 'idle' | 'checking' | 'still-waiting' }
  | { state: 'failed'; message: string };

export type WaitingScreenProps = { user: SessionUser };

/** For signed-in users who are not members. */
export function WaitingScreen({ user }: WaitingScreenProps) {
  const [check, setCheck] = useState<Check>({ state: 'idle' });
  useRecheckOnReturn();

  async function handleCheck() {
    setCheck({ state: 'checking' });
    const error = await recheckSession();
    setCheck(error ? { state: 'failed', message: messageOf(error) } : { state: 'still-waiting' });
  }

  return (
    <section className="mx-auto max-w-2xl px-gutter py-16 desktop:py-24">
      <Hourglass aria-hidden="true" className="size-10 stroke-[1.25] text-accent-text" />
      <h1 className="mt-6 text-h2">Your account is waiting for approval</h1>
      <p className="mt-5 text-body">
        You are signed in as <strong className="font-semibold">{user.email}</strong>. The staff area
        opens once an owner has added this email address to the staff.
      </p>
      <AskForAccess userId={user.id} />
      <div className="mt-10 flex flex-wrap gap-3 border-t border-line pt-8">
        <Button
          isPending={check.state === 'checking'}
          pendingLabel="Checking..."
          onClick={() => void handleCheck()}
        >
          Check again
        </Button>
        <LogOutButton />
      </div>
      {check.state === 'still-waiting' && (
        <Alert kind="info" className="mt-6">
          Not yet: this address is not on the staff list.
        </Alert>
      )}
      {check.state === 'failed' && (
        <Alert kind="danger" className="mt-6">
          {check.message}
        </Alert>
      )}
    </section>
  );
}

/** Opens the staff area for a user who was approved while the tab was in the background. */
function useRecheckOnReturn() {
  useEffect(() => {
    const recheck = () => {
      if (document.visibilityState === 'visible') void recheckSession();
    };
    window.addEventListener('focus', recheck);
    document.addEventListener('visibilitychange', recheck);
    return () => {
      window.removeEventListener('focus', recheck);
      document.removeEventListener('visibilitychange', recheck);
    };
  }, []);
}
