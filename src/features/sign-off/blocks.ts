import { useEffect, useState, type RefObject } from 'react';
import { cutText } from '@contracts/words/cut-text';
import type { Anchor } from './model';

/** A paragraph, picture or figure. */
export type Block = {
  anchor: Anchor;
  /** Its words, or the description of the picture; the start of long ones. */
  quote: string;
  /** An element after its words, shown beside it: the place of a button. */
  host: HTMLElement;
};

/** Pixels from its right edge to that of the page, so that a button stands beside it and not above its end. */
const ROOM = 44;

const QUOTE_MAX = 200;
const PARTS = ['p', 'li', 'h3', 'h4', 'blockquote', 'pre', 'table', 'figure', 'img']
  .map((name) => `[data-anchor] ${name}`)
  .join();

/**
 * Finds the blocks beside which a client can comment, again whenever the page's box changes its size or its content.
 */
export function useBlocks(box: RefObject<HTMLElement | null>, content: string): readonly Block[] {
  const [blocks, setBlocks] = useState<readonly Block[]>([]);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const hosts = new Map<HTMLElement, HTMLElement>();
    const observer = new ResizeObserver(() => {
      const found = findBlocks(element, hosts);
      placeHosts(found.map(({ part, host }) => [part, host]));
      setBlocks(found);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      setBlocks([]);
      for (const host of hosts.values()) host.remove();
    };
  }, [box, content]);
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
    const host = hosts.get(part) ?? addHost(part);
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

function addHost(part: HTMLElement): HTMLElement {
  const host = document.createElement('span');
  host.setAttribute(HOST, '');
  host.className = 'absolute z-10';
  const outer = part.closest<HTMLElement>('a, button') ?? part;
  if (outer.matches(HOLDS_NO_BUTTON)) outer.after(host);
  else outer.append(host);
  return host;
}

/** Absolute positions count from another ancestor on each part of a page, so each is measured from its own zero. */
function placeHosts(places: readonly (readonly [part: HTMLElement, host: HTMLElement])[]) {
  for (const [, { style }] of places) Object.assign(style, { left: '0', top: '0', translate: '' });
  const measured = places.map(([part, host]) => {
    const { top, right } = part.getBoundingClientRect();
    const zero = host.getBoundingClientRect();
    const edge = rightEdgeAround(part);
    const hasRoom = edge - right >= ROOM;
    return {
      style: host.style,
      top: top - zero.top - (hasRoom ? 6 : 24),
      left: hasRoom ? right + 6 - zero.left : edge - 4 - zero.left,
      translate: hasRoom ? '' : '-100%',
    };
  });
  for (const { style, top, left, translate } of measured) {
    Object.assign(style, { top: `${top}px`, left: `${left}px`, translate });
  }
}

/** Of what shows the part: beyond it a button would be cut off. */
function rightEdgeAround(part: HTMLElement): number {
  let edge = document.documentElement.clientWidth;
  for (let around = part.parentElement; around; around = around.parentElement) {
    if (getComputedStyle(around).overflowX !== 'visible') {
      edge = Math.min(edge, around.getBoundingClientRect().right);
    }
  }
  return edge;
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

export function isBeside(
  block: Pick<Block, 'anchor' | 'quote'>,
  comment: { anchor: Anchor; quote: string | null },
): boolean {
  return block.quote === comment.quote && block.anchor.join(' ') === comment.anchor.join(' ');
}
