import { useEffect, useEffectEvent, useState, type KeyboardEvent, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { Trash2 } from 'lucide-react';
import { FormProvider } from 'react-hook-form';
import { AdminPage } from '@/components/layout/admin-page';
import { LeaveGuard } from '@/components/leave-guard';
import type { RedirectOffer } from '@/components/redirect-offer';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useLostAddress } from '@/hooks/use-lost-address';
import { paths } from '@/lib/paths';
import { deleteFailureMessage, useDeleteCaseStudy } from '../mutations';
import { isUnkept, useCaseStudyEditor, type OpenedCaseStudy } from '../use-case-study-editor';
import { usePreviewChoice } from '../use-preview-choice';
import type { RenderPicturePicker } from './case-study-form-fields';
import { CaseStudyFormLeftText } from './case-study-form-left-text';
import { FullScreenPreview, SidePreview } from './case-study-form-preview';
import { CaseStudyFormSaveBar } from './case-study-form-save-bar';
import { CaseStudyFormSections } from './case-study-form-sections';
import { ConflictDialog } from './conflict-dialog';
import { StaffCaseStudyActions } from './staff-case-study-actions';

export type CaseStudyFormProps = OpenedCaseStudy & {
  userId: string | null;
  /** Null while nobody is signed in: the text stays, saving and deleting wait. */
  email: string | null;
  isSignedIn: boolean;
  onCreated: (id: string) => void;
  onDeleted: () => void;
  onLeave: (to: string) => void;
  onSignInAgain?: (() => void) | undefined;
  renderPicturePicker?: RenderPicturePicker | undefined;
  redirectOffer?: RedirectOffer | undefined;
  /** A save took a published study off the site. */
  onAddressLost?: ((lost: { from: string; to: string | null }) => void) | undefined;
  /** After the last save: when visitors see it. */
  deployNote?: ReactNode;
};

export function CaseStudyForm({
  study,
  queued,
  orphan,
  userId,
  email,
  isSignedIn,
  onCreated,
  onDeleted,
  onLeave,
  onSignInAgain,
  renderPicturePicker,
  redirectOffer,
  onAddressLost,
  deployNote,
}: CaseStudyFormProps) {
  const editor = useCaseStudyEditor({ study, queued, orphan, userId, onCreated });
  const { form, stored, kept, isSaving, failure, conflict, journal, save } = editor;
  const preview = usePreviewChoice();
  const createdAt = study?.createdAt ?? null;
  const [isDeleting, setIsDeleting] = useState(false);
  const isExisting = stored.version !== null;
  const isPublished = stored.input.status === 'published';
  useLostAddress(
    { version: stored.version, isPublished, path: paths.project.to(stored.id) },
    onAddressLost,
  );

  function handleSave() {
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
      width={preview.isBeside ? 'full' : 'form'}
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
          <>
            <StaffCaseStudyActions
              id={stored.id}
              isUnsaved={() => isUnkept(form.getValues(), stored, null)}
              onDuplicated={(id) => onLeave(paths.adminCaseStudyEdit.to(id))}
            />
            <Button icon={<Trash2 aria-hidden="true" />} onClick={() => setIsDeleting(true)}>
              Delete
            </Button>
          </>
        )
      }
    >
      {journal.offer && !conflict && (
        <CaseStudyFormLeftText
          entry={journal.offer}
          stored={stored}
          onRestore={() => void journal.restore()}
          onDiscard={() => void journal.discard()}
        />
      )}
      <div
        className={clsx(
          preview.isBeside &&
            'grid grid-cols-2 items-start gap-x-gutter desktop:[&_form>section]:grid-cols-1',
        )}
      >
        <FormProvider {...form}>
          {/* Enter is handled here too, because a disabled button keeps the browser from submitting. */}
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <form
            noValidate
            aria-label="Case study"
            // What takes the focus must not come to rest under the save bar.
            className="min-w-0 [&_:is(input,textarea,select,button)]:scroll-my-32"
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
              kept={kept}
              isJournaled={journal.isAvailable}
              deployNote={deployNote}
              isSaving={isSaving}
              isSignedIn={isSignedIn}
              failure={conflict ? null : failure}
              preview={preview}
              onSave={handleSave}
              onSignInAgain={onSignInAgain}
            />
          </form>
        </FormProvider>
        {preview.isBeside && (
          <SidePreview
            form={form}
            createdAt={createdAt}
            onEnlarge={() => preview.setIsFullScreen(true)}
            onClose={preview.toggle}
          />
        )}
      </div>
      <FullScreenPreview
        form={form}
        createdAt={createdAt}
        isOpen={preview.isFullScreen}
        onOpenChange={preview.setIsFullScreen}
      />
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
          isPublished={isPublished}
          redirectOffer={redirectOffer}
          isSignedIn={isSignedIn}
          isOpen={isDeleting}
          onOpenChange={setIsDeleting}
          onDeleted={() => {
            journal.giveUp();
            editor.forgetKept();
            onDeleted();
          }}
        />
      )}
      <LeaveGuard
        isGuarding={() => isUnkept(form.getValues(), stored, kept)}
        title="Leave without saving?"
        description="What you changed since the last save will be lost."
        leaveLabel="Leave without saving"
        stayLabel="Keep writing"
        onLeave={(to) => {
          journal.giveUp();
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

type DeleteDialogProps = {
  id: string;
  isPublished: boolean;
  redirectOffer: RedirectOffer | undefined;
  isSignedIn: boolean;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onDeleted: () => void;
};

function DeleteDialog({
  id,
  isPublished,
  redirectOffer,
  isSignedIn,
  isOpen,
  onOpenChange,
  onDeleted,
}: DeleteDialogProps) {
  const { mutate, isPending, error, reset } = useDeleteCaseStudy();
  // A draft has no visitors.
  const offer = isPublished ? redirectOffer : undefined;

  async function handleConfirm() {
    if (offer && !(await offer.apply(paths.project.to(id)))) return;
    mutate({ id, isSignedIn }, { onSuccess: onDeleted });
  }

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
      isPending={isPending || offer?.isPending === true}
      error={error && deleteFailureMessage(error)}
      onConfirm={() => void handleConfirm()}
    >
      {offer?.render(paths.project.to(id))}
    </ConfirmDialog>
  );
}
