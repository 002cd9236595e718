import {
  useEffect,
  useEffectEvent,
  useId,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CalendarClock, Send } from 'lucide-react';
import { AdminPage, FormSection, Workbench } from '@/components/layout/admin-page';
import { SectionAnchors, type PageSection } from '@/components/layout/section-anchors';
import { LeaveGuard } from '@/components/leave-guard';
import type { RedirectOffer } from '@/components/redirect-offer';
import { Button } from '@/components/ui/button';
import { useUnpublished } from '@/hooks/use-unpublished';
import { APPROVAL_SECTION } from '@/lib/paths';
import { isComposing } from '@/lib/words/is-composing';
import type { DocumentInput } from '../fields';
import type { DocumentForm as Form } from '../form';
import { capital, isDeletable, type DocumentKind } from '../kind';
import { documentQueries } from '../queries';
import { describeWaitingChanges, stateOf } from '../publication';
import type { DocumentEditor } from '../use-document-editor';
import { ConflictDialog } from './conflict-dialog';
import { DeleteDialog } from './delete-dialog';
import { EditorsNotice } from './editors-notice';
import { FormOwner } from './form-fields';
import type { RenderPicturePicker } from './picture-field';
import { PublishTimeDialog } from './publish-time-dialog';
import { DocumentSaveBar } from './save-bar';
import { StateBadge } from './state-badge';
import { UnfitText } from './unfit-text';
import { UnsavedOffer } from './unsaved-offer';
import { WorkingCopyNotice } from './working-copy-notice';

/** What the page passes to every document form. */
export type DocumentFormSlots = {
  userId: string | null;
  /** False once the session has ended: the text stays, saving and deleting are disabled. */
  isSignedIn: boolean;
  onCreated: (id: string) => void;
  onDeleted: () => void;
  onDuplicated: (id: string) => void;
  onSignInAgain?: (() => void) | undefined;
  renderPicturePicker?: RenderPicturePicker | undefined;
  redirectOffer?: RedirectOffer | undefined;
  /** A save unpublished the page of this address. */
  onUnpublished?: ((path: string) => void) | undefined;
  /** Shown after a save: when visitors see the change. */
  deployNote?: ReactNode;
  /** The last section of a stored document. */
  renderSignOff?: ((document: SignedDocument) => ReactNode) | undefined;
};

export type SignedDocument = {
  documentId: string;
  version: number;
  title: string;
  /** False while typed text is not saved. */
  isSaved: boolean;
};

export type DocumentFormProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  form: Form<Input>;
  editor: DocumentEditor<Input>;
  slots: DocumentFormSlots;
  /** False while a value that saving requires is missing. */
  canSave: boolean;
  description?: ReactNode;
  /** In the header of a stored document. */
  actions: (askToDelete: () => void, save: () => void) => ReactNode;
  /** In the save bar; `publish` is the button that publishes changes, null while visitors read nothing. */
  buttons: (save: () => void, publish: ReactNode) => ReactNode;
  /** A preview beside the form. */
  beside?: ReactNode;
  /** Form and preview fill the window below one bar, which has title, status and buttons. */
  isWorkbench?: boolean;
  /** Listed by SectionAnchors. */
  sections?: readonly PageSection[];
  /** The sections of the form. */
  children?: ReactNode;
};

const approvalSection = {
  id: APPROVAL_SECTION,
  title: 'Approval of the client',
  short: 'Approval',
  description: 'A link shows the client exactly what is saved: to read, comment on and approve.',
};

const ANCHORS_BESIDE = 'wide:grid wide:grid-cols-[13rem_minmax(0,1fr)] wide:gap-x-10';

