import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Check, Eye, HardDrive, Save } from 'lucide-react';
import type { CaseStudyInput } from '@contracts/case-study';
import { SaveBar } from '@/components/layout/admin-page';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { SpinnerMark } from '@/components/ui/spinner';
import type { AppError } from '@/lib/errors';
import type { StoredCaseStudy } from '../editing';
import { useIsUnsaved, type CaseStudyForm } from '../use-case-study-editor';
import { CaseStudyFormChecklist } from './case-study-form-checklist';
import { momentOf } from './moment';

export type CaseStudyFormSaveBarProps = {
  form: CaseStudyForm;
  stored: StoredCaseStudy;
  /** The text that waits on this device for the connection. */
  kept: CaseStudyInput | null;
  /** False where what is typed would not survive a closed tab. */
  isJournaled: boolean;
  deployNote?: ReactNode;
  isSaving: boolean;
  isSignedIn: boolean;
  failure: AppError | null;
  preview: { isWide: boolean; isBeside: boolean; toggle: () => void };
  onSave: () => void;
  onSignInAgain?: (() => void) | undefined;
};

export function CaseStudyFormSaveBar({
  form,
  stored,
  kept,
  isJournaled,
  deployNote,
  isSaving,
  isSignedIn,
  failure,
  preview,
  onSave,
  onSignInAgain,
}: CaseStudyFormSaveBarProps) {
  const { control } = useFormContext<CaseStudyInput>();
  const hasTitle = useWatch({ control, name: 'title', compute: (title) => title.trim() !== '' });
  const isSessionOver = !isSignedIn || failure?.kind === 'signed-out';
  return (
    <div className="sticky bottom-(--connection-bar,0px) z-30">
      {isSessionOver ? (
        <SessionOver isSignedIn={isSignedIn} onSignInAgain={onSignInAgain} onRetry={onSave} />
      ) : (
        failure && <Failure failure={failure} isKept={kept !== null} onRetry={onSave} />
      )}
      <SaveBar
        status={
          <SaveStatus
            form={form}
            stored={stored}
            kept={kept}
            isJournaled={isJournaled}
            deployNote={deployNote}
            isSaving={isSaving}
            hasTitle={hasTitle}
          />
        }
      >
        <CaseStudyFormChecklist form={form} />
        <PreviewButton {...preview} />
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

function PreviewButton({ isWide, isBeside, toggle }: CaseStudyFormSaveBarProps['preview']) {
  return (
    <Button
      {...(isWide ? { 'aria-pressed': isBeside } : { 'aria-haspopup': 'dialog' })}
      icon={<Eye aria-hidden="true" />}
      onClick={toggle}
      className="max-tablet:px-3"
    >
      <span className="max-tablet:sr-only">Preview</span>
    </Button>
  );
}

type SaveStatusProps = Pick<
  CaseStudyFormSaveBarProps,
  'form' | 'stored' | 'kept' | 'isJournaled' | 'deployNote' | 'isSaving'
> & {
  hasTitle: boolean;
};

function SaveStatus({
  form,
  stored,
  kept,
  isJournaled,
  deployNote,
  isSaving,
  hasTitle,
}: SaveStatusProps) {
  const isUnsaved = useIsUnsaved(form, stored.input);
  const isNewerThanKept = useIsUnsaved(form, kept);
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {isUnsaved && <Badge tone="warning">Unsaved changes</Badge>}
      {isSaving && 'Saving…'}
      {!isSaving && kept && (
        <span className="flex items-center gap-1.5">
          <HardDrive aria-hidden="true" className="size-4 shrink-0" />
          {isNewerThanKept
            ? 'Offline, your last save is kept on this device; save again to add what you typed since'
            : 'Offline, kept on this device until the connection is back'}
        </span>
      )}
      {!isSaving && !hasTitle && 'A title is needed to save'}
      {!isSaving && !isUnsaved && stored.version !== null && (
        <span className="flex items-center gap-1.5">
          <Check aria-hidden="true" className="size-4 text-success" />
          {stored.savedAt === null ? 'Saved' : `Saved ${momentOf(stored.savedAt)}`}
        </span>
      )}
      {/* Stays mounted: it waits for the save. */}
      <span hidden={isSaving || isUnsaved}>{deployNote}</span>
      {isUnsaved && !isJournaled && 'Unsaved text cannot be kept on this device'}
    </span>
  );
}

type FailureProps = { failure: AppError; isKept: boolean; onRetry: () => void };

function Failure({ failure, isKept, onRetry }: FailureProps) {
  return (
    <BarAlert
      kind={isKept ? 'warning' : 'danger'}
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

type BarAlertProps = {
  kind?: 'warning' | 'danger';
  title: string;
  action: ReactNode;
  children: ReactNode;
};

function BarAlert({ kind = 'danger', title, action, children }: BarAlertProps) {
  return (
    <Alert
      kind={kind}
      {...silently}
      title={title}
      action={<div className="flex flex-wrap gap-3">{action}</div>}
      className="shadow-soft"
    >
      {children}
    </Alert>
  );
}
