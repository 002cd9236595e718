import { useEffect, useEffectEvent, useMemo, useRef, useState, type ComponentType } from 'react';
import { offices } from '@brand/offices';
import { zodResolver } from '@hookform/resolvers/zod';
import { AppWindow, ChevronRight, CircleAlert, Eye, History } from 'lucide-react';
import { FormProvider, useForm, useFormState } from 'react-hook-form';
import { Button, ButtonLink } from '@/components/ui/button';
import { smallAction } from '@/documents/components/document-actions';
import { DocumentForm, type DocumentFormSlots } from '@/documents/components/document-form';
import {
  FullScreenPreview,
  PreviewBar,
  ScreenWidths,
  usePreviewWidth,
} from '@/documents/components/page-preview';
import { SaveButton } from '@/documents/components/save-bar';
import { SectionFields } from '@/documents/components/section-fields';
import { namesOf, type DocumentInput } from '@/documents/fields';
import { openedValues, type OpenedDocument } from '@/documents/opened';
import type { Rename } from '@/documents/replace-words';
import type { Stored } from '@/documents/stored';
import { useDocumentEditor } from '@/documents/use-document-editor';
import { useIsWide } from '@/hooks/use-is-wide';
import { sectionTitle } from '../fields';
import { pageInfos, type PageTextsKind } from '../kind';
import { serviceRenames } from '../renames';
import { RowsField } from './rows-field';
import { TextsPreview } from './texts-preview';

export type PageTextsFormProps = {
  kind: PageTextsKind;
  opened: OpenedDocument<DocumentInput>;
  slots: DocumentFormSlots;
  page: ComponentType;
  /** A save changed names of services. */
  onRenamed: (renames: readonly Rename[]) => void;
};

/** The texts of a page in sections; beside them the page, in a dialog where there is no room. */
export function PageTextsForm({ kind, opened, slots, page, onRenamed }: PageTextsFormProps) {
  const form = useForm<DocumentInput, unknown, DocumentInput>({
    resolver: zodResolver(kind.schema),
    defaultValues: openedValues(kind, opened),
    mode: 'onSubmit',
  });
  const { userId, isSignedIn, onCreated, renderPicturePicker } = slots;
  // The form library cannot focus a field in a section that is closed.
  const documentForm = useMemo(() => ({ ...form, setFocus: focusField }), [form]);
  const editor = useDocumentEditor(kind, documentForm, { opened, userId, onCreated });
  useRenamed(editor.stored, onRenamed);
  const { path, description } = pageInfos[kind.page];
  const isWide = useIsWide();
  const [isPreviewOpen, setIsPreviewOpen] = useState(false);
  const [width, setWidth] = usePreviewWidth();
  const [shown, setShown] = useState<readonly string[]>([]);
  const preview = (
    <TextsPreview
      {...{ kind, page, width, shown }}
      onPress={(name) => {
        setIsPreviewOpen(false);
        // After the dialog has given the focus back.
        requestAnimationFrame(() => focusField(name));
      }}
    />
  );
  return (
    <FormProvider {...form}>
      <DocumentForm
        kind={kind}
        form={documentForm}
        editor={editor}
        slots={slots}
        canSave
        isWorkbench={isWide}
        beside={isWide && preview}
        description={description}
        actions={() => (
          <>
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
            {isWide ? (
              <ScreenWidths isTight width={width} onWidthChange={setWidth} />
            ) : (
              <Button
                variant="quiet"
                aria-haspopup="dialog"
                icon={<AppWindow aria-hidden="true" />}
                onClick={() => setIsPreviewOpen(true)}
                className="px-3"
              >
                <span className="@max-3xl:sr-only">Preview</span>
              </Button>
            )}
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
      >
        <Sections kind={kind} renderPicker={renderPicturePicker} onShow={setShown} />
      </DocumentForm>
      <FullScreenPreview isOpen={isPreviewOpen && !isWide} onOpenChange={setIsPreviewOpen}>
        {(close) => (
          <>
            <PreviewBar width={width} onWidthChange={setWidth}>
              {close}
            </PreviewBar>
            {preview}
          </>
        )}
      </FullScreenPreview>
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
  /** Gets the names of the fields that are worked on. */
  onShow: (names: readonly string[]) => void;
};

/** The telephone of the website is one of an office. */
const SUGGESTIONS = { phone: offices.map(({ phone }) => phone) };

/** One open at a time. */
function Sections({ kind: { fields }, renderPicker, onShow }: SectionsProps) {
  const list = useRef<HTMLDivElement>(null);
  const { submitCount, errors } = useFormState<DocumentInput>();
  const hasErrors = useEffectEvent(() => Object.keys(errors).length > 0);
  useEffect(() => {
    if (submitCount === 0 || !hasErrors()) return;
    open(list.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]'));
  }, [submitCount]);
  const names = namesOf(fields);
  const all = [...new Set(names.map((name) => fields[name]?.section ?? ''))];
  // What no page shows comes last.
  const sections = [...all.filter((section) => section !== 'meta'), 'meta'].filter((section) =>
    all.includes(section),
  );
  return (
    <div
      ref={list}
      className="border-b border-line"
      onFocus={({ target }) => {
        const name = target.getAttribute('name');
        if (name !== null) onShow([name]);
      }}
    >
      {sections.map((section, index) => {
        const own = names.filter((name) => fields[name]?.section === section);
        const first = fields[own[0] ?? ''];
        const isList = own.length === 1 && first?.type === 'rows';
        return (
          <details
            key={section}
            // Browsers close the others of this name.
            name="section"
            open={index === 0}
            className="group/section border-t border-line first:border-t-0"
            onToggle={({ currentTarget, target }) => {
              if (!currentTarget.open || target !== currentTarget) return;
              // Opened for a field that has the focus.
              if (currentTarget.contains(document.activeElement?.closest('div') ?? null)) return;
              currentTarget.scrollIntoView({ block: 'nearest' });
              onShow(own);
            }}
          >
            <summary className="sticky top-0 z-10 flex min-h-13 list-none text-base items-center gap-2 bg-surface font-semibold max-wide:static [&::-webkit-details-marker]:hidden">
              {isList ? first.label : sectionTitle(section)}
              <span className="hidden items-center gap-1.5 text-small font-medium text-danger group-has-[[aria-invalid=true]]/section:flex">
                <CircleAlert aria-hidden="true" className="size-4" />
                Does not fit
              </span>
              <ChevronRight
                aria-hidden="true"
                className="ms-auto size-4.5 text-muted transition-transform duration-control group-open/section:rotate-90"
              />
            </summary>
            <div className="grid gap-5 pt-1 pb-8">
              <SectionFields {...{ fields, section, renderPicker }} suggestions={SUGGESTIONS} />
              {own.map((name) => {
                const field = fields[name];
                return (
                  field?.type === 'rows' && (
                    <RowsField
                      key={name}
                      isLabelHidden={isList}
                      {...{ name, field, renderPicker }}
                    />
                  )
                );
              })}
            </div>
          </details>
        );
      })}
    </div>
  );
}

function focusField(name: string) {
  open(document.getElementsByName(name)[0]);
}

/** Opens what the field is folded into, and focuses it. */
function open(field: HTMLElement | null | undefined) {
  for (let at = field?.closest('details'); at; at = at.parentElement?.closest('details'))
    at.open = true;
  field?.focus();
  field?.scrollIntoView({ block: 'nearest' });
}
