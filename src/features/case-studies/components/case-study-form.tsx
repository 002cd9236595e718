import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { AppWindow } from 'lucide-react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import type { CaseStudyInput } from '@contracts/case-study';
import { Button } from '@/components/ui/button';
import { DocumentActions } from '@/documents/components/document-actions';
import { DocumentForm, type DocumentFormSlots } from '@/documents/components/document-form';
import { FirstPublishButton } from '@/documents/components/first-publish-button';
import { SaveButton } from '@/documents/components/save-bar';
import { openedValues, type OpenedDocument } from '@/documents/opened';
import { stateOf } from '@/documents/publication';
import { useDocumentEditor } from '@/documents/use-document-editor';
import { paths } from '@/lib/paths';
import { renderableCaseStudySchema, type CaseStudyForm as Form } from '../form';
import { caseStudyKind, toCopy } from '../kind';
import { caseStudyQueries } from '../queries';
import { countEnquiriesAfter } from '../staff-api';
import { usePreviewChoice } from '../use-preview-choice';
import type { RenderPictureBatch } from './gallery-rows';
import { CaseStudyFormChecklist } from './case-study-form-checklist';
import { DialogPreview, SidePreview } from './case-study-form-preview';
import { CaseStudyFormSections, caseStudySections } from './case-study-form-sections';

export type CaseStudyFormProps = {
  opened: OpenedDocument<CaseStudyInput>;
  slots: DocumentFormSlots;
  /** Null while signed out. */
  email: string | null;
  renderPictureBatch?: RenderPictureBatch | undefined;
};

export function CaseStudyForm({ opened, slots, email, renderPictureBatch }: CaseStudyFormProps) {
  const form: Form = useForm<CaseStudyInput, unknown, CaseStudyInput>({
    resolver: zodResolver(renderableCaseStudySchema),
    defaultValues: openedValues(caseStudyKind, opened),
    mode: 'onSubmit',
  });
  const { userId, isSignedIn, onCreated, onDuplicated, renderPicturePicker } = slots;
  const editor = useDocumentEditor(caseStudyKind, form, { opened, userId, onCreated });
  const { stored } = editor;
  const hasTitle = useWatch({
    control: form.control,
    name: 'title',
    compute: (title) => title.trim() !== '',
  });
  const [status, publishedAt] = useWatch({
    control: form.control,
    name: ['status', 'publishedAt'],
  });
  const isDraft = status === 'draft' && stored.input.status === 'draft';
  const preview = usePreviewChoice();
  const createdAt = opened.document?.createdAt ?? null;
  const isExisting = stored.version !== null;
  const readBefore = useQuery({
    queryKey: [...caseStudyQueries.all, 'enquiries-after', stored.id],
    queryFn: ({ signal }) => countEnquiriesAfter(stored.id, signal),
    enabled: isExisting,
  });
  return (
    <FormProvider {...form}>
      <DocumentForm
        kind={caseStudyKind}
        form={form}
        editor={editor}
        slots={slots}
        canSave={hasTitle}
        sections={caseStudySections}
        description={
          <>
            {isExisting ? 'Editing existing case study' : 'Creating new case study'}
            {Boolean(readBefore.data) &&
              ` · Read before ${readBefore.data} ${readBefore.data === 1 ? 'enquiry' : 'enquiries'}`}
            {email !== null && (
              <>
                <span className="max-tablet:hidden"> · </span>
                <span className="max-tablet:block">Authenticated as {email}</span>
              </>
            )}
          </>
        }
        actions={(askToDelete) => (
          <DocumentActions
            kind={caseStudyKind}
            id={stored.id}
            page={caseStudyKind.isPublished(stored.input) ? paths.project.to(stored.id) : null}
            isUnsaved={editor.text !== 'stored'}
            toCopy={toCopy}
            onDuplicated={onDuplicated}
            onDelete={askToDelete}
          />
        )}
        buttons={(save, publish) => (
          <>
            <CaseStudyFormChecklist form={form} />
            <PreviewButton {...preview} />
            <SaveButton
              variant={publish || isDraft ? 'secondary' : 'primary'}
              isSaving={editor.isSaving}
              isDisabled={!hasTitle || !isSignedIn}
            >
              Save Case Study
            </SaveButton>
            {isDraft && (
              <FirstPublishButton
                variant="primary"
                publishedAt={publishedAt}
                isSaving={editor.isSaving}
                disabled={!hasTitle || !isSignedIn}
                onClick={() => {
                  form.setValue('status', 'published', { shouldDirty: true });
                  save();
                }}
              />
            )}
            {publish}
          </>
        )}
        beside={
          preview.isBeside && (
            <SidePreview
              form={form}
              createdAt={createdAt}
              onEnlarge={() => preview.setIsFullScreen(true)}
              onClose={preview.toggle}
            />
          )
        }
      >
        <CaseStudyFormSections
          title={stored.input.title}
          slug={stored.input.slug}
          publishedAt={stored.input.publishedAt}
          state={stateOf(stored.input)}
          renderPicturePicker={renderPicturePicker}
          renderPictureBatch={renderPictureBatch}
        />
      </DocumentForm>
      <DialogPreview
        form={form}
        createdAt={createdAt}
        isOpen={preview.isFullScreen}
        onOpenChange={preview.setIsFullScreen}
      />
    </FormProvider>
  );
}

type PreviewButtonProps = { isWide: boolean; isBeside: boolean; toggle: () => void };

function PreviewButton({ isWide, isBeside, toggle }: PreviewButtonProps) {
  return (
    <Button
      {...(isWide ? { 'aria-pressed': isBeside } : { 'aria-haspopup': 'dialog' })}
      variant="quiet"
      icon={<AppWindow aria-hidden="true" />}
      onClick={toggle}
      className="px-3"
    >
      <span className="@max-3xl:sr-only">Preview</span>
    </Button>
  );
}
