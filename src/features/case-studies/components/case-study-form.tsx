import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { Trash2 } from 'lucide-react';
import { FormProvider } from 'react-hook-form';
import { AdminPage } from '@/components/layout/admin-page';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { paths } from '@/lib/paths';
import { hasSameText } from '../conflict';
import type { CaseStudy } from '../model';
import { deleteFailureMessage, useDeleteCaseStudy } from '../mutations';
import { useCaseStudyEditor } from '../use-case-study-editor';
import type { RenderPicturePicker } from './case-study-form-fields';
import { CaseStudyFormLeaveGuard } from './case-study-form-leave-guard';
import { CaseStudyFormSaveBar } from './case-study-form-save-bar';
import { CaseStudyFormSections } from './case-study-form-sections';
import { ConflictDialog } from './conflict-dialog';

export type CaseStudyFormProps = {
  /** Null for a new one. Read once. */
  study: CaseStudy | null;
  /** Null while nobody is signed in: the text stays, saving and deleting wait. */
  email: string | null;
  isSignedIn: boolean;
  onCreated: (id: string) => void;
  onDeleted: () => void;
  onLeave: (to: string) => void;
  onSignInAgain?: (() => void) | undefined;
  renderPicturePicker?: RenderPicturePicker | undefined;
};

export function CaseStudyForm({
  study,
  email,
  isSignedIn,
  onCreated,
  onDeleted,
  onLeave,
  onSignInAgain,
  renderPicturePicker,
}: CaseStudyFormProps) {
  const editor = useCaseStudyEditor({ study, onCreated });
  const { form, stored, isSaving, failure, conflict, save } = editor;
  const [isDeleting, setIsDeleting] = useState(false);
  const isExisting = stored.version !== null;

  function handleSave() {
    if (isSaving) return;
    keepTypedTag();
    if (isSignedIn) void save();
    else void form.trigger(undefined, { shouldFocus: true });
  }

  function handleKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const { target, currentTarget } = event;
    if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    // Dialogs opened from here are children of the form for React, not for the reader.
    if (!(target instanceof HTMLInputElement) || !currentTarget.contains(target)) return;
    event.preventDefault();
    if (target.closest('[data-keeps-enter]') === null) handleSave();
  }

  const handleShortcut = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const isSave =
      (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.code === 'KeyS';
    if (!isSave) return;
    event.preventDefault();
    const isDialogOpen = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
    if (!isDialogOpen && !event.repeat) handleSave();
  });
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => handleShortcut(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  return (
    <AdminPage
      width="form"
      title={isExisting ? 'Edit case study' : 'New case study'}
      description={
        <>
          {isExisting ? 'Editing existing case study' : 'Creating new case study'}
          {email !== null && (
            <>
              {' · '}
              <span>Authenticated as {email}</span>
            </>
          )}
        </>
      }
      backLink={{ label: 'Back to case studies', to: paths.adminCaseStudies }}
      actions={
        isExisting && (
          <Button icon={<Trash2 aria-hidden="true" />} onClick={() => setIsDeleting(true)}>
            Delete
          </Button>
        )
      }
    >
      {editor.draft && (
        <DraftOffer onRestore={editor.restoreDraft} onDiscard={editor.discardDraft} />
      )}
      <FormProvider {...form}>
        {/* Enter is handled here too, because a disabled button keeps the browser from submitting. */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <form
          noValidate
          aria-label="Case study"
          // What takes the focus must not come to rest under the save bar.
          className="[&_:is(input,textarea,select,button)]:scroll-my-32"
          onKeyDown={handleKeyDown}
          onSubmit={(event) => {
            event.preventDefault();
            if (event.target === event.currentTarget) handleSave();
          }}
        >
          <CaseStudyFormSections renderPicturePicker={renderPicturePicker} />
          <CaseStudyFormSaveBar
            form={form}
            stored={stored}
            isSaving={isSaving}
            isSignedIn={isSignedIn}
            failure={conflict ? null : failure}
            onSave={handleSave}
            onSignInAgain={onSignInAgain}
          />
        </form>
      </FormProvider>
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          isSaving={isSaving}
          failure={failure}
          onSaveMerged={editor.saveMerged}
          onSaveAsNew={editor.saveAsNew}
          onCancel={editor.cancelConflict}
        />
      )}
      {isExisting && (
        <DeleteDialog
          id={stored.id}
          isSignedIn={isSignedIn}
          isOpen={isDeleting}
          onOpenChange={setIsDeleting}
          onDeleted={() => {
            editor.giveUp();
            onDeleted();
          }}
        />
      )}
      <CaseStudyFormLeaveGuard
        isUnsaved={() => !hasSameText(form.getValues(), stored.input)}
        onLeave={(to) => {
          editor.giveUp();
          onLeave(to);
        }}
      />
    </AdminPage>
  );
}

/** A tag still being typed counts: its field takes it over when it loses the focus. */
function keepTypedTag() {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused.closest('[data-keeps-enter]') === null) return;
  focused.blur();
  focused.focus();
}

function DraftOffer({ onRestore, onDiscard }: { onRestore: () => void; onDiscard: () => void }) {
  return (
    <Alert
      kind="warning"
      title="You left this page with unsaved changes"
      className="mb-6"
      action={
        <div className="flex flex-wrap gap-3">
          <Button size="small" variant="primary" onClick={onRestore}>
            Bring them back
          </Button>
          <Button size="small" onClick={onDiscard}>
            Discard them
          </Button>
        </div>
      }
    >
      They are kept until this page is reloaded.
    </Alert>
  );
}

type DeleteDialogProps = {
  id: string;
  isSignedIn: boolean;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onDeleted: () => void;
};

function DeleteDialog({ id, isSignedIn, isOpen, onOpenChange, onDeleted }: DeleteDialogProps) {
  const { mutate, isPending, error, reset } = useDeleteCaseStudy();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={(next) => {
        reset();
        onOpenChange(next);
      }}
      title="Delete case study"
      description="Are you sure you want to delete this case study? This action cannot be undone."
      confirmLabel="Delete"
      pendingLabel="Deleting…"
      isDangerous
      isPending={isPending}
      error={error && deleteFailureMessage(error)}
      onConfirm={() => mutate({ id, isSignedIn }, { onSuccess: onDeleted })}
    />
  );
}
