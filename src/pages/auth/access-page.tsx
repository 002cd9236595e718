import { Navigate, useLocation } from 'react-router-dom';
import { Alert } from '@/components/ui/alert';
import { Spinner } from '@/components/ui/spinner';
import { CloudBank } from '@/components/layout/cloud-bank';
import { SceneDrawing, Stars, ThinMoon } from '@/components/layout/sky-shapes';
import { site } from '@/content/site';
import { AccessForm } from '@/features/session/sign-in/access-form';
import { invitedAddress } from '@/features/session/links/invitation';
import { originOf } from '@/features/session/links/origin';
import type { SessionState } from '@/features/session/session-store';
import { useSession } from '@/features/session/use-session';
import { useDocumentMeta } from '@/lib/seo';

export function AccessPage() {
  const session = useSession();
  const location = useLocation();
  useDocumentMeta({ title: `Sign in · ${site.name}`, description: '', noindex: true });
  const destination = originOf(location.state);
  if (session.user) return <Navigate to={destination} replace />;
  return (
    <div className="min-h-svh desktop:grid desktop:min-h-[calc(100svh-var(--header-height))] desktop:grid-cols-2">
      <Opening />
      {/* From a fixed place, so that the tabs stay where they are when the forms change. */}
      <div className="flex items-start px-gutter pt-8 pb-28 tablet:pt-12 desktop:px-16 desktop:pt-[14svh]">
        <div className="w-full max-w-md desktop:mx-auto">
          <Access session={session} />
        </div>
      </div>
    </div>
  );
}

function Access({ session }: { session: SessionState }) {
  const invited = invitedAddress(useLocation().hash);
  if (session.status === 'loading') return <Spinner label="Loading..." className="min-h-40" />;
  const ended = session.status === 'signed-out' ? session.ended : null;
  return (
    <>
      {session.status === 'unknown' && (
        <Alert kind="warning" title="We cannot check whether you are signed in" className="mb-8">
          {session.error.message} You can sign in again.
        </Alert>
      )}
      {ended && (
        <Alert kind="info" className="mb-8">
          Your session has ended. Please sign in again.
        </Alert>
      )}
      {invited !== null && (
        <Alert kind="info" title="You were added to the staff" className="mb-8">
          Choose your name and a password. We then email you a link that confirms the address. If
          you have an account with it already, sign in.
        </Alert>
      )}
      <AccessForm
        key={ended?.id}
        initialEmail={ended?.email ?? invited ?? ''}
        initialTab={invited === null ? 'signin' : 'signup'}
      />
    </>
  );
}

function Opening() {
  return (
    <div className="sky grain relative isolate -mt-(--header-height) flex flex-col justify-end gap-10 overflow-hidden px-gutter pt-[calc(var(--header-height)+2.5rem)] pb-20 tablet:pb-28 desktop:justify-between desktop:pt-[calc(var(--header-height)+14svh)] desktop:pb-24 wide:ps-[max(3rem,calc((100vw-75rem)/2))]">
      <div aria-hidden="true" className="absolute inset-0 -z-10">
        <Stars className="absolute inset-x-0 top-0 hidden h-3/5! dark:block" />
        <ThinMoon className="absolute top-[4.75rem] right-6 hidden size-9 tablet:top-24 tablet:right-[12%] tablet:size-14 dark:block" />
        <CloudBank isFar className="absolute bottom-0 h-16 text-cloud opacity-70 tablet:h-24" />
        <CloudBank className="absolute -bottom-px h-10 text-surface tablet:h-16" />
      </div>
      <div className="max-w-[34rem]">
        <h1 className="text-[clamp(2.5rem,1.75rem+3vw,4.25rem)] leading-[1.05] tracking-display">
          Staff area
        </h1>
        <p className="mt-5 max-w-[28rem] text-lead text-pretty">
          For the people who edit our case studies and posts. You need no account to read the site.
        </p>
      </div>
      <SceneDrawing
        scene="about"
        className="aspect-[3/2] w-full max-w-[38rem] self-end max-desktop:hidden"
      />
    </div>
  );
}
