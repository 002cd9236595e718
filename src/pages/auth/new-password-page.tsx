import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { Alert } from '@/components/ui/alert';
import { Spinner } from '@/components/ui/spinner';
import { site } from '@/content/site';
import type { SessionUser } from '@/features/session/api';
import { CodeScreen } from '@/features/session/second-factor/code-screen';
import { ForgotPasswordForm } from '@/features/session/password/forgot-password-form';
import { NewPasswordForm } from '@/features/session/password/new-password-form';
import {
  beginPasswordChoice,
  endPasswordChoice,
  isChoosingPassword,
} from '@/features/session/password/password-choice';
import { recheckSession } from '@/features/session/session-store';
import {
  endTypedPassword,
  getTypedPassword,
  subscribeToTypedPassword,
} from '@/features/session/password/typed-password';
import { useSession } from '@/features/session/use-session';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

/** The target of mailed links: confirmation of a new account, and password reset. */
export function NewPasswordPage() {
  const session = useSession();
  useDocumentMeta({ title: `Choose a password · ${site.name}`, description: '', noindex: true });

  if (session.status === 'loading') {
    return <Spinner label="Loading..." className="min-h-svh justify-center" />;
  }
  const { user } = session;
  if (!user) return <LinkExpired />;
  if (session.status === 'unfinished' && session.obstacle === 'code') {
    return <CodeScreen user={user} />;
  }
  const mustChoose = session.status === 'unfinished' && session.obstacle === 'password';
  // Accounts with a password change it on the account page, which asks for the current one.
  if (!mustChoose && !isChoosingPassword(user.id)) {
    return <Navigate to={paths.adminAccount} replace />;
  }
  return <Choice user={user} isMember={session.status !== 'waiting'} />;
}

function Choice({ user, isMember }: { user: SessionUser; isMember: boolean }) {
  const navigate = useNavigate();
  const typed = useSyncExternalStore(subscribeToTypedPassword, getTypedPassword);

  async function handleSaved() {
    // Keeps this page until the next one is open.
    beginPasswordChoice(user.id);
    await recheckSession();
    await navigate(paths.adminImages, { replace: true });
    endPasswordChoice();
    endTypedPassword();
  }

  const finish = useEffectEvent(handleSaved);
  useEffect(() => {
    if (typed.status === 'saved') void finish();
  }, [typed.status]);

  if (typed.status === 'pending' || typed.status === 'saved') {
    return <Spinner label="Setting your password..." className="min-h-svh justify-center" />;
  }
  return (
    <section className="mx-auto max-w-2xl px-gutter pt-10 pb-28 desktop:pt-20">
      <h1 className="text-h2">Choose your password</h1>
      <p className="mt-5 mb-8 max-w-measure text-body text-muted">
        The link has shown that <strong className="font-semibold text-ink">{user.email}</strong> is
        yours. A password that was set for this account before no longer works.
      </p>
      {typed.status === 'refused' && (
        <Alert kind="info" className="mb-8 max-w-md">
          The password you typed when you signed up was not set: {typed.message}
        </Alert>
      )}
      <NewPasswordForm email={user.email} isMember={isMember} onSaved={() => void handleSaved()} />
    </section>
  );
}

function LinkExpired() {
  const [email, setEmail] = useState('');
  const navigate = useNavigate();
  return (
    <section className="mx-auto max-w-2xl px-gutter pt-10 pb-28 desktop:pt-20">
      <h1 className="text-h2">Choose your password</h1>
      <Alert kind="info" className="mt-6 mb-10">
        This page opens from the link in our mail, and you are not signed in. Ask for a new link:
        each works once, for one hour.
      </Alert>
      <div className="max-w-md">
        <ForgotPasswordForm
          email={email}
          onEmailChange={setEmail}
          onBack={() => void navigate(paths.admin)}
        />
      </div>
    </section>
  );
}
