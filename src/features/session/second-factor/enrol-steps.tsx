import { useEffect, useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { AppError, messageOf } from '@/lib/errors';
import { EnrolFactor } from './enrol-factor';
import { listFactors, MFA_UNAVAILABLE } from '../staff-api';
import { recheckSession } from '../session-store';

/** Lets an owner add an authenticator app, then checks the access again. */
export function EnrolSteps() {
  const [isAdding, setIsAdding] = useState(false);
  const [isUnavailable, setIsUnavailable] = useState(false);
  const [isChecking, setIsChecking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const takenNames = useFactorNames();

  async function handleCheck() {
    setIsChecking(true);
    const failure = await recheckSession();
    setProblem(failure && messageOf(failure));
    setIsChecking(false);
  }

  function handleClose(error?: unknown) {
    setIsAdding(false);
    const isOff = error instanceof AppError && error.code === MFA_UNAVAILABLE;
    setIsUnavailable(isOff);
    if (!isOff) void handleCheck();
  }

  if (isAdding) return <EnrolFactor takenNames={takenNames} onClose={handleClose} />;
  return (
    <div className="grid justify-items-start gap-5">
      {isUnavailable && (
        <Alert kind="danger" title="Two-step sign-in is switched off on this installation">
          Owners cannot enter without it. Ask the person who installed the site to set{' '}
          <code>enroll_enabled</code> and <code>verify_enabled</code> to <code>true</code> under{' '}
          <code>[auth.mfa.totp]</code> in <code>supabase/config.toml</code> and to run{' '}
          <code>npx supabase config push</code>. In the Supabase dashboard it is{' '}
          <em>Authentication, Multi-Factor, TOTP</em>.
        </Alert>
      )}
      {problem !== null && <Alert kind="danger">{problem}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          isPending={isChecking}
          pendingLabel="Checking..."
          onClick={() => setIsAdding(true)}
        >
          {isUnavailable ? 'Try again' : 'Add an authenticator app'}
        </Button>
        {problem !== null && <Button onClick={() => void handleCheck()}>Check again</Button>}
      </div>
    </div>
  );
}

/** The names of all apps, unfinished ones included: the Auth service requires unique names. */
function useFactorNames(): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    let isCurrent = true;
    listFactors().then(
      (factors) => isCurrent && setNames(factors.map(({ name }) => name)),
      // Without the list, the service refuses a name that is taken.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return names;
}
