import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import { useQuery } from '@tanstack/react-query';
import { format, isToday } from 'date-fns';
import { Copy, Ellipsis, Eye, History, Trash2 } from 'lucide-react';
import { FormProvider } from 'react-hook-form';
import { POST_LIMITS, slugFromTitle } from '@contracts/blog';
import { ErrorBoundary } from '@/components/error-boundary';
import { AdminPage, FormSection } from '@/components/layout/admin-page';
import { LeaveGuard } from '@/components/leave-guard';
import type { RedirectOffer } from '@/components/redirect-offer';
import { Alert } from '@/components/ui/alert';
import { Button, ButtonLink } from '@/components/ui/button';
import { Field, Select } from '@/components/ui/field';
import { Menu, MenuItem } from '@/components/ui/menu';
import { useLostAddress } from '@/hooks/use-lost-address';
import { paths } from '@/lib/paths';
import { changedFields, postFieldLabels, type PostField, type PostInput } from '../model';
import { staffPostQueries, useDuplicatePost } from '../queries';
import { isUnkept, usePostEditor, type OpenedPost, type PostEditor } from '../use-post-editor';
import { DeletePostDialog } from './delete-post-dialog';
import { PostChecklist } from './post-checklist';
import { PostConflictDialog } from './post-conflict-dialog';
import {
  CoverFields,
  PostTagsField,
  PostTextField,
  PublishDateField,
  SlugField,
  type RenderPicturePicker,
} from './post-form-fields';
import { PostSaveBar } from './post-save-bar';
import { PostText, type TextView } from './post-text';

export type PostFormProps = OpenedPost & {
  /** Null while nobody is signed in: the text stays, saving and deleting wait. */
  userId: string | null;
  isSignedIn: boolean;
  startsWith?: TextView | undefined;
  onCreated: (id: string) => void;
  onDeleted: () => void;
  onLeave: (to: string) => void;
  onSignInAgain?: (() => void) | undefined;
  renderPicturePicker?: RenderPicturePicker | undefined;
  uploadPicture?: ((file: File) => Promise<string>) | undefined;
  redirectOffer?: RedirectOffer | undefined;
  /** A save took a published post off its address. */
  onAddressLost?: ((lost: { from: string; to: string | null }) => void) | undefined;
  /** After the last save: when visitors see it. */
  deployNote?: ReactNode;
};

