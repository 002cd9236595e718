import { useEffect, useRef, useState } from 'react';
import { MailCheck } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Tabs } from '@/components/ui/tabs';
import { notify } from '@/lib/notifications';
import { ForgotPasswordForm } from '../password/forgot-password-form';
import { ResendConfirmation } from './resend-confirmation';
import { SignInForm } from './sign-in-form';
import { SignUpForm } from './sign-up-form';

type AccessTab = 'signin' | 'signup';

export type AccessFormProps = { initialEmail?: string; initialTab?: AccessTab };

export function AccessForm({ initialEmail = '', initialTab = 'signin' }: AccessFormProps) {
  const [tab, setTab] = useState<AccessTab>(initialTab);
  // Shared by both tabs, so that switching keeps the typed address.
  const [email, setEmail] = useState(initialEmail);
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const [passwordHelp, setPasswordHelp] = useState<'closed' | 'open' | 'left'>('closed');
  const forgottenButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (passwordHelp === 'left') forgottenButton.current?.focus();
  }, [passwordHelp]);

  function notifyWelcome() {
    notify({
      type: 'success',
      title: 'Welcome back!',
      description: 'You have been successfully logged in.',
    });
  }

  function handleSignedUp(result: { email: string; isConfirmationPending: boolean }) {
    if (!result.isConfirmationPending) {
      notifyWelcome();
      return;
    }
    notify({
      type: 'success',
      title: 'Account created!',
      description: 'Please check your email to verify your account.',
    });
    setMailedTo(result.email);
  }

  if (mailedTo !== null) {
    return (
      <ConfirmationSent
        email={mailedTo}
        onBack={() => {
          setMailedTo(null);
          setTab('signin');
        }}
      />
    );
  }
  if (passwordHelp === 'open') {
    return (
      <ForgotPasswordForm
        email={email}
        onEmailChange={setEmail}
        onBack={() => setPasswordHelp('left')}
      />
    );
  }
  return (
    <Tabs
      label="Sign in or sign up"
      value={tab}
      onValueChange={setTab}
      items={[
        {
          value: 'signin',
          label: 'Sign In',
          content: (
            <SignInForm
              email={email}
              onEmailChange={setEmail}
              onSignedIn={notifyWelcome}
              onForgotten={() => setPasswordHelp('open')}
              forgottenButtonRef={forgottenButton}
            />
          ),
        },
        {
          value: 'signup',
          label: 'Sign Up',
          content: (
            <SignUpForm email={email} onEmailChange={setEmail} onSignedUp={handleSignedUp} />
          ),
        },
      ]}
    />
  );
}

function ConfirmationSent({ email, onBack }: { email: string; onBack: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-4">
      <MailCheck aria-hidden="true" className="size-10 stroke-[1.25] text-success" />
      <h2 ref={heading} tabIndex={-1} className="font-display text-h3 outline-none">
        Check your email
      </h2>
      <p className="max-w-measure text-body">
        We sent it to <strong className="font-semibold">{email}</strong>. Open the link in it to
        confirm your address. If you open it in this browser while this page is open, your password
        is kept. Otherwise you are asked for it once more.
      </p>
      <p className="max-w-measure text-base text-muted">
        Nothing there after a minute? Look in the spam folder, or send it again.
      </p>
      <div className="mt-2 flex flex-wrap items-start gap-3">
        <ResendConfirmation email={email} />
        <Button variant="quiet" onClick={onBack}>
          Back to sign in
        </Button>
      </div>
    </div>
  );
}
