import { contrast, PAPERS, TEXT_GROUNDS } from '../brand/contrast.ts';
import type { Answers } from './answers.ts';

type Tokens = ReadonlyMap<string, string>;

const BLACK = '#000000';
const WHITE = '#ffffff';

/** A colour between two. */
export function mix(from: string, to: string, share: number): string {
  const channel = (hex: string, at: number) => parseInt(hex.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(from, at) * (1 - share) + channel(to, at) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Replaces the accent in brand/tokens.css; without a sky also the colours of the sky, by that of sunken areas. A colour
 * that lacks contrast is darkened, in the dark theme lightened, in steps of 2 %, until it has it.
 *
 * @returns the new text, and a line with numbers for every correction
 */
export function recolour(
  css: string,
  accent: string,
  motif: Answers['motif'],
): { css: string; notes: string[] } {
  const [light = '', dark = ''] = css.split('\n.dark {');
  const notes: string[] = [];
  const backdrop = motif === 'none' ? plain : (block: string) => block;
  const day = backdrop(replaceAccent(light, accent, BLACK, 3, notes));
  const night = backdrop(replaceAccent(dark, accent, WHITE, 4.5, notes));
  return { css: `${day}\n.dark {${night}`, notes };
}

/** A drawing with the accents of some tokens, now with those of others. */
export function repaint(svg: string, before: string, after: string): string {
  const accents = (css: string) =>
    Array.from(css.matchAll(/--accent(?:-text)?: (#[0-9a-f]{6});/g), ([, hex = '']) => hex);
  const to = accents(after);
  const pairs = accents(before).map((hex, index) => [hex, to[index] ?? hex] as const);
  // Where accent and its text have one colour, that of the accent.
  const replacements = new Map(pairs.toReversed());
  return svg.replace(/#[0-9a-f]{6}\b/gi, (hex) => replacements.get(hex.toLowerCase()) ?? hex);
}

function plain(block: string): string {
  const sunken = /--sunken: (#[0-9a-f]{6});/.exec(block)?.[1] ?? WHITE;
  return block.replace(
    /--sky-(top|high|middle|bottom|glow): #[0-9a-f]{6};/g,
    `--sky-$1: ${sunken};`,
  );
}

function replaceAccent(
  block: string,
  accent: string,
  toward: string,
  atLeast: number,
  notes: string[],
) {
  const tokens: Tokens = new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [
      name,
      hex,
    ]),
  );
  const coloursOf = (names: readonly string[]) => names.map((name) => tokens.get(name) ?? WHITE);
  const theme = toward === BLACK ? 'light' : 'dark';
  const ink = theme === 'light' ? (tokens.get('ink') ?? BLACK) : (tokens.get('surface') ?? BLACK);
  // The text of a button is dark or white, whichever has more contrast.
  const onAccentOf = (fill: string) => (contrast(fill, ink) >= contrast(fill, WHITE) ? ink : WHITE);
  const readable = (
    name: string,
    ratio: number,
    isFit: (colour: string) => boolean = () => true,
    grounds = coloursOf(PAPERS),
  ) => {
    const found = nearest(
      accent,
      toward,
      (colour) => worst(colour, grounds) >= ratio && isFit(colour),
    );
    if (found !== accent) {
      notes.push(
        `${theme} ${name}: ${accent} has ${worst(accent, grounds).toFixed(1)}:1, needs ${ratio}:1; now ${found} with ${worst(found, grounds).toFixed(1)}:1`,
      );
    }
    return found;
  };
  const fill = readable('accent', atLeast, (colour) => contrast(colour, onAccentOf(colour)) >= 4.5);
  const onAccent = onAccentOf(fill);
  const values: Record<string, string> = {
    accent: fill,
    'accent-strong': mix(fill, onAccent === WHITE ? BLACK : WHITE, 0.15),
    'accent-text': readable('accent-text', 4.5, undefined, coloursOf(TEXT_GROUNDS)),
    'on-accent': onAccent,
    // Around the windows of the offices by day.
    ...(theme === 'light' && { 'window-wall': mix(fill, WHITE, 0.65) }),
  };
  return Object.entries(values).reduce(
    (text, [name, hex]) =>
      text.replace(new RegExp(`--${name}: #[0-9a-f]{6};`), `--${name}: ${hex};`),
    block,
  );
}

const worst = (colour: string, backgrounds: readonly string[]) =>
  Math.min(...backgrounds.map((background) => contrast(colour, background)));

/** The first colour that fits on the way from one to another. */
function nearest(from: string, to: string, isFit: (colour: string) => boolean): string {
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mix(from, to, share);
    if (isFit(candidate)) return candidate;
  }
  return to;
}
