import { useEffect, useEffectEvent, type KeyboardEvent, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { FormSection } from '@/components/layout/admin-page';
import { SectionAnchors, type PageSection } from '@/components/layout/section-anchors';
import { APPROVAL_SECTION } from '@/lib/paths';
import { isComposing } from '@/lib/words/is-composing';

export type FieldsFormProps = {
  id: string;
  label: string;
  /** Listed by SectionAnchors. */
  sections: readonly PageSection[];
  /** The last section. */
  signOff: ReactNode;
  areAnchorsBeside: boolean;
  isBesidePreview: boolean;
  onSave: () => void;
  children: ReactNode;
  /** Below the sections. */
  end: ReactNode;
};

const approvalSection = {
  id: APPROVAL_SECTION,
  title: 'Approval of the client',
  short: 'Approval',
  description: 'A link shows the client exactly what is saved: to read, comment on and approve.',
};

const ANCHORS_BESIDE = 'wide:grid wide:grid-cols-[13rem_minmax(0,1fr)] wide:gap-x-10';

/** The sections of a document as a form that is saved by Enter and Ctrl+S. */
export function FieldsForm({
  id,
  label,
  sections,
  signOff,
  areAnchorsBeside,
  isBesidePreview,
  onSave,
  children,
  end,
}: FieldsFormProps) {
  const hasAnchors = sections.length > 0;
  const isSplit = hasAnchors && areAnchorsBeside;
  useSaveShortcut(onSave);

  function handleKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const { target, currentTarget } = event;
    if (event.key !== 'Enter' || event.defaultPrevented || isComposing(event.nativeEvent)) return;
    // React events of dialogs bubble here too, although they are not inside the form in the DOM.
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
    if (!target.matches('input, [data-single-line]')) return;
    event.preventDefault();
    if (target.closest('[data-keeps-enter]') === null) onSave();
  }

  return (
    // Handles Enter itself: the browser does not submit a form whose submit button is disabled.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      id={id}
      noValidate
      aria-label={label}
      // A focused field must not end up under the list of sections.
      className="min-w-0 [&_:is(a,input,textarea,select,button,summary)]:scroll-mt-8"
      onKeyDown={handleKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) onSave();
      }}
    >
      <div className={clsx(isSplit && ANCHORS_BESIDE)}>
        {hasAnchors && (
          <SectionAnchors
            sections={signOff ? [...sections, approvalSection] : sections}
            isBeside={isSplit}
          />
        )}
        <div
          className={clsx(
            'min-w-0 [&>section:first-child]:border-t-0',
            isSplit && 'wide:[&>section]:grid-cols-1',
            isBesidePreview && 'desktop:[&>section]:grid-cols-1',
          )}
        >
          {children}
          {signOff && <FormSection {...approvalSection}>{signOff}</FormSection>}
        </div>
      </div>
      {end}
    </form>
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
export function keepTypedTag() {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused.closest('[data-keeps-enter]') === null) return;
  focused.blur();
  focused.focus();
}
