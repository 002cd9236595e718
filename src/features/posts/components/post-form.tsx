import { useState } from 'react';
import { flushSync } from 'react-dom';
import { EyeOff } from 'lucide-react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import {
  FormProvider,
  useForm,
  useFormContext,
  useWatch,
  type UseFormReturn,
} from 'react-hook-form';
import { ErrorBoundary } from '@/components/error-boundary';
import { FormSection } from '@/components/layout/admin-page';
import { Button } from '@/components/ui/button';
import { DocumentActions, smallAction } from '@/documents/components/document-actions';
import { ChoiceField, TagsField, TextField } from '@/documents/components/form-fields';
import {
  PictureField,
  useAltHint,
  type RenderPicturePicker,
} from '@/documents/components/picture-field';
import { DocumentForm, type DocumentFormSlots } from '@/documents/components/document-form';
import { PublishDateField } from '@/documents/components/publish-date-field';
import { SlugField } from '@/documents/components/slug-field';
import { openedValues, type OpenedDocument } from '@/documents/opened';
import { stateOf } from '@/documents/publication';
import { useDocumentEditor } from '@/documents/use-document-editor';
import { paths } from '@/lib/paths';
import { postFields, postInputSchema, type PostField, type PostInput } from '../fields';
import { postKind, toCopy } from '../kind';
import { staffPostQueries } from '../staff-queries';
import { PostChecklist } from './post-checklist';
import { PostSaveButtons } from './post-save-buttons';
import { PostText, TEXT_SECTION, type TextView, type RenderPictureUploads } from './post-text';

const postSections = [
  TEXT_SECTION,
  { id: 'teaser', title: 'Excerpt and cover' },
  { id: 'publishing', title: 'Publishing' },
] as const;
const [, teaser, publishing] = postSections;

export type PostFormProps = {
  opened: OpenedDocument<PostInput>;
  slots: DocumentFormSlots;
  startsWith?: TextView | undefined;
  renderPictureUploads?: RenderPictureUploads | undefined;
};

export function PostForm({
  opened,
  slots,
  startsWith = 'write',
  renderPictureUploads,
}: PostFormProps) {
  const form: UseFormReturn<PostInput, unknown, PostInput> = useForm<PostInput, unknown, PostInput>(
    {
      resolver: zodResolver(postInputSchema),
      defaultValues: openedValues(postKind, opened),
      mode: 'onSubmit',
    },
  );
  const { userId, isSignedIn, onCreated, onDuplicated, renderPicturePicker } = slots;
  const editor = useDocumentEditor(postKind, form, { opened, userId, onCreated });
  const { stored } = editor;
  const [view, setView] = useState<TextView>(startsWith);
  const hasTitle = useWatch({
    control: form.control,
    name: 'title',
    compute: (title: string) => title.trim() !== '',
  });
  const status = useWatch({ control: form.control, name: 'status' });
  const isExisting = stored.version !== null;
  const storedState = stateOf(stored.input);

  function handleGo(field: PostField) {
    flushSync(() => setView('write'));
    form.setFocus(field);
  }

  return (
    <FormProvider {...form}>
      <DocumentForm
        kind={postKind}
        form={form}
        editor={editor}
        slots={slots}
        canSave={hasTitle}
        sections={postSections}
        description={isExisting ? undefined : 'A draft until you publish it.'}
        actions={(askToDelete, save) => (
          <DocumentActions
            kind={postKind}
            id={stored.id}
            page={storedState === 'published' ? paths.post.to(stored.id) : null}
            isUnsaved={editor.text !== 'stored'}
            toCopy={toCopy}
            onDuplicated={onDuplicated}
            onDelete={askToDelete}
          >
            {status === 'published' && storedState !== 'draft' && (
              <Button
                {...smallAction}
                icon={<EyeOff aria-hidden="true" />}
                disabled={!hasTitle || !isSignedIn}
                aria-disabled={editor.isSaving || undefined}
                onClick={() => {
                  form.setValue('status', 'draft');
                  save();
                }}
              >
                {storedState === 'scheduled' ? 'Unschedule' : 'Unpublish'}
              </Button>
            )}
          </DocumentActions>
        )}
        buttons={(save, publish) => (
          <>
            <ErrorBoundary level="component">
              <PostChecklist onGo={handleGo} />
            </ErrorBoundary>
            <PostSaveButtons
              storedState={storedState}
              isSaving={editor.isSaving}
              isDisabled={!hasTitle || !isSignedIn}
              publish={publish}
              onPublish={() => {
                form.setValue('status', 'published');
                save();
              }}
            />
          </>
        )}
      >
        <PostText
          view={view}
          onViewChange={setView}
          renderPicturePicker={renderPicturePicker}
          renderPictureUploads={renderPictureUploads}
        >
          <TextField {...textOf('title')} isRequired isCounted />
        </PostText>
        <PublishingSections stored={stored.input} renderPicturePicker={renderPicturePicker} />
      </DocumentForm>
    </FormProvider>
  );
}

function PublishingSections({
  stored,
  renderPicturePicker,
}: {
  stored: PostInput;
  renderPicturePicker: RenderPicturePicker | undefined;
}) {
  const terms = useQuery(staffPostQueries.terms()).data;
  return (
    <>
      <FormSection {...teaser}>
        <TextField
          {...textOf('excerpt')}
          rows={2}
          isCounted
          hint="What lists and search engines show below the title."
        />
        <CoverFields renderPicker={renderPicturePicker} />
      </FormSection>
      <FormSection {...publishing} description="When it appears, by whom, and how it is found.">
        <div className="grid gap-5 tablet:grid-cols-2">
          <ChoiceField
            name="status"
            label={postFields.status.label}
            hint="Only staff see a draft. Changes when you save."
            options={postFields.status.options}
          />
          <PublishDateField label={postFields.publishedAt.label} stored={stored.publishedAt} />
          <TextField {...textOf('author')} isRequired suggestions={terms?.authors} />
          <TextField
            {...textOf('category')}
            suggestions={terms?.categories}
            hint="Choose one, or type a new name."
          />
          <SlugField
            label={postFields.slug.label}
            base={paths.post.to('')}
            stored={stored}
            isDraft={stored.status === 'draft'}
            isPublished={stateOf(stored) === 'published'}
          />
          <TagsField
            name="tags"
            label={postFields.tags.label}
            maxCount={postFields.tags.maxCount}
            maxLength={postFields.tags.maxLength}
            hint="Enter or a comma adds one."
            suggestions={terms?.tags}
          />
        </div>
      </FormSection>
    </>
  );
}

/** The cover and its alternative text. */
function CoverFields({ renderPicker }: { renderPicker: RenderPicturePicker | undefined }) {
  const { control } = useFormContext<PostInput>();
  const [address, alt] = useWatch({ control, name: ['imageUrl', 'imageAlt'] });
  const altHint = useAltHint(address);
  const { label, limit } = postFields.imageUrl;
  return (
    <>
      <PictureField
        name="imageUrl"
        {...{ label, limit, renderPicker }}
        shape="card"
        hint="Shown 16:9 on top of the post."
      />
      <TextField
        {...textOf('imageAlt')}
        rows={2}
        isCounted
        hint={alt === '' ? altHint : undefined}
      />
    </>
  );
}

function textOf(name: 'title' | 'excerpt' | 'author' | 'category' | 'imageAlt') {
  const { label, limit } = postFields[name];
  return { name, label, limit };
}
