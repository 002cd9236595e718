import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { format } from 'date-fns';
import { Plus, Smartphone } from 'lucide-react';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { QueryView } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { AppError, messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { EnrolFactor } from './enrol-factor';
import { factorQueries, useRemoveFactor } from './factor-queries';
import { MFA_UNAVAILABLE, type Factor } from '../staff-api';

/** Lists, adds and removes the user's authenticator apps. */
export function TwoStepSection() {
  const factors = useQuery(factorQueries.list());
  const [isAdding, setIsAdding] = useState(false);
  const [isUnavailable, setIsUnavailable] = useState(false);
  const [hasClosed, setHasClosed] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (hasClosed && !isAdding) addButton.current?.focus();
  }, [hasClosed, isAdding]);

  function handleClose(error?: unknown) {
    setIsAdding(false);
    setIsUnavailable(error instanceof AppError && error.code === MFA_UNAVAILABLE);
    setHasClosed(true);
  }

  if (isUnavailable) {
    return (
      <Alert kind="info" title="Two-step sign-in is not available on this installation">
        Its Auth service has no second factor, or it is switched off. Only your password protects
        this account.
      </Alert>
    );
  }
  return (
    <div className="grid justify-items-start gap-5">
      <div className="w-full">
        <QueryView
          query={factors}
          errorTitle="Failed to load your authenticator apps"
          pending={<Skeleton className="h-16" />}
          empty={
            <p className="text-base text-muted">
              Not set up: only your password protects this account.
            </p>
          }
        >
          {(list) => <FactorList factors={list} />}
        </QueryView>
      </div>
      {isAdding ? (
        <EnrolFactor
          takenNames={(factors.data ?? []).map(({ name }) => name)}
          onClose={handleClose}
        />
      ) : (
        <Button
          ref={addButton}
          icon={<Plus aria-hidden="true" />}
          disabled={factors.data === undefined}
          onClick={() => setIsAdding(true)}
        >
          Add an authenticator app
        </Button>
      )}
    </div>
  );
}

function FactorList({ factors }: { factors: Factor[] }) {
  const [chosen, setChosen] = useState<Factor | null>(null);
  const removing = useRemoveFactor();

  function handleConfirm() {
    if (!chosen) return;
    removing.mutate(chosen.id, {
      onSuccess: () => {
        notify({ type: 'success', title: `"${chosen.name}" removed` });
        setChosen(null);
      },
    });
  }

  return (
    <>
      <ul className="divide-y divide-line rounded-control border border-line bg-raised">
        {factors.map((factor) => (
          <li key={factor.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <Smartphone aria-hidden="true" className="size-5 shrink-0 text-muted" />
            <div className="min-w-0 flex-[1_1_12rem]">
              <p className="font-medium">{factor.name}</p>
              <p className="text-small text-muted">Added {format(factor.addedAt, 'MMM d, yyyy')}</p>
            </div>
            {factor.isVerified ? (
              <Badge tone="success">In use</Badge>
            ) : (
              <Badge tone="warning">Never confirmed</Badge>
            )}
            <Button size="small" onClick={() => setChosen(factor)}>
              Remove<span className="sr-only"> {factor.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={chosen !== null}
        onOpenChange={(isOpen) => {
          if (isOpen) return;
          setChosen(null);
          removing.reset();
        }}
        title={`Remove "${chosen?.name ?? ''}"?`}
        description="Its codes no longer work for signing in. Without another app your password alone protects the account."
        confirmLabel="Remove"
        pendingLabel="Removing..."
        isDangerous
        isPending={removing.isPending}
        error={removing.error ? messageOf(removing.error) : null}
        onConfirm={handleConfirm}
      />
    </>
  );
}