export function PostForm({
  post,
  queued,
  orphan,
  userId,
  isSignedIn,
  startsWith = 'write',
  onCreated,
  onDeleted,
  onLeave,
  onSignInAgain,
  renderPicturePicker,
  uploadPicture,
  redirectOffer,
  onAddressLost,
  deployNote,
}: PostFormProps) {
  const editor = usePostEditor({ post, queued, orphan, owner: useLatest(userId), onCreated });
  const { form, stored, kept, isSaving, failure, conflict, unsaved } = editor;
  const [isDeleting, setIsDeleting] = useState(false);
  const [view, setView] = useState<TextView>(startsWith);
  const isExisting = stored.version !== null;
  useLostAddress(
    {
      version: stored.version,
      isPublished: stored.input.status === 'published',
      path: paths.post.to(stored.input.slug),
    },
    onAddressLost,
  );

  function handleSave(status?: PostInput['status']) {
    keepTypedTag();
    if (status) form.setValue('status', status);
    if (isSignedIn) void editor.save();
    else void form.trigger(undefined, { shouldFocus: true });
  }

  function handleGo(field: PostField) {
    flushSync(() => setView('write'));
    form.setFocus(field);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const { target, currentTarget } = event;
    if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    // Dialogs opened from here are children of the form for React, not for the reader.
    if (!(target instanceof HTMLInputElement) || !currentTarget.contains(target)) return;
    event.preventDefault();
    if (target.closest('[data-keeps-enter]') === null) handleSave();
  }

  useSaveShortcut(() => handleSave());

  return (
    <AdminPage
      title={isExisting ? 'Edit post' : 'New post'}
      description={isExisting ? undefined : 'A draft until you publish it.'}
      backLink={{ label: 'Back to the blog posts', to: paths.adminPosts }}
      actions={
        isExisting && (
          <PostActions
            id={stored.id}
            slug={stored.input.status === 'published' ? stored.input.slug : null}
            onDelete={() => setIsDeleting(true)}
            onDuplicated={(id) => onLeave(paths.adminPostEdit.to(id))}
          />
        )
      }
    >
      {!conflict && <UnsavedOffer editor={editor} />}
      <FormProvider {...form}>
        {/* Enter is handled here too, because a disabled button keeps the browser from submitting. */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <form
          noValidate
          aria-label="Post"
          // What takes the focus must not come to rest under the save bar.
          className="[&_:is(input,textarea,select,button)]:scroll-my-32"
          onKeyDown={handleKeyDown}
          onSubmit={(event) => {
            event.preventDefault();
            if (event.target === event.currentTarget) handleSave();
          }}
        >
          <TitleSection editor={editor} />
          <PostText
            view={view}
            onViewChange={setView}
            renderPicturePicker={renderPicturePicker}
            uploadPicture={uploadPicture}
          />
          <PublishingSections editor={editor} renderPicturePicker={renderPicturePicker} />
          <div className="mb-9">
            <ErrorBoundary level="component">
              <PostChecklist onGo={handleGo} />
            </ErrorBoundary>
          </div>
          <PostSaveBar
            form={form}
            stored={stored}
            kept={kept}
            isSaving={isSaving}
            isSignedIn={isSignedIn}
            isJournalled={unsaved.isAvailable}
            deployNote={deployNote}
            failure={conflict ? null : failure}
            onSave={handleSave}
            onSignInAgain={onSignInAgain}
          />
        </form>
      </FormProvider>
      {conflict && (
        <PostConflictDialog
          conflict={conflict}
          isSaving={isSaving}
          failure={failure}
          onSaveMerged={editor.saveMerged}
          onSaveAsNew={editor.saveAsNew}
          onCancel={editor.cancelConflict}
        />
      )}
      <DeletePostDialog
        post={isDeleting ? { id: stored.id, ...stored.input } : null}
        redirectOffer={redirectOffer}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => {
          unsaved.giveUp();
          editor.forgetKept();
          onDeleted();
        }}
      />
      <PostLeaveGuard editor={editor} onLeave={onLeave} />
    </AdminPage>
  );
}

type EditorProps = { editor: PostEditor };

/** The address follows the title until it is written by hand, or known to visitors. */
function TitleSection({ editor: { form, stored } }: EditorProps) {
  const isOwnAddress = useRef<boolean | null>(null);
  const wasPublished = stored.input.status === 'published';

  function handleTitle(title: string) {
    const { slug } = form.getValues();
    isOwnAddress.current ??= slug !== '' && slug !== slugFromTitle(stored.input.title);
    if (!isOwnAddress.current && !wasPublished) form.setValue('slug', slugFromTitle(title));
  }

  return (
    <FormSection title="Title" description="What lists and the top of the post show.">
      <PostTextField name="title" isRequired counter={POST_LIMITS.title} onType={handleTitle} />
      <SlugField
        published={wasPublished ? stored.input.slug : null}
        onType={(slug) => {
          isOwnAddress.current = slug !== '';
        }}
      />
      <PostTextField
        name="excerpt"
        rows={3}
        counter={POST_LIMITS.excerpt}
        hint="What lists and search engines show below the title."
      />
    </FormSection>
  );
}

