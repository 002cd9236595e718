import { Outlet } from 'react-router-dom';
import { MAIN_ID, SkipLink } from '@/components/layout/skip-link';
import { RequireSession } from '@/features/session/require-session';

/** For staff, without the admin rail, so that a preview has the width that visitors see. */
export function PreviewShell() {
  return (
    <>
      <SkipLink />
      <main id={MAIN_ID} tabIndex={-1}>
        <RequireSession>
          <Outlet />
        </RequireSession>
      </main>
    </>
  );
}
