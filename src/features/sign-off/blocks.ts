import { useEffect, useState, type RefObject } from 'react';
import { cutText } from '@contracts/words/cut-text';
import type { Anchor } from './model';

/** A paragraph, picture or figure. */
export type Block = {
  anchor: Anchor;
  /** Its words, or the description of the picture; the start of long ones. */
  quote: string;
  /** Rendered by React; its `data-anchor` or an element inside it. */
  part: HTMLElement;
  /** An element after its words, shown beside it: the place of a button. */
  host: HTMLElement;
};

const QUOTE_MAX = 200;
const PARTS = ['p', 'li', 'h3', 'h4', 'blockquote', 'pre', 'table', 'figure', 'img']
  .map((name) => `[data-anchor] ${name}`)
  .join();

/**
 * Finds the blocks beside which a client can comment, again whenever the page's box changes its size or its content.
 */
export function useBlocks(
  box: RefObject<HTMLElement | null>,
  column: RefObject<HTMLElement | null>,
  content: string,
): readonly Block[] {
  const [blocks, setBlocks] = useState<readonly Block[]>([]);
  useEffect(() => {
    const element = box.current;
    const width = column.current;
    if (!element || !width) return undefined;
    const hosts = new Map<HTMLElement, HTMLElement>();
    const observer = new ResizeObserver(() => {
      const found = findBlocks(element, hosts);
      placeHosts(
        element,
        width,
        found.map(({ part, host }) => [part, host]),
      );
      setBlocks(found);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      setBlocks([]);
      for (const host of hosts.values()) host.remove();
    };
  }, [box, column, content]);
  return blocks;
}

/** @param hosts of the parts found before */
function findBlocks(box: HTMLElement, hosts: Map<HTMLElement, HTMLElement>) {
  const parts = [...box.querySelectorAll<HTMLElement>(PARTS)].filter(
    (part) => part.parentElement?.closest(PARTS) === null,
  );
  const whole = [...box.querySelectorAll<HTMLElement>('[data-anchor]')].filter(
    (part) => !parts.some((inner) => part.contains(inner)) && part.closest(PARTS) === null,
  );
  const found = inOrderOfPage([...whole, ...parts]);
  // Neither the words of the buttons nor those for screen readers only are words of the document.
  const hidden = [...box.querySelectorAll<HTMLElement>(`[${HOST}], .sr-only:not([hidden])`)];
  for (const element of hidden) element.hidden = true;
  const quotes = found.map(wordsOf);
  for (const element of hidden) element.hidden = false;
  return found.flatMap((part, index) => {
    const quote = quotes[index] ?? '';
    if (quote === '') return [];
    const host = hosts.get(part) ?? addHost(box, part);
    hosts.set(part, host);
    const anchor = part.closest<HTMLElement>('[data-anchor]')?.dataset.anchor?.split(' ') ?? [];
    return [{ anchor, quote, part, host }];
  });
}

const inOrderOfPage = (parts: readonly HTMLElement[]) =>
  parts.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );

const HOST = 'data-block-host';
/** A button is not part of a heading or a link, and these others can hold none. */
const HOLDS_NO_BUTTON = 'h1, h2, h3, h4, a, button, pre, table, img, dl, ul, ol';

function addHost(box: HTMLElement, part: HTMLElement): HTMLElement {
  const host = document.createElement('span');
  host.setAttribute(HOST, '');
  // Reduced motion gives every change a transition of no length, in which a moved button still measures where it was.
  host.className = 'absolute z-10 transition-none';
  const outer = outermostClipping(box, part) ?? part.closest<HTMLElement>('a, button') ?? part;
  if (outer === part && !outer.matches(HOLDS_NO_BUTTON)) {
    outer.append(host);
    return host;
  }
  let before: Element = outer;
  while (before.nextElementSibling?.hasAttribute(HOST)) before = before.nextElementSibling;
  before.after(host);
  return host;
}

/** Of the elements around a part that would cut off a button in the gutter. */
function outermostClipping(box: HTMLElement, part: HTMLElement): HTMLElement | null {
  let outermost: HTMLElement | null = null;
  for (let around = part.parentElement; around && around !== box; around = around.parentElement) {
    if (/hidden|clip|auto|scroll/.test(getComputedStyle(around).overflowX)) outermost = around;
  }
  return outermost;
}

/** Between the buttons of parts that begin at one height, like the figures of a row. */
const GAP = 4;
const SIZE = 32;

/**
 * Puts all buttons into one gutter at the right of the page, each at the height of its part or below the one before it.
 * Absolute positions count from another ancestor on each part of a page, so each is measured from its own zero.
 *
 * @param column as wide as the content of the page
 */
function placeHosts(
  box: HTMLElement,
  column: HTMLElement,
  places: readonly (readonly [part: HTMLElement, host: HTMLElement])[],
) {
  for (const [, { style }] of places) Object.assign(style, { left: '0', top: '0' });
  const left = Math.min(
    column.getBoundingClientRect().right + 8,
    box.getBoundingClientRect().right - SIZE - GAP,
  );
  const measured = places
    .map(([part, host]) => ({
      style: host.style,
      zero: host.getBoundingClientRect(),
      top: part.getBoundingClientRect().top,
    }))
    .toSorted((one, other) => one.top - other.top);
  let free = -Infinity;
  for (const { style, zero, top } of measured) {
    const placed = Math.max(top, free);
    free = placed + SIZE + GAP;
    Object.assign(style, { top: `${placed - zero.top}px`, left: `${left - zero.left}px` });
  }
}

const NAME_WORDS = 8;

/** The first words of a quote, which tell one button from the others. */
export function nameOf({ quote }: Pick<Block, 'quote'>): string {
  const words = quote.split(' ');
  return words.length <= NAME_WORDS ? quote : `${words.slice(0, NAME_WORDS).join(' ')} …`;
}

function wordsOf(part: HTMLElement): string {
  // Not textContent, which joins the lines of a figure.
  const words = part.innerText.replace(/\s+/g, ' ').trim();
  const picture = part instanceof HTMLImageElement ? part : part.querySelector('img');
  const text = words || picture?.alt || (picture ? 'A picture' : '');
  return cutText(text, QUOTE_MAX + 1, '…');
}

/** While its button is pointed at, because the two may stand apart. */
export function outlinePart({ part: { style } }: Pick<Block, 'part'>, isOutlined: boolean) {
  style.outline = isOutlined ? '2px solid var(--line-strong)' : '';
  style.outlineOffset = isOutlined ? '6px' : '';
}

export function isBeside(
  block: Pick<Block, 'anchor' | 'quote'>,
  comment: { anchor: Anchor; quote: string | null },
): boolean {
  return block.quote === comment.quote && block.anchor.join(' ') === comment.anchor.join(' ');
}
