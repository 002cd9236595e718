import { useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { countUnsavedTexts, discardUnsavedTexts } from '@/lib/journal';
import { keepNotice } from '@/lib/kept-notice';
import { notify } from '@/lib/notifications';
import { isStaffArea, paths } from '@/lib/paths';
import { signOut } from '../session-keeper';
import { useSession } from '../use-session';

const LOGGED_OUT = {
  type: 'success',
  title: 'Logged out',
  description: 'You have been successfully logged out.',
} as const;

export type SignOut = {
  /** Asks first if the user has unsaved text on this device. */
  signOut: () => Promise<void>;
  /** The dialog; render it beside the button. */
  signOutQuestion: ReactNode;
};

/** Logs out, shows a toast and opens the home page, even if the server fails. */
export function useSignOut(): SignOut {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const userId = useSession().user?.id ?? null;
  const [unsaved, setUnsaved] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);

  async function leave() {
    setIsLeaving(true);
    // From the staff area, the home page is another document: the toast is shown there.
    if (isStaffArea(pathname)) keepNotice(LOGGED_OUT);
    await signOut();
    if (!isStaffArea(pathname)) notify(LOGGED_OUT);
    setIsLeaving(false);
    setIsAsking(false);
    await navigate(paths.home);
  }

  async function handleSignOut() {
    const count = userId === null ? 0 : await countUnsavedTexts(userId);
    setUnsaved(count);
    if (count > 0) setIsAsking(true);
    else await leave();
  }

  async function handleDiscard() {
    setIsLeaving(true);
    if (userId !== null) {
      await discardUnsavedTexts(userId).catch((error: unknown) =>
        console.error('The unsaved texts could not be deleted', error),
      );
    }
    await leave();
  }

  return {
    signOut: handleSignOut,
    signOutQuestion: (
      <Dialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        canClose={!isLeaving}
        title={unsaved === 1 ? '1 text is not saved yet' : `${unsaved} texts are not saved yet`}
        description="Keep them on this device to continue when you sign in here again, or discard them for good."
        footer={
          <>
            <Button disabled={isLeaving} onClick={() => setIsAsking(false)}>
              Cancel
            </Button>
            <Button variant="danger" disabled={isLeaving} onClick={() => void handleDiscard()}>
              Discard
            </Button>
            <Button variant="primary" isPending={isLeaving} onClick={() => void leave()}>
              Keep on this device
            </Button>
          </>
        }
      />
    ),
  };
}