/** The frame of every document form: saving by button, Enter and Ctrl+S, dialogs, unsaved text, leave guard. */
export function DocumentForm<Input extends DocumentInput>({
  kind,
  form,
  editor,
  slots,
  canSave,
  description,
  actions,
  buttons,
  beside,
  isWorkbench = false,
  sections = [],
  children,
}: DocumentFormProps<Input>) {
  const { stored, text, conflict, failure, isSaving, journal } = editor;
  const { userId, isSignedIn, redirectOffer } = slots;
  const [isDeleting, setIsDeleting] = useState(false);
  const [isChoosingTime, setIsChoosingTime] = useState(false);
  const formId = useId();
  const [openedId] = useState(stored.version === null ? undefined : stored.id);
  const isExisting = stored.version !== null;
  const isPublished = kind.isPublished(stored.input);
  const isLive = isExisting && isPublished;
  const { data: copy } = useQuery({
    ...documentQueries.workingCopy(kind, stored.id),
    enabled: isLive,
  });
  const changes = isLive && copy?.content ? copy : null;
  const address = kind.paths.page(stored.id, stored.input);
  useUnpublished({ version: stored.version, isPublished, path: address }, slots.onUnpublished);

  const signOff =
    stored.version !== null &&
    slots.renderSignOff?.({
      documentId: stored.id,
      version: stored.version,
      title: kind.titleOf(stored.input),
      isSaved: text === 'stored',
    });
  // The text of a post needs the width.
  const areAnchorsBeside = sections.length > 0 && !beside && kind.formWidth === 'form';

  function handleSave(action: 'save' | 'publish' = 'save') {
    keepTypedTag();
    if (isSignedIn) void editor[action]();
    else void form.trigger(undefined, { shouldFocus: true });
  }

  function handleKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const { target, currentTarget } = event;
    if (event.key !== 'Enter' || event.defaultPrevented || isComposing(event.nativeEvent)) return;
    // React events of dialogs bubble here too, although they are not inside the form in the DOM.
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
    if (!target.matches('input, [data-single-line]')) return;
    event.preventDefault();
    if (target.closest('[data-keeps-enter]') === null) handleSave();
  }

  useSaveShortcut(() => handleSave());

  const publish = isLive && (
    <>
      {changes && (
        <Button
          variant="quiet"
          icon={<CalendarClock aria-hidden="true" />}
          disabled={!isSignedIn}
          onClick={() => setIsChoosingTime(true)}
          className="px-3"
        >
          <span className={isWorkbench ? 'sr-only' : '@max-3xl:sr-only'}>Publish later</span>
        </Button>
      )}
      <Button
        variant="primary"
        icon={<Send aria-hidden="true" />}
        disabled={!canSave || !isSignedIn || (!changes && text === 'stored')}
        aria-disabled={isSaving || undefined}
        onClick={() => handleSave('publish')}
      >
        Publish changes
      </Button>
    </>
  );

  const head = {
    title: isExisting ? kind.titleOf(stored.input) || `Edit ${kind.noun}` : `New ${kind.noun}`,
    backLink: { label: `Back to ${kind.plural}`, to: kind.paths.list },
  };
  const ownActions =
    isExisting &&
    actions(
      () => setIsDeleting(true),
      () => handleSave(),
    );
  const saveBar = (
    <DocumentSaveBar
      editor={editor}
      canSave={canSave}
      isSignedIn={isSignedIn}
      deployNote={slots.deployNote}
      isLive={isLive}
      hasChanges={changes !== null}
      isInline={isWorkbench}
      onSave={() => handleSave()}
      onSignInAgain={slots.onSignInAgain}
    >
      {isWorkbench && ownActions}
      {buttons(() => handleSave(), publish || null)}
    </DocumentSaveBar>
  );
  const notices = (
    <>
      {isExisting && isSignedIn && <EditorsNotice documentId={stored.id} />}
      <UnfitText kind={kind} id={openedId} userId={userId} />
      {journal.offer && !conflict && (
        <UnsavedOffer
          kind={kind}
          entry={journal.offer}
          stored={stored}
          isSaving={isSaving}
          onRestore={() => void journal.restore()}
          onDiscard={() => void journal.discard()}
        />
      )}
      {changes && !conflict && (
        <WorkingCopyNotice
          {...{ kind, editor }}
          copy={changes}
          onChooseTime={() => setIsChoosingTime(true)}
        />
      )}
    </>
  );
  const fields = (
    // Handles Enter itself: the browser does not submit a form whose submit button is disabled.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      id={formId}
      noValidate
      aria-label={capital(kind.noun)}
      // A focused field must not end up under the list of sections.
      className="min-w-0 [&_:is(a,input,textarea,select,button,summary)]:scroll-mt-8"
      onKeyDown={handleKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) handleSave();
      }}
    >
      <div className={clsx(areAnchorsBeside && ANCHORS_BESIDE)}>
        {sections.length > 0 && !beside && (
          <SectionAnchors
            sections={signOff ? [...sections, approvalSection] : sections}
            isBeside={areAnchorsBeside}
          />
        )}
        <div
          className={clsx(
            'min-w-0 [&>section:first-child]:border-t-0',
            areAnchorsBeside && 'wide:[&>section]:grid-cols-1',
            beside && 'desktop:[&>section]:grid-cols-1',
          )}
        >
          {children}
          {signOff && <FormSection {...approvalSection}>{signOff}</FormSection>}
        </div>
      </div>
      {!isWorkbench && saveBar}
    </form>
  );

  return (
    <>
      {isWorkbench ? (
        <Workbench {...head} bar={<FormOwner value={formId}>{saveBar}</FormOwner>} beside={beside}>
          {notices}
          {fields}
        </Workbench>
      ) : (
        <AdminPage
          {...head}
          actions={ownActions}
          width={beside ? 'full' : kind.formWidth}
          status={
            isExisting &&
            'status' in stored.input && (
              <StateBadge
                state={stateOf(stored.input)}
                scheduledFor={String(stored.input.publishedAt)}
                changes={changes ? describeWaitingChanges(changes) : undefined}
              />
            )
          }
          description={description}
        >
          {notices}
          <div className={clsx(beside && 'grid grid-cols-2 items-start gap-x-gutter')}>
            {fields}
            {beside}
          </div>
        </AdminPage>
      )}
      {conflict && (
        <ConflictDialog
          kind={kind}
          conflict={conflict}
          isSaving={isSaving}
          failure={failure}
          onSaveMerged={editor.saveMerged}
          onSaveAsNew={editor.saveAsNew}
          onCancel={editor.cancelConflict}
        />
      )}
      {changes && (
        <PublishTimeDialog
          kind={kind}
          documentId={stored.id}
          copy={changes}
          hasUnsavedText={text !== 'stored'}
          isOpen={isChoosingTime}
          onClose={() => setIsChoosingTime(false)}
        />
      )}
      {isDeletable(kind) && (
        <DeleteDialog
          kind={kind}
          document={
            isDeleting
              ? {
                  id: stored.id,
                  title: kind.titleOf(stored.input),
                  address: isPublished ? address : null,
                }
              : null
          }
          isSignedIn={isSignedIn}
          redirectOffer={redirectOffer}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => {
            journal.giveUp();
            slots.onDeleted();
          }}
        />
      )}
      <LeaveGuard
        isGuarding={editor.hasUnsavedText}
        title="Leave without saving?"
        description="What you changed since the last save will be lost."
        leaveLabel="Leave without saving"
        stayLabel="Keep writing"
        onLeave={editor.leave}
      />
    </>
  );
}

function useSaveShortcut(onSave: () => void) {
  const handle = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const isSave =
      (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.code === 'KeyS';
    if (!isSave) return;
    event.preventDefault();
    const isDialogOpen = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
    if (!isDialogOpen && !event.repeat) onSave();
  });
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => handle(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

/** Includes a tag that is still being typed: its field adds it on blur. */
function keepTypedTag() {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused.closest('[data-keeps-enter]') === null) return;
  focused.blur();
  focused.focus();
}
