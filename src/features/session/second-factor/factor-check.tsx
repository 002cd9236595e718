import { useEffect, useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field, Select } from '@/components/ui/field';
import { Spinner } from '@/components/ui/spinner';
import { messageOf } from '@/lib/errors';
import { CodeForm } from './code-form';
import { listFactors, verifyFactor, type Factor } from '../staff-api';
import { logCodeFailure } from '../security-events';
import { recheckSession } from '../session-store';
import { useSession } from '../use-session';

type Load =
  | { state: 'loading' }
  | { state: 'loaded'; factors: Factor[] }
  | { state: 'failed'; message: string };

/** Asks for the code of the second factor, then checks the access again. */
export function FactorCheck() {
  const [load, setLoad] = useState<Load>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    listFactors().then(
      (all) =>
        isCurrent && setLoad({ state: 'loaded', factors: all.filter((one) => one.isVerified) }),
      (error: unknown) => isCurrent && setLoad({ state: 'failed', message: messageOf(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt]);

  if (load.state === 'loading') return <Spinner label="Loading..." className="min-h-40" />;
  if (load.state === 'failed') {
    return (
      <Alert
        kind="danger"
        action={
          <Button
            size="small"
            onClick={() => {
              setLoad({ state: 'loading' });
              setAttempt(attempt + 1);
            }}
          >
            Try again
          </Button>
        }
      >
        {load.message}
      </Alert>
    );
  }
  return <Check factors={load.factors} />;
}

function Check({ factors }: { factors: Factor[] }) {
  const { user } = useSession();
  const [chosen, setChosen] = useState(factors[0]?.id ?? '');

  async function handleCode(code: string) {
    try {
      await verifyFactor({ id: chosen, code });
    } catch (error) {
      logCodeFailure(user?.id ?? '', error);
      throw error;
    }
    const failure = await recheckSession();
    if (failure) throw failure;
  }

  return (
    <CodeForm submitLabel="Continue" onCode={handleCode}>
      {factors.length > 1 && (
        <Field label="Authenticator app">
          <Select value={chosen} onChange={(event) => setChosen(event.target.value)}>
            {factors.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </CodeForm>
  );
}
