import {
  use,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useReducer,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react';
import { clsx } from 'clsx';
import { FileCode } from 'lucide-react';
import { useController, useFormContext } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Field, Textarea, useFieldControl } from '@/components/ui/field';
import { MarkdownError } from '../../../supabase/functions/_shared/markdown-limits.ts';
import type { DocumentInput } from '../fields';
import { areaTarget, surfaceTarget, type TextTarget } from '../text-target';
import type { ToolName } from '../writing/commands';
import type { Dialect } from '../writing/schema';
import { createSurface, type Surface, type SurfaceOptions } from '../writing/surface';
import { chooseWritingMode, useWritingMode } from '../writing/writing-mode';
import { fontFor, FormOwner, useFieldCount } from './form-fields';
import { useTransfer, type PastedPicture } from './use-transfer';
import './writing.css';
import { WritingDetails } from './writing-details';
import { WritingMenu } from './writing-menu';
import { WritingToolbar } from './writing-toolbar';

export type WritingFieldProps = {
  name: string;
  label: string;
  isLabelHidden?: boolean;
  limit: number;
  /** What a browser accepts of the Markdown. */
  maxLength?: number;
  hint?: string | undefined;
  rows: number;
  dialect: Dialect;
  placeholder?: string;
  /** For pictures that are put into the text. */
  target?: Ref<TextTarget>;
  /** Fills its container from the wide breakpoint on. */
  isTall?: boolean;
  /** At the end of the toolbar. */
  tools?: ReactNode;
  /** Wraps the text, to accept pictures there. */
  renderFrame?: (text: ReactNode) => ReactNode;
  /** Stores the pictures of pasted HTML; without it they are left out. */
  onPictures?: ((pictures: readonly PastedPicture[]) => void) | undefined;
};

/** What the Markdown of a part does not know, see docs/data-model.md. */
const NOT_IN_PARTS: readonly ToolName[] = ['footnote'];

/** A text that is written as visitors will see it, or as Markdown. Its value is Markdown. */
export function WritingField({
  name,
  label,
  isLabelHidden,
  limit,
  maxLength,
  hint,
  rows,
  dialect,
  placeholder,
  target,
  isTall = false,
  tools,
  renderFrame = (text) => text,
  onPictures,
}: WritingFieldProps) {
  const id = useId();
  const { trigger } = useFormContext<DocumentInput>();
  const { field } = useController<DocumentInput>({ name });
  const { error, count } = useFieldCount(name, limit);
  const chosenMode = useWritingMode();
  const [surface, setSurface] = useState<Surface | null>(null);
  const [, update] = useReducer((version: number) => version + 1, 0);
  const [isLinkOpen, setIsLinkOpen] = useState(false);
  const textarea = useRef<HTMLTextAreaElement>(null);
  /** Where the caret was when the other mode was chosen. */
  const caret = useRef<number | undefined>(undefined);
  /** Why the text cannot be shown as a page. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const source = typeof field.value === 'string' ? field.value : '';
  const isPage = chosenMode === 'page' && refusal === null;
  const without = dialect === 'part' ? NOT_IN_PARTS : [];

  const text: TextTarget = surface ? surfaceTarget(surface) : areaTarget(id);
  useImperativeHandle(target, () => text);
  const { transfer, offer } = useTransfer(text, { dialect, onPictures });

  const handleBlur = () => {
    field.onBlur();
    // An empty text is reported on save.
    if (source !== '') void trigger(name);
  };

  function switchMode() {
    if (surface) caret.current = surface.offset();
    else caret.current = textarea.current?.selectionStart;
    setRefusal(null);
    setIsLinkOpen(false);
    chooseWritingMode(isPage ? 'markdown' : 'page');
  }

  // After the press of 'Markdown': the same place in the other mode.
  useEffect(() => {
    const element = textarea.current;
    if (isPage || !element || caret.current === undefined) return;
    element.focus();
    element.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [isPage]);

  return (
    <div
      className={clsx(
        'min-w-0',
        isTall && 'wide:grid wide:h-[70vh] wide:grid-rows-[minmax(0,1fr)_auto]',
      )}
    >
      {renderFrame(
        <Field
          id={id}
          label={label}
          isLabelHidden={isLabelHidden}
          hint={count ?? refusal ?? hint}
          error={error}
          className={clsx(
            isTall && 'wide:grid wide:min-h-0 wide:grid-rows-[auto_minmax(0,1fr)_auto_auto]',
          )}
        >
          <div className="min-w-0">
            <WritingToolbar
              surface={isPage ? surface : null}
              without={without}
              isLinkOpen={isLinkOpen}
              onLink={() => setIsLinkOpen(!isLinkOpen)}
            >
              {tools}
              <Button
                size="small"
                variant="quiet"
                icon={<FileCode aria-hidden="true" />}
                className="pointer-coarse:min-h-11"
                aria-pressed={!isPage}
                onClick={switchMode}
              >
                <span className="max-tablet:sr-only">Markdown</span>
                {!isLabelHidden && <span className="sr-only"> of {label}</span>}
              </Button>
            </WritingToolbar>
            {isPage && surface && (
              <WritingDetails
                surface={surface}
                isLinkOpen={isLinkOpen}
                onLinkClose={() => setIsLinkOpen(false)}
              />
            )}
          </div>
          {isPage ? (
            <WritingSurface
              label={label}
              source={source}
              dialect={dialect}
              takeCaret={() => {
                const place = caret.current;
                caret.current = undefined;
                return place;
              }}
              rows={rows}
              isTall={isTall}
              placeholder={placeholder}
              inputRef={field.ref}
              onChange={field.onChange}
              onBlur={handleBlur}
              onUpdate={update}
              onLink={() => setIsLinkOpen(true)}
              onTransfer={transfer}
              onSurface={setSurface}
              onRefused={setRefusal}
            >
              {surface && <WritingMenu surface={surface} without={without} />}
            </WritingSurface>
          ) : (
            <Textarea
              name={name}
              form={use(FormOwner)}
              ref={(element) => {
                textarea.current = element;
                field.ref(element);
              }}
              value={source}
              rows={rows}
              spellCheck
              maxLength={maxLength}
              style={{ fontFamily: fontFor(source) || undefined }}
              placeholder={placeholder}
              onChange={field.onChange}
              onBlur={handleBlur}
              onPaste={(event) => {
                transfer(event.nativeEvent, event.clipboardData);
              }}
              className={clsx(
                'markdown-text',
                isTall && 'wide:h-full wide:max-h-none wide:resize-none',
              )}
            />
          )}
        </Field>,
      )}
      {offer}
    </div>
  );
}

type WritingSurfaceProps = Omit<
  SurfaceOptions,
  'place' | 'offset' | 'attributes' | 'placeholder' | 'onUpdate'
> & {
  label: string;
  /** Where the caret was in the Markdown. */
  takeCaret: () => number | undefined;
  rows: number;
  isTall: boolean;
  placeholder: string | undefined;
  inputRef: (field: { focus: () => void }) => void;
  onUpdate: () => void;
  onSurface: (surface: Surface | null) => void;
  onRefused: (reason: string) => void;
  children: ReactNode;
};

