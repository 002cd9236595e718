import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { MAIN_ID, SkipLink } from '@/components/layout/skip-link';
import { Spinner } from '@/components/ui/spinner';
import { RequireSession } from '@/features/session/require-session';

/** For staff, without the admin rail, so that a preview has the width that visitors see. */
export function PreviewShell() {
  return (
    <>
      <SkipLink />
      <main id={MAIN_ID} tabIndex={-1}>
        <RequireSession>
          <Suspense fallback={<Spinner label="Loading..." className="min-h-dvh justify-center" />}>
            <Outlet />
          </Suspense>
        </RequireSession>
      </main>
    </>
  );
}
