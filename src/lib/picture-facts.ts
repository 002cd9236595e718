import type { PictureFacts } from '@contracts/picture-facts';
import { imagePathOfUrl } from './image-url';

/** FOCUS_DEFAULT of the contract, whose module visitors do not download. */
const MIDDLE = 50;

/** Reads facts of any backend without zod, which visitors do not download. Other values are left out. */
export function toPictureFacts(raw: unknown): PictureFacts {
  if (typeof raw !== 'object' || raw === null) return {};
  return Object.fromEntries(
    Object.entries(raw).map(([path, facts]: [string, unknown]) => [path, toFacts(facts)]),
  );
}

function toFacts(raw: unknown): PictureFacts[string] {
  if (typeof raw !== 'object' || raw === null) return {};
  return {
    ...('alt' in raw && typeof raw.alt === 'string' && { alt: raw.alt }),
    ...('x' in raw && typeof raw.x === 'number' && { x: raw.x }),
    ...('y' in raw && typeof raw.y === 'number' && { y: raw.y }),
  };
}

function factsOf(facts: PictureFacts, url: string | null): PictureFacts[string] {
  const path = url === null ? null : imagePathOfUrl(url);
  return (path !== null && Object.hasOwn(facts, path) && facts[path]) || {};
}

/** The alternative text of the library; null if it has none. */
export function altOf(facts: PictureFacts, url: string | null): string | null {
  return factsOf(facts, url).alt?.trim() || null;
}

export type Focus = { x: number; y: number };

/** The point that crops keep, in percent; undefined for the middle. */
export function focusOf(facts: PictureFacts, url: string | null): Focus | undefined {
  const { x = MIDDLE, y = MIDDLE } = factsOf(facts, url);
  return x === MIDDLE && y === MIDDLE ? undefined : { x, y };
}

/** The focal point of one picture: what a card needs, whose picture has no alternative text. */
export function cropFactsOf(facts: PictureFacts, url: string | null): PictureFacts {
  const path = url === null ? null : imagePathOfUrl(url);
  const focus = focusOf(facts, url);
  return path === null || !focus ? {} : { [path]: focus };
}