function WritingSurface({
  label,
  source,
  dialect,
  takeCaret,
  rows,
  isTall,
  placeholder,
  inputRef,
  onSurface,
  onRefused,
  children,
  ...handlers
}: WritingSurfaceProps) {
  const control = useFieldControl();
  const place = useRef<HTMLDivElement>(null);
  const surface = useRef<Surface | null>(null);
  const attributes = useEffectEvent(() => ({
    ...(control.id !== undefined && { id: control.id }),
    ...(control['aria-invalid'] && { 'aria-invalid': 'true' }),
    ...(control['aria-describedby'] !== undefined && {
      'aria-describedby': control['aria-describedby'],
    }),
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    spellcheck: 'true',
    dir: 'auto',
    class: 'reading outline-none',
  }));
  const change = useEffectEvent(handlers.onChange);
  const update = useEffectEvent(handlers.onUpdate);
  const openLink = useEffectEvent(handlers.onLink);
  const blur = useEffectEvent(handlers.onBlur);
  const transfer = useEffectEvent(handlers.onTransfer);

  const open = useEffectEvent((element: HTMLElement) => {
    try {
      const opened = createSurface({
        place: element,
        source,
        dialect,
        offset: takeCaret(),
        attributes: () => attributes(),
        placeholder,
        onChange: (text) => change(text),
        onUpdate: () => update(),
        onLink: () => openLink(),
        onBlur: () => blur(),
        onTransfer: (event, data) => transfer(event, data),
      });
      surface.current = opened;
      inputRef({ focus: () => opened.focus() });
      onSurface(opened);
    } catch (error) {
      if (!(error instanceof MarkdownError)) throw error;
      onRefused(`${error.message}. Until then it is shown as Markdown.`);
    }
  });
  useEffect(() => {
    if (place.current) open(place.current);
    return () => {
      surface.current?.destroy();
      surface.current = null;
      onSurface(null);
    };
  }, [dialect, onSurface]);

  const show = useEffectEvent((text: string) => {
    try {
      surface.current?.show(text);
    } catch (error) {
      if (!(error instanceof MarkdownError)) throw error;
      onRefused(`${error.message}. Until then it is shown as Markdown.`);
    }
  });
  useEffect(() => show(source), [source]);

  // The hint, the error and what they are called belong to the text itself.
  const described = `${control['aria-describedby']} ${control['aria-invalid']}`;
  useEffect(() => {
    surface.current?.view.setProps({ attributes: () => attributes() });
  }, [described]);

  return (
    <div
      className={clsx(
        'writing control relative overflow-y-auto',
        dialect === 'part' && 'reading-part',
        isTall ? 'max-h-[70vh] wide:h-full wide:max-h-none' : 'max-h-[70vh]',
      )}
      style={{
        minHeight: `calc(${rows} * 1.5em + 1.25rem)`,
        fontFamily: fontFor(source) || undefined,
      }}
    >
      <div ref={place} className="relative" />
      {children}
    </div>
  );
}
