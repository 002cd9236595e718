import { useEffect, useRef } from 'react';
import { ShieldCheck } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { SessionUser } from './api';
import { FactorCheck } from './factor-check';
import { useSignOut } from './use-sign-out';

export type CodeScreenProps = { user: SessionUser };

/** The second step of signing in. */
export function CodeScreen({ user }: CodeScreenProps) {
  const { signOut, signOutQuestion } = useSignOut();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="mx-auto max-w-2xl px-gutter py-16 desktop:py-24">
      <ShieldCheck aria-hidden="true" className="size-10 stroke-[1.25] text-accent-text" />
      <h1 ref={heading} tabIndex={-1} className="mt-6 text-h2 outline-none">
        One more step
      </h1>
      <p className="mt-5 mb-8 max-w-measure text-body">
        You are signing in as <strong className="font-semibold break-words">{user.email}</strong>.
        Now enter the code of your authenticator app.
      </p>
      <FactorCheck />
      <p className="mt-10 max-w-measure text-base text-muted">
        Lost the app? Ask an owner: whoever runs the backend can take it off your account.
      </p>
      <Button variant="quiet" onClick={() => void signOut()} className="mt-3 -ms-5">
        Log out
      </Button>
      {signOutQuestion}
    </section>
  );
}
