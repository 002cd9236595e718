import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { createPortal } from 'react-dom';
import { ErrorBoundary } from '@/components/error-boundary';
import { createPolicy } from '@/lib/trusted-types';

// Without a doctype the page would render in quirks mode.
const EMPTY_PAGE = '<!doctype html><html><head></head><body></body></html>';
let policy: { createHTML: (html: string) => string } | undefined;

export type PreviewFrameProps = {
  title: string;
  /** Width of the page in CSS pixels, for media queries and `vw`. */
  width: number;
  /** A change renders a failed preview again. */
  resetKey: unknown;
  onPress?: (event: MouseEvent) => void;
  children: ReactNode;
};

/** Renders the children in an iframe of the given width, scaled to fit. Links and forms are disabled. */
export function PreviewFrame({ title, width, resetKey, onPress, children }: PreviewFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const { scale, height } = useFit(box, width);
  const [page, setPage] = useState<Document | null>(null);
  const isStyled = useCopiedStyles(page);
  return (
    <div ref={box} className="relative min-h-0 flex-1 overflow-hidden">
      <iframe
        title={title}
        ref={fillWithEmptyPage}
        onLoad={({ currentTarget }) => setPage(currentTarget.contentDocument)}
        className="absolute top-0 left-1/2 bg-surface outline outline-line"
        style={{
          width,
          height,
          transform: `translateX(-50%) scale(${scale})`,
          transformOrigin: 'top center',
        }}
      />
      {page &&
        isStyled &&
        createPortal(
          <div
            onClickCapture={(event) => {
              stop(event);
              onPress?.(event.nativeEvent);
            }}
            onAuxClickCapture={stop}
            onSubmitCapture={stop}
          >
            <ErrorBoundary level="component" resetKey={resetKey}>
              {children}
            </ErrorBoundary>
          </div>,
          page.body,
        )}
    </div>
  );
}

/** Not as a prop: React would turn the TrustedHTML into a string again. */
function fillWithEmptyPage(frame: HTMLIFrameElement | null) {
  policy ??= createPolicy('preview-page', { createHTML: () => EMPTY_PAGE });
  if (frame) frame.srcdoc = policy.createHTML(EMPTY_PAGE);
}

function stop(event: SyntheticEvent) {
  event.preventDefault();
  event.stopPropagation();
}

function useFit(box: React.RefObject<HTMLDivElement | null>, width: number) {
  const [size, setSize] = useState({ width, height: 0 });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  const scale = size.width > 0 ? Math.min(1, size.width / width) : 1;
  return { scale, height: size.height / scale };
}

/** Copies the style sheets and the theme of this page into the iframe, and later changes too. */
function useCopiedStyles(page: Document | null): boolean {
  const [styled, setStyled] = useState<Document | null>(null);
  useEffect(() => {
    if (!page) return undefined;
    const observer = new MutationObserver((changes) => {
      copyRoot(page);
      for (const { addedNodes } of changes) void copyStyles(addedNodes, page);
    });
    copyRoot(page);
    void copyStyles(document.head.childNodes, page).then(() => setStyled(page));
    observer.observe(document.head, { childList: true });
    observer.observe(document.documentElement, { attributeFilter: ['class', 'lang'] });
    return () => observer.disconnect();
  }, [page]);
  return page !== null && styled === page;
}

function copyRoot({ documentElement }: Document) {
  documentElement.className = document.documentElement.className;
  documentElement.lang = document.documentElement.lang;
}

/** Resolves when all sheets have loaded or failed. */
async function copyStyles(nodes: NodeListOf<ChildNode> | NodeList, page: Document): Promise<void> {
  const copies = [...nodes].flatMap((node) =>
    node instanceof Element && node.matches('style, link[rel="stylesheet"]')
      ? page.importNode(node, true)
      : [],
  );
  const loads = copies
    .filter((copy) => copy.matches('link'))
    .map(
      (copy) =>
        new Promise((resolve) => {
          copy.addEventListener('load', resolve);
          copy.addEventListener('error', resolve);
        }),
    );
  page.head.append(...copies);
  await Promise.all(loads);
}