function PublishingSections({
  editor: { form },
  renderPicturePicker,
}: EditorProps & { renderPicturePicker: RenderPicturePicker | undefined }) {
  const terms = useQuery(staffPostQueries.terms()).data;
  return (
    <>
      <FormSection
        title="Cover"
        description="The picture on top of the post and beside it in lists."
      >
        <CoverFields renderPicker={renderPicturePicker} />
      </FormSection>
      <FormSection title="Publishing" description="When it appears, by whom, and how it is found.">
        <div className="grid gap-6 tablet:grid-cols-2">
          <Field
            label={postFieldLabels.status}
            hint="A draft is seen by staff only. Takes effect with the next save."
          >
            <Select {...form.register('status')}>
              <option value="draft">Draft</option>
              <option value="published">Published</option>
            </Select>
          </Field>
          <PublishDateField />
          <PostTextField name="author" isRequired suggestions={terms?.authors ?? []} />
          <PostTextField
            name="category"
            suggestions={terms?.categories ?? []}
            hint="Choose one, or type a new name."
          />
        </div>
        <PostTagsField suggestions={terms?.tags ?? []} />
      </FormSection>
    </>
  );
}

type PostActionsProps = {
  id: string;
  /** Of the public page; null while there is none. */
  slug: string | null;
  onDelete: () => void;
  onDuplicated: (id: string) => void;
};

function PostActions({ id, slug, onDelete, onDuplicated }: PostActionsProps) {
  const { mutate, isPending } = useDuplicatePost();
  return (
    <>
      {slug !== null && (
        <ButtonLink to={paths.post.to(slug)} target="_blank" icon={<Eye aria-hidden="true" />}>
          View<span className="sr-only"> the published post in a new tab</span>
        </ButtonLink>
      )}
      <ButtonLink to={paths.adminPostHistory.to(id)} icon={<History aria-hidden="true" />}>
        History
      </ButtonLink>
      <Menu
        trigger={
          <Button
            size="icon"
            aria-label="More"
            isPending={isPending}
            icon={<Ellipsis aria-hidden="true" />}
          />
        }
      >
        <MenuItem
          icon={<Copy aria-hidden="true" />}
          onSelect={() => mutate(id, { onSuccess: (copy) => onDuplicated(copy.id) })}
        >
          Duplicate
        </MenuItem>
        <MenuItem icon={<Trash2 aria-hidden="true" />} isDangerous onSelect={onDelete}>
          Delete
        </MenuItem>
      </Menu>
    </>
  );
}

const FIELDS_NAMED = 3;

/** Text of an earlier visit that was never saved. */
function UnsavedOffer({ editor: { unsaved, stored } }: EditorProps) {
  const { offer, restore, discard } = unsaved;
  if (!offer) return null;
  const writtenAt = new Date(offer.writtenAt);
  const fields = changedFields(stored.input, offer.text.values);
  const names = fields.slice(0, FIELDS_NAMED).map((field) => postFieldLabels[field]);
  const more = fields.length - names.length;
  return (
    <Alert
      kind="warning"
      title="There is text that was never saved"
      className="mb-6"
      action={
        <div className="flex flex-wrap gap-3">
          <Button size="small" variant="primary" onClick={() => void restore()}>
            Restore
          </Button>
          <Button size="small" onClick={() => void discard()}>
            Discard
          </Button>
        </div>
      }
    >
      Written {isToday(writtenAt) ? 'today' : `on ${format(writtenAt, 'MMM d')}`} at{' '}
      {format(writtenAt, 'HH:mm')}
      {names.length > 0 && `: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`}.
    </Alert>
  );
}

function PostLeaveGuard({ editor, onLeave }: EditorProps & { onLeave: (to: string) => void }) {
  const { form, stored, kept, unsaved } = editor;
  return (
    <LeaveGuard
      isGuarding={() => isUnkept(form.getValues(), stored, kept)}
      title="Leave without saving?"
      description="What you changed since the last save will be lost."
      leaveLabel="Leave without saving"
      stayLabel="Keep writing"
      onLeave={(to) => {
        unsaved.giveUp();
        onLeave(to);
      }}
    />
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

/** A session that ends must not take away whose text it is. */
function useLatest<Value>(value: Value | null): Value | null {
  const [latest, setLatest] = useState(value);
  if (value !== null && value !== latest) setLatest(value);
  return value ?? latest;
}

/** A tag still being typed counts: its field takes it over when it loses the focus. */
function keepTypedTag() {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused.closest('[data-keeps-enter]') === null) return;
  focused.blur();
  focused.focus();
}
