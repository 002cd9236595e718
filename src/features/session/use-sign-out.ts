import { useNavigate } from 'react-router-dom';
import { clearPastNotifications, notify } from '@/lib/notifications';
import { paths } from '@/lib/paths';
import { signOut } from './session-keeper';

/** Logs out, says so and goes to the front page, whatever the server answers. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await signOut();
    // Staff can read there again what was said to them; the next person at this screen must not.
    clearPastNotifications();
    notify({
      type: 'success',
      title: 'Logged out',
      description: 'You have been successfully logged out.',
    });
    await navigate(paths.home);
  };
}
