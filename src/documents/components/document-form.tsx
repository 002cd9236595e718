import { useId, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { AdminPage, Workbench } from '@/components/layout/admin-page';
import type { PageSection } from '@/components/layout/section-anchors';
import type { RedirectOffer } from '@/components/redirect-offer';
import { useUnpublished } from '@/hooks/use-unpublished';
import type { DocumentInput } from '../fields';
import type { DocumentForm as Form } from '../form';
import { capital, type DocumentKind } from '../kind';
import { documentQueries } from '../queries';
import { describeWaitingChanges, stateOf } from '../publication';
import type { DocumentEditor } from '../use-document-editor';
import { DocumentDialogs } from './document-dialogs';
import { DocumentNotices } from './document-notices';
import { FieldsForm, keepTypedTag } from './fields-form';
import { FormOwner } from './form-fields';
import type { RenderPicturePicker } from './picture-field';
import { PublishButtons } from './publish-buttons';
import { DocumentSaveBar } from './save-bar';
import { StateBadge } from './state-badge';

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

/** Every document form: its page or workbench, notices, fields, save bar and dialogs. */
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
  const { stored, text } = editor;
  const { userId, isSignedIn } = slots;
  const [isDeleting, setIsDeleting] = useState(false);
  const [isChoosingTime, setIsChoosingTime] = useState(false);
  const formId = useId();
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

  function handleSave(action: 'save' | 'publish' = 'save') {
    keepTypedTag();
    if (isSignedIn) void editor[action]();
    else void form.trigger(undefined, { shouldFocus: true });
  }

  const publish = isLive && (
    <PublishButtons
      isDisabled={!canSave || !isSignedIn}
      hasChanges={changes !== null}
      {...{ editor, isSignedIn, isWorkbench }}
      onPublish={() => handleSave('publish')}
      onChooseTime={() => setIsChoosingTime(true)}
    />
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
    <DocumentNotices
      {...{ kind, editor, userId, isSignedIn, changes }}
      onChooseTime={() => setIsChoosingTime(true)}
    />
  );
  const fields = (
    <FieldsForm
      id={formId}
      label={capital(kind.noun)}
      sections={beside ? [] : sections}
      signOff={signOff}
      // The text of a post needs the width.
      areAnchorsBeside={kind.formWidth === 'form'}
      isBesidePreview={Boolean(beside)}
      onSave={() => handleSave()}
      end={!isWorkbench && saveBar}
    >
      {children}
    </FieldsForm>
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
      <DocumentDialogs
        {...{ kind, editor, slots, changes, address }}
        isDeleting={isDeleting}
        isChoosingTime={isChoosingTime}
        onClose={() => {
          setIsDeleting(false);
          setIsChoosingTime(false);
        }}
      />
    </>
  );
}
