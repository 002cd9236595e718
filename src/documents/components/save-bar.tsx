import { use, type MouseEvent, type ReactNode } from 'react';
import { format } from 'date-fns';
import { Check, HardDrive, Save } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { SaveBar } from '@/components/layout/admin-page';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button, ButtonLink, type ButtonProps } from '@/components/ui/button';
import { SpinnerMark } from '@/components/ui/spinner';
import type { AppError } from '@/lib/errors';
import { momentOf } from '@/lib/moment';
import { paths } from '@/lib/paths';
import type { DocumentInput } from '../fields';
import { stateOf } from '../publication';
import type { DocumentEditor } from '../use-document-editor';
import { FormOwner } from './form-fields';

export type DocumentSaveBarProps<Input extends DocumentInput> = {
  editor: DocumentEditor<Input>;
  /** False while a value that saving requires is missing. */
  canSave: boolean;
  isSignedIn: boolean;
  /** Visitors read the stored text. */
  isLive: boolean;
  /** Saved changes wait to be published. */
  hasChanges: boolean;
  deployNote?: ReactNode;
  onSave: () => void;
  onSignInAgain?: (() => void) | undefined;
  /** Within the bar of a workbench. */
  isInline: boolean;
  children: ReactNode;
};

/** Sticks to the bottom of the form: save status, failures and the buttons. */
export function DocumentSaveBar<Input extends DocumentInput>({
  editor,
  canSave,
  isSignedIn,
  isLive,
  hasChanges,
  deployNote,
  onSave,
  onSignInAgain,
  isInline,
  children,
}: DocumentSaveBarProps<Input>) {
  const failure = editor.conflict ? null : editor.failure;
  const isSessionOver = !isSignedIn || failure?.kind === 'signed-out';
  return (
    <SaveBar
      status={<SaveStatus {...{ editor, canSave, isLive, hasChanges, deployNote }} />}
      notice={
        isSessionOver ? (
          <SessionOver isSignedIn={isSignedIn} onSignInAgain={onSignInAgain} onRetry={onSave} />
        ) : (
          failure && <Failure failure={failure} onRetry={onSave} />
        )
      }
      isInline={isInline}
      onClickCapture={ignoreSecondClick}
    >
      {children}
    </SaveBar>
  );
}

/** The first click of a double click may be done already: the second one would save again, or unpublish. */
function ignoreSecondClick(event: MouseEvent) {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}

export type SaveButtonProps = ButtonProps & { isSaving: boolean; isDisabled: boolean };

/** Stays focusable while saving: a disabled button would lose the focus. */
export function SaveButton({ isSaving, isDisabled, ...button }: SaveButtonProps) {
  return (
    <Button
      type="submit"
      form={use(FormOwner)}
      variant="primary"
      icon={isSaving ? <SpinnerMark /> : <Save aria-hidden="true" />}
      aria-busy={isSaving || undefined}
      {...button}
      disabled={isDisabled}
      aria-disabled={isSaving || undefined}
    />
  );
}

type SaveStatusProps<Input extends DocumentInput> = Pick<
  DocumentSaveBarProps<Input>,
  'editor' | 'canSave' | 'isLive' | 'hasChanges' | 'deployNote'
>;

function SaveStatus<Input extends DocumentInput>({
  editor: { stored, text, unanswered, isWaiting, isSaving, journal },
  canSave,
  isLive,
  hasChanges,
  deployNote,
}: SaveStatusProps<Input>) {
  const isStored = text === 'stored';
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {text === 'typed' && <Badge tone="warning">Unsaved changes</Badge>}
      {isSaving && 'Saving…'}
      {!isSaving && isWaiting && (
        <span className="flex items-center gap-1.5">
          <HardDrive aria-hidden="true" className="size-4 shrink-0" />
          {waitingLine(text, unanswered?.goesLive === true, journal.isAvailable)}
        </span>
      )}
      {!isSaving && !canSave && 'A title is needed to save'}
      {!isSaving && isStored && stored.version !== null && (
        <span className="flex gap-1.5">
          <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
          {stored.savedAt === null ? 'Saved' : `Saved ${momentOf(stored.savedAt)}`}
          {hasChanges ? ', not published yet' : isLive && ', published'}
          {isScheduled(stored.input) &&
            `, scheduled for ${format(String(stored.input.publishedAt), "MMM d, yyyy 'at' HH:mm")}`}
        </span>
      )}
      {/* Stays mounted, because it reacts to the save. */}
      <span hidden={isSaving || !isStored}>{deployNote}</span>
      {!isStored && !journal.isAvailable && 'Unsaved text cannot be kept on this device'}
      {!isStored && journal.isAvailable && forgetsAfterWeek() && (
        <span className="text-muted">This browser keeps unsaved text for seven days</span>
      )}
    </span>
  );
}

/** Safari, and every browser of iOS, deletes what a site has stored seven days after its last visit. */
function forgetsAfterWeek(): boolean {
  // Only they have it.
  return 'GestureEvent' in window;
}

function isScheduled(input: DocumentInput): boolean {
  return 'status' in input && stateOf(input) === 'scheduled';
}

function waitingLine(
  text: 'stored' | 'waiting' | 'typed',
  goesLive: boolean,
  isOnDevice: boolean,
): string {
  const done = goesLive ? 'published' : 'saved';
  if (text === 'typed')
    return 'Offline: your last save is sent when the connection is back. Save again to include later changes';
  if (!isOnDevice)
    return `Offline: leave this page open. It is ${done} when the connection is back`;
  return `Offline: kept on this device, and ${done} when the connection is back`;
}

type FailureProps = { failure: AppError; onRetry: () => void };

function Failure({ failure, onRetry }: FailureProps) {
  const isRemoved = failure.kind === 'forbidden';
  return (
    <BarAlert
      title={isRemoved ? 'You are no longer a member of the staff' : failure.message}
      action={
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {isRemoved
        ? 'What you typed is still here: copy what you need. An owner can add you again.'
        : 'What you typed is still here.'}
    </BarAlert>
  );
}

type SessionOverProps = {
  isSignedIn: boolean;
  onSignInAgain?: (() => void) | undefined;
  onRetry: () => void;
};

function SessionOver({ isSignedIn, onSignInAgain, onRetry }: SessionOverProps) {
  const { pathname, search, hash } = useLocation();
  return (
    <BarAlert
      title="Authentication Required"
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
          <ButtonLink size="small" to={paths.admin} state={{ from: { pathname, search, hash } }}>
            Go to Login
          </ButtonLink>
        </>
      }
    >
      Your session has ended. Sign in again to save. What you typed is still here.
    </BarAlert>
  );
}

type BarAlertProps = {
  title: string;
  action: ReactNode;
  children: ReactNode;
};

function BarAlert({ title, action, children }: BarAlertProps) {
  return (
    <Alert
      kind="danger"
      isSilent
      title={title}
      action={<div className="flex flex-wrap gap-3">{action}</div>}
      className="shadow-soft"
    >
      {children}
    </Alert>
  );
}
