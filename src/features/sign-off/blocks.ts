import { useEffect, useState, type RefObject } from 'react';
import type { Anchor } from './model';

/** A paragraph, picture or figure, with its place in pixels from the top left of the page's box. */
export type Block = {
  anchor: Anchor;
  /** Its words, or the description of the picture; the start of long ones. */
  quote: string;
  top: number;
  /** Null where there is no room to its right. */
  right: number | null;
};

const ROOM = 44;

const QUOTE_MAX = 200;
const PARTS = ['p', 'li', 'h3', 'h4', 'blockquote', 'pre', 'table', 'figure', 'img']
  .map((name) => `[data-anchor] ${name}`)
  .join();

/** Finds the blocks beside which a client can comment, again whenever the page's box changes its size. */
export function useBlocks(box: RefObject<HTMLElement | null>): readonly Block[] {
  const [blocks, setBlocks] = useState<readonly Block[]>([]);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => setBlocks(findBlocks(element));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return blocks;
}

function findBlocks(box: HTMLElement): Block[] {
  const origin = box.getBoundingClientRect();
  const parts = [...box.querySelectorAll<HTMLElement>(PARTS)].filter(
    (part) => part.parentElement?.closest(PARTS) === null,
  );
  const whole = [...box.querySelectorAll<HTMLElement>('[data-anchor]')].filter(
    (part) => !parts.some((inner) => part.contains(inner)) && part.closest(PARTS) === null,
  );
  return [...whole, ...parts].flatMap((part) => {
    const quote = wordsOf(part);
    if (quote === '') return [];
    const { top, right } = part.getBoundingClientRect();
    const hasRoom = origin.right - right >= ROOM;
    const anchor = part.closest<HTMLElement>('[data-anchor]')?.dataset.anchor?.split(' ') ?? [];
    return [{ anchor, quote, top: top - origin.top, right: hasRoom ? right - origin.left : null }];
  });
}

function wordsOf(part: HTMLElement): string {
  // Not textContent, which joins the lines of a figure.
  const words = part.innerText.replace(/\s+/g, ' ').trim();
  const picture = part instanceof HTMLImageElement ? part : part.querySelector('img');
  const text = words || picture?.alt || (picture ? 'A picture' : '');
  const characters = Array.from(text);
  return characters.length <= QUOTE_MAX ? text : `${characters.slice(0, QUOTE_MAX).join('')}…`;
}

export function isBeside(
  block: Pick<Block, 'anchor' | 'quote'>,
  comment: { anchor: Anchor; quote: string | null },
): boolean {
  return block.quote === comment.quote && block.anchor.join(' ') === comment.anchor.join(' ');
}
