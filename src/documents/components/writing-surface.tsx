import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { useFieldControl } from '@/components/ui/field';
import { MarkdownError } from '../../../supabase/functions/_shared/markdown-limits.ts';
import { createSurface, type Surface, type SurfaceOptions } from '../writing/surface';
import { fontFor } from './form-fields';
import './writing.css';

// One chunk, which forms load when they show a text as visitors see it.
export { WritingDetails } from './writing-details';
export { WritingMenu } from './writing-menu';
export { WritingToolbar } from './writing-toolbar';

export type WritingSurfaceProps = Omit<
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

/** The text as visitors see it, editable. */
export function WritingSurface({
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
