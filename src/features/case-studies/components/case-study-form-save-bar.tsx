import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Check, Save } from 'lucide-react';
import type { CaseStudyInput } from '@contracts/case-study';
import { SaveBar } from '@/components/layout/admin-page';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { SpinnerMark } from '@/components/ui/spinner';
import type { AppError } from '@/lib/errors';
import { useIsUnsaved, type CaseStudyForm, type StoredCaseStudy } from '../use-case-study-editor';

export type CaseStudyFormSaveBarProps = {
  form: CaseStudyForm;
  stored: StoredCaseStudy;
  isSaving: boolean;
  isSignedIn: boolean;
  failure: AppError | null;
  onSave: () => void;
  onSignInAgain?: (() => void) | undefined;
};

export function CaseStudyFormSaveBar({
  form,
  stored,
  isSaving,
  isSignedIn,
  failure,
  onSave,
  onSignInAgain,
}: CaseStudyFormSaveBarProps) {
  const { control } = useFormContext<CaseStudyInput>();
  const hasTitle = useWatch({ control, name: 'title', compute: (title) => title.trim() !== '' });
  const isSessionOver = !isSignedIn || failure?.kind === 'signed-out';
  return (
    <div className="sticky bottom-0 z-30">
      {isSessionOver ? (
        <SessionOver isSignedIn={isSignedIn} onSignInAgain={onSignInAgain} onRetry={onSave} />
      ) : (
        failure && <Failure failure={failure} onRetry={onSave} />
      )}
      <SaveBar
        status={<SaveStatus form={form} stored={stored} isSaving={isSaving} hasTitle={hasTitle} />}
      >
        {/* While saving it stays focusable: a disabled button would drop the keyboard's place. */}
        <Button
          type="submit"
          variant="primary"
          disabled={!hasTitle || !isSignedIn}
          aria-disabled={isSaving || undefined}
          aria-busy={isSaving || undefined}
          icon={isSaving ? <SpinnerMark /> : <Save aria-hidden="true" />}
        >
          Save Case Study
        </Button>
      </SaveBar>
    </div>
  );
}

type SaveStatusProps = Pick<CaseStudyFormSaveBarProps, 'form' | 'stored' | 'isSaving'> & {
  hasTitle: boolean;
};

function SaveStatus({ form, stored, isSaving, hasTitle }: SaveStatusProps) {
  const isUnsaved = useIsUnsaved(form, stored);
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {isUnsaved && <Badge tone="warning">Unsaved changes</Badge>}
      {isSaving && 'Saving…'}
      {!isSaving && !hasTitle && 'A title is needed to save'}
      {!isSaving && !isUnsaved && stored.version !== null && (
        <span className="flex items-center gap-1.5">
          <Check aria-hidden="true" className="size-4 text-success" />
          Everything is saved
        </span>
      )}
    </span>
  );
}

function Failure({ failure, onRetry }: { failure: AppError; onRetry: () => void }) {
  return (
    <BarAlert
      title={failure.message}
      action={
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      What you typed is still here.
    </BarAlert>
  );
}

type SessionOverProps = {
  isSignedIn: boolean;
  onSignInAgain?: (() => void) | undefined;
  onRetry: () => void;
};

function SessionOver({ isSignedIn, onSignInAgain, onRetry }: SessionOverProps) {
  return (
    <BarAlert
      title="Your session has ended"
      action={
        <>
          {onSignInAgain && (
            <Button size="small" onClick={onSignInAgain}>
              Sign in again
            </Button>
          )}
          {isSignedIn && (
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
          )}
        </>
      }
    >
      Sign in again to save. What you typed is still here.
    </BarAlert>
  );
}

/** The toast has announced the failure already: here it stays to be read and acted on. */
const silently = { role: null } as const;

function BarAlert({
  title,
  action,
  children,
}: {
  title: string;
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <Alert
      kind="danger"
      {...silently}
      title={title}
      action={<div className="flex flex-wrap gap-3">{action}</div>}
      className="shadow-soft"
    >
      {children}
    </Alert>
  );
}
