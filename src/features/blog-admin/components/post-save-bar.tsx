import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { format } from 'date-fns';
import { Check, HardDrive, Save, Send } from 'lucide-react';
import { SaveBar } from '@/components/layout/admin-page';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { SpinnerMark } from '@/components/ui/spinner';
import type { AppError } from '@/lib/errors';
import type { PostInput } from '../model';
import { useIsUnsaved, type PostForm, type StoredPost } from '../use-post-editor';

export type PostSaveBarProps = {
  form: PostForm;
  stored: StoredPost;
  /** The text that waits on this device for the connection. */
  kept: PostInput | null;
  isSaving: boolean;
  isSignedIn: boolean;
  /** Whether unsaved text survives a crash of this tab. */
  isJournalled: boolean;
  deployNote?: ReactNode;
  failure: AppError | null;
  onSave: (status?: PostInput['status']) => void;
  onSignInAgain?: (() => void) | undefined;
};

export function PostSaveBar(props: PostSaveBarProps) {
  const { form, stored, isSaving, isSignedIn, onSave } = props;
  const status = useWatch({ control: form.control, name: 'status' });
  const hasTitle = useWatch({
    control: form.control,
    name: 'title',
    compute: (title: string) => title.trim() !== '',
  });
  const wasPublished = stored.input.status === 'published';
  const button = {
    type: 'button',
    disabled: !hasTitle || !isSignedIn,
    // While saving they stay focusable: a disabled button would drop the keyboard's place.
    'aria-disabled': isSaving || undefined,
  } as const;
  return (
    <div className="sticky bottom-(--connection-bar,0px) z-30">
      <Trouble {...props} />
      <SaveBar status={<SaveStatus {...props} hasTitle={hasTitle} />}>
        {status === 'published' && wasPublished && (
          <Button {...button} onClick={() => onSave('draft')}>
            Unpublish
          </Button>
        )}
        {status === 'draft' && (
          <Button
            {...button}
            icon={<Send aria-hidden="true" />}
            variant={wasPublished ? 'secondary' : 'primary'}
            onClick={() => onSave('published')}
          >
            Publish
          </Button>
        )}
        <Button
          {...button}
          type="submit"
          variant={status === 'draft' && !wasPublished ? 'secondary' : 'primary'}
          aria-busy={isSaving || undefined}
          icon={isSaving ? <SpinnerMark /> : <Save aria-hidden="true" />}
          className="-order-1 last:order-none"
        >
          {saveLabel(status, wasPublished)}
        </Button>
      </SaveBar>
    </div>
  );
}

function saveLabel(status: PostInput['status'], wasPublished: boolean): string {
  if (status === 'draft') return wasPublished ? 'Save and unpublish' : 'Save draft';
  return wasPublished ? 'Save changes' : 'Save and publish';
}

function SaveStatus({
  form,
  stored,
  kept,
  isSaving,
  isJournalled,
  deployNote,
  hasTitle,
}: PostSaveBarProps & { hasTitle: boolean }) {
  const isUnsaved = useIsUnsaved(form, stored.input);
  const isNewerThanKept = useIsUnsaved(form, kept);
  const isSaved = !isSaving && !isUnsaved && stored.version !== null;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {isUnsaved && <Badge tone="warning">Unsaved changes</Badge>}
      {isSaving && 'Saving…'}
      {!isSaving && kept && (
        <span className="flex items-center gap-1.5">
          <HardDrive aria-hidden="true" className="size-4 shrink-0" />
          {isNewerThanKept
            ? 'Your last save is kept on this device; what you typed since is not'
            : 'Kept on this device; it will be saved when the connection is back'}
        </span>
      )}
      {isUnsaved && !isJournalled && 'Unsaved text cannot be kept on this device'}
      {!isSaving && !hasTitle && 'A title is needed to save'}
      {isSaved && (
        <span className="flex items-center gap-1.5">
          <Check aria-hidden="true" className="size-4 text-success" />
          {stored.updatedAt === null
            ? 'Everything is saved'
            : `Saved ${format(stored.updatedAt, 'MMM d, HH:mm')}`}
        </span>
      )}
      {/* Stays mounted: it waits for the save. */}
      <span hidden={!isSaved}>{deployNote}</span>
    </span>
  );
}

function Trouble({ isSignedIn, failure, kept, onSave, onSignInAgain }: PostSaveBarProps) {
  const isSessionOver = !isSignedIn || failure?.kind === 'signed-out';
  if (!isSessionOver && !failure) return null;
  return (
    <Alert
      kind={kept && !isSessionOver ? 'warning' : 'danger'}
      title={isSessionOver ? 'Your session has ended' : failure?.message}
      className="shadow-soft"
      action={
        <div className="flex flex-wrap gap-3">
          {isSessionOver && onSignInAgain && (
            <Button size="small" onClick={onSignInAgain}>
              Sign in again
            </Button>
          )}
          {isSignedIn && (
            <Button size="small" onClick={() => onSave()}>
              Try again
            </Button>
          )}
        </div>
      }
    >
      {isSessionOver
        ? 'Sign in again to save. What you typed is still here.'
        : 'What you typed is still here.'}
    </Alert>
  );
}
