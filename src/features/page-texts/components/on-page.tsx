import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { clsx } from 'clsx';
import { createPortal } from 'react-dom';
import { useFormContext, useFormState } from 'react-hook-form';
import type { RenderPicturePicker } from '@/documents/components/picture-field';
import type { DocumentInput } from '@/documents/fields';
import { HeadContext } from '@/lib/seo';
import { holdContent, showTexts } from '../content';
import type { PageTextsKind } from '../kind';
import { markTexts, type Place } from '../places';
import { watchTexts, type PicturePlace } from '../watch-texts';

export type OnPageProps = {
  kind: PageTextsKind;
  page: ReactNode;
  renderPicker: RenderPicturePicker | undefined;
  /** Shows the form instead. */
  onForm: () => void;
};

/** The public page with the texts of the form; each of them is edited where it stands. */
export function OnPage({ kind, page, renderPicker, onForm }: OnPageProps) {
  const { getValues, setValue, trigger, subscribe } = useFormContext<DocumentInput>();
  const container = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<{ places: Place[]; number: number } | null>(null);
  const [current, setCurrent] = useState<{ place: Place; length: number } | null>(null);
  const [pictures, setPictures] = useState<PicturePlace[]>([]);
  const isTyping = useRef(false);

  // The content is shared by all components: it holds the texts of the form while this is mounted.
  const show = useEffectEvent(() => {
    const { places, texts } = markTexts(kind, getValues());
    showTexts(kind.page, texts);
    setPictures([]);
    setShown((before) => ({ places, number: (before?.number ?? 0) + 1 }));
  });
  useLayoutEffect(() => {
    const release = holdContent(kind.page);
    let isHeld = true;
    queueMicrotask(() => {
      if (isHeld) show();
    });
    return () => {
      isHeld = false;
      release();
    };
  }, [kind]);

  /** Values that come from elsewhere: a restored text, a discarded change, another picture. */
  const showAgain = useEffectEvent(() => {
    if (!isTyping.current) show();
  });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: () => showAgain() }),
    [subscribe],
  );

  const handleInput = useEffectEvent((place: Place, text: string) => {
    isTyping.current = true;
    setValue(place.path, withPart(getValues(place.path), place, text), { shouldDirty: true });
    isTyping.current = false;
    setCurrent({ place, length: [...text].length });
  });
  const handleFocus = useEffectEvent((place: Place, text: string) =>
    setCurrent({ place, length: [...text].length }),
  );
  const handleBlur = useEffectEvent((place: Place) => {
    setCurrent(null);
    void trigger(place.path);
  });
  useLayoutEffect(() => {
    if (!container.current || !shown) return undefined;
    const stop = watchTexts(container.current, shown.places, {
      onInput: handleInput,
      onFocus: handleFocus,
      onBlur: handleBlur,
      // The pictures of day and night are one field.
      onPicture: (picture) =>
        setPictures((before) =>
          before.some(({ host }) => host === picture.host) ? before : [...before, picture],
        ),
    });
    // The texts of people and offices stand in the middle of a page.
    const first = container.current.querySelector('[data-place]');
    const isFar = first && first.getBoundingClientRect().top > window.innerHeight;
    if (isFar && shown.number === 1) first.scrollIntoView({ block: 'center' });
    return stop;
  }, [shown]);

  return (
    <>
      <TextStatus kind={kind} current={current} onForm={onForm} />
      {/* Links and buttons of the page do nothing here: a click is for the text on them. */}
      <div
        ref={container}
        onClickCapture={ignoreControls}
        onSubmitCapture={(event) => event.preventDefault()}
        className="relative isolate -mx-gutter overflow-clip border-y border-line bg-surface [--header-height:0px]"
      >
        {shown && (
          <HeadContext key={shown.number} value={{}}>
            {page}
          </HeadContext>
        )}
      </div>
      {pictures.map(({ host, path, label }) =>
        createPortal(
          <span data-picture className="absolute end-3 bottom-3 z-10 [&>button]:bg-raised">
            {renderPicker?.({
              label,
              value: String(getValues(path) ?? ''),
              onPick: (url) => setValue(path, url, { shouldDirty: true }),
            })}
          </span>,
          host,
          path,
        ),
      )}
    </>
  );
}

/** A text that holds several keeps the others. */
function withPart(value: unknown, { part, separator = '\n' }: Place, text: string): string {
  if (part === undefined) return text;
  const texts = String(value).split(separator);
  texts[part] = text;
  return texts.join(separator);
}

function ignoreControls(event: MouseEvent) {
  const { target } = event;
  if (!(target instanceof Element) || target.closest('[data-picture]')) return;
  const control = target.closest('a, button, label, summary');
  if (!control) return;
  event.preventDefault();
  event.stopPropagation();
  // Browsers focus the link, not the text in it.
  (
    target.closest<HTMLElement>('[data-place]') ??
    control.querySelector<HTMLElement>('[data-place]')
  )?.focus();
}

type TextStatusProps = {
  kind: PageTextsKind;
  current: { place: Place; length: number } | null;
  onForm: () => void;
};

/** What is being edited and the room that is left, or what was not saved: on the page is no place for messages. */
function TextStatus({ kind, current, onForm }: TextStatusProps) {
  const { errors, submitCount } = useFormState<DocumentInput>();
  const refused = Object.keys(errors).map((name) => kind.fields[name]?.label ?? name);
  const isRefused = submitCount > 0 && refused.length > 0;
  const isTooLong = current !== null && current.length > current.place.limit;
  return (
    <div
      className={clsx(
        'sticky top-0 z-20 -mx-gutter border-t border-line bg-surface px-gutter py-2 text-small',
        isTooLong || isRefused ? 'font-semibold text-danger' : 'text-muted',
      )}
    >
      <p role="status">{current ? roomFor(current) : !isRefused && HINT}</p>
      {isRefused && (
        <p role="alert">
          Not saved, because these texts do not fit: {refused.join(', ')}.{' '}
          <button type="button" className="link" onClick={onForm}>
            Show them in the form
          </button>
        </p>
      )}
    </div>
  );
}

const HINT = 'Press a text or a picture to change it. Add, remove and move items in the form.';

function roomFor({ place, length }: { place: Place; length: number }): string {
  return `${place.label}: ${length} of ${place.limit} characters`;
}
