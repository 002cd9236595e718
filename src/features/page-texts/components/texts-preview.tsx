import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  type ComponentType,
} from 'react';
import { useFormContext } from 'react-hook-form';
import { PreviewFrame } from '@/documents/components/preview-frame';
import type { DocumentInput } from '@/documents/fields';
import { useDebouncedValues } from '@/documents/form';
import { HeadContext } from '@/lib/seo';
import { holdContent, showTexts } from '../content';
import type { PageTextsKind } from '../kind';
import { markTexts, takePlaces, type Place } from '../places';

export type TextsPreviewProps = {
  kind: PageTextsKind;
  page: ComponentType;
  width: number;
  /** Names of fields, of which the page shows the first. */
  shown: readonly string[];
  /** A text or picture was pressed: gets the name of its field. */
  onPress: (name: string) => void;
};

/** The public page with the texts of the form. A press on one leads to its field. */
export function TextsPreview({ kind, page: Page, width, shown, onPress }: TextsPreviewProps) {
  const values = useDeferredValue(useDebouncedValues(useFormContext<DocumentInput>()));
  const [places, setPlaces] = useState<Place[] | null>(null);
  const [root, setRoot] = useState<HTMLElement | null>(null);

  // The content is shared by all components: it holds the texts of the form while this is mounted.
  useLayoutEffect(() => holdContent(kind.page), [kind]);
  useLayoutEffect(() => {
    let isCurrent = true;
    queueMicrotask(() => {
      if (!isCurrent) return;
      const marked = markTexts(kind, values);
      showTexts(kind.page, marked.texts);
      setPlaces(marked.places);
    });
    return () => {
      isCurrent = false;
    };
  }, [kind, values]);

  const takeMarks = useEffectEvent(() => root && takePlaces(root, places ?? []));
  const show = useEffectEvent(() => root && showPlace(root, shown));
  useEffect(() => {
    if (!root) return undefined;
    const observer = new MutationObserver(() => takeMarks());
    observer.observe(root, { childList: true, subtree: true, characterData: true });
    takeMarks();
    return () => observer.disconnect();
  }, [root]);
  useEffect(() => void show(), [root, shown]);

  return (
    <PreviewFrame
      title="The page as visitors see it; press a text to change it"
      width={width}
      resetKey={values}
      onPress={(event) => {
        const pressed = root?.ownerDocument
          .elementsFromPoint(event.clientX, event.clientY)
          .find((element) => element.matches('[data-place]'));
        const name = pressed?.getAttribute('data-place');
        if (name) onPress(name);
      }}
    >
      <div
        ref={setRoot}
        className="relative isolate bg-surface [--header-height:0px] [&_[data-place]]:cursor-pointer [&_[data-place]]:rounded-sm [&_[data-place]]:outline-offset-4 [&_[data-place]]:outline-accent [&_[data-place]:hover]:outline-2 [&_[data-place]:hover]:outline-dashed [&_[data-shown]]:outline-2 [&_[data-shown]]:outline-solid"
      >
        {places && (
          <HeadContext value={{}}>
            <Page key={width} />
          </HeadContext>
        )}
      </div>
    </PreviewFrame>
  );
}

/** Brings the first text of these fields into view and outlines it. */
function showPlace(root: HTMLElement, names: readonly string[]) {
  root.querySelector('[data-shown]')?.removeAttribute('data-shown');
  const element = names
    .flatMap((name) => [`[data-place="${name}"]`, `[data-place^="${name}."]`])
    .map((selector) => root.querySelector(selector))
    .find(Boolean);
  if (!element) return;
  if (names.length === 1) element.setAttribute('data-shown', '');
  const { top, bottom } = element.getBoundingClientRect();
  const { innerHeight = 0 } = element.ownerDocument.defaultView ?? {};
  if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: 'center' });
}
