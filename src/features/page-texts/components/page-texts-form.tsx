import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Eye, History, PanelsTopLeft, Rows3 } from 'lucide-react';
import { FormProvider, useForm } from 'react-hook-form';
import { FormSection } from '@/components/layout/admin-page';
import { Button, ButtonLink } from '@/components/ui/button';
import { smallAction } from '@/documents/components/document-actions';
import { DocumentForm, type DocumentFormSlots } from '@/documents/components/document-form';
import { SaveButton } from '@/documents/components/save-bar';
import { SectionFields } from '@/documents/components/section-fields';
import { namesOf, type DocumentInput } from '@/documents/fields';
import { openedValues, type OpenedDocument } from '@/documents/opened';
import type { Rename } from '@/documents/replace-words';
import type { Stored } from '@/documents/stored';
import { useDocumentEditor } from '@/documents/use-document-editor';
import { sectionTitle } from '../fields';
import { pageInfos, type PageTextsKind } from '../kind';
import { serviceRenames } from '../renames';
import { OnPage } from './on-page';
import { RowsField } from './rows-field';

export type TextsView = 'page' | 'form';

export type PageTextsFormProps = {
  kind: PageTextsKind;
  opened: OpenedDocument<DocumentInput>;
  slots: DocumentFormSlots;
  view: TextsView;
  onViewChange: (view: TextsView) => void;
  /** A save changed names of services. */
  onRenamed: (renames: readonly Rename[]) => void;
  /** The public page; null where there is none to look at. */
  page: ReactNode;
};

/** The texts of a page, where they stand on it or as a plain form. Both views edit the same values. */
export function PageTextsForm({
  kind,
  opened,
  slots,
  view,
  onViewChange,
  onRenamed,
  page,
}: PageTextsFormProps) {
  const form = useForm<DocumentInput, unknown, DocumentInput>({
    resolver: zodResolver(kind.schema),
    defaultValues: openedValues(kind, opened),
    mode: 'onSubmit',
  });
  const { userId, isSignedIn, onCreated, renderPicturePicker } = slots;
  const editor = useDocumentEditor(kind, form, { opened, userId, onCreated });
  useRenamed(editor.stored, onRenamed);
  const { path } = pageInfos[kind.page];
  const canBeOnPage = page !== null;
  const isOnPage = canBeOnPage && view === 'page';
  return (
    <FormProvider {...form}>
      <DocumentForm
        kind={kind}
        form={form}
        editor={editor}
        slots={slots}
        canSave
        description={pageInfos[kind.page].description}
        actions={() => (
          <>
            {canBeOnPage && (
              <Button
                {...smallAction}
                icon={
                  isOnPage ? <Rows3 aria-hidden="true" /> : <PanelsTopLeft aria-hidden="true" />
                }
                onClick={() => onViewChange(isOnPage ? 'form' : 'page')}
              >
                {isOnPage ? 'Edit in a form' : 'Edit on the page'}
              </Button>
            )}
            {path !== null && (
              <ButtonLink
                {...smallAction}
                to={path}
                reloadDocument
                icon={<Eye aria-hidden="true" />}
              >
                <span>
                  View<span className="sr-only"> the published page</span>
                </span>
              </ButtonLink>
            )}
            <ButtonLink
              {...smallAction}
              to={kind.paths.history(editor.stored.id)}
              icon={<History aria-hidden="true" />}
            >
              <span>History</span>
            </ButtonLink>
          </>
        )}
        buttons={(_save, publish) => (
          <>
            <SaveButton
              variant="secondary"
              isSaving={editor.isSaving}
              isDisabled={!isSignedIn || editor.text === 'stored'}
            >
              Save changes
            </SaveButton>
            {publish}
          </>
        )}
        page={
          isOnPage && (
            <OnPage
              kind={kind}
              page={page}
              renderPicker={renderPicturePicker}
              onForm={() => onViewChange('form')}
            />
          )
        }
      >
        {!isOnPage && <Sections kind={kind} renderPicker={renderPicturePicker} />}
      </DocumentForm>
    </FormProvider>
  );
}

function useRenamed(
  stored: Stored<DocumentInput>,
  onRenamed: (renames: readonly Rename[]) => void,
) {
  const last = useRef(stored);
  const compare = useEffectEvent((now: Stored<DocumentInput>) => {
    const before = last.current;
    last.current = now;
    // Restoring unsaved text of an earlier visit lowers the version: that is not a save.
    if ((now.version ?? 0) <= (before.version ?? 0)) return;
    const renames = serviceRenames(before.input, now.input);
    if (renames.length > 0) onRenamed(renames);
  });
  useEffect(() => compare(stored), [stored]);
}

type SectionsProps = {
  kind: PageTextsKind;
  renderPicker: DocumentFormSlots['renderPicturePicker'];
};

function Sections({ kind: { fields }, renderPicker }: SectionsProps) {
  const names = namesOf(fields);
  const sections = [...new Set(names.map((name) => fields[name]?.section ?? ''))];
  return sections.map((section) => (
    <FormSection key={section} title={sectionTitle(section)}>
      <SectionFields {...{ fields, section, renderPicker }} />
      {names.map((name) => {
        const field = fields[name];
        return (
          field?.type === 'rows' &&
          field.section === section && <RowsField key={name} {...{ name, field, renderPicker }} />
        );
      })}
    </FormSection>
  ));
}
