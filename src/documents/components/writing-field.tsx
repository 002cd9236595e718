import {
  use,
  useEffect,
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
import { useQuery } from '@tanstack/react-query';
import { useController, useFormContext } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Field, Textarea } from '@/components/ui/field';
import { SkeletonText } from '@/components/ui/skeleton';
import type { DocumentInput } from '../fields';
import { areaTarget, surfaceTarget, type TextTarget } from '../text-target';
import type { ToolName } from '../writing/commands';
import type { Dialect } from '../writing/schema';
import type { Surface } from '../writing/surface';
import { chooseWritingMode, useWritingMode } from '../writing/writing-mode';
import { fontFor, FormOwner, useFieldCount } from './form-fields';
import { useTransfer, type PastedPicture } from './use-transfer';

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

/** 121 kB, of which 36 for the parser of Markdown. */
const loadSurface = () => import('./writing-surface');

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
  const { data: parts, isError: isMissing } = useQuery({
    queryKey: ['writing-surface'],
    queryFn: loadSurface,
    staleTime: Infinity,
    networkMode: 'always',
    enabled: chosenMode === 'page',
  });
  // Without the surface, which was not downloaded, the Markdown can be written.
  const isPage = chosenMode === 'page' && refusal === null && !isMissing;
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
            <div className="flex items-start justify-between rounded-t-control border border-b-0 border-line-strong bg-raised px-1">
              {isPage && parts && surface ? (
                <parts.WritingToolbar
                  surface={surface}
                  without={without}
                  isLinkOpen={isLinkOpen}
                  onLink={() => setIsLinkOpen(!isLinkOpen)}
                />
              ) : (
                <span className="min-h-9 flex-1 pointer-coarse:min-h-11" />
              )}
              <div className="flex items-center border-s border-line">
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
              </div>
            </div>
            {isPage && parts && surface && (
              <parts.WritingDetails
                surface={surface}
                isLinkOpen={isLinkOpen}
                onLinkClose={() => setIsLinkOpen(false)}
              />
            )}
          </div>
          {isPage && !parts && (
            <div
              className={clsx('control rounded-t-none', isTall && 'wide:h-full')}
              style={{ minHeight: `calc(${rows} * 1.5em + 1.25rem)` }}
            >
              <SkeletonText lines={4} />
            </div>
          )}
          {isPage && parts && (
            <parts.WritingSurface
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
              {surface && <parts.WritingMenu surface={surface} without={without} />}
            </parts.WritingSurface>
          )}
          {!isPage && (
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
