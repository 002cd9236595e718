// The scene of a page's head with its colors at night: all become bluer and darker, black becomes lighter than the sky
// behind it, and warm colors stay as they are.

import { readdirSync } from 'node:fs';
import { root } from './install.mjs';

const SCENES = 'public/scenes/';
const NIGHT = '-night.svg';

/** What white and black become, as shares of red, green and blue. */
const WHITE = [0.6, 0.64, 0.84];
const BLACK = [0.11, 0.14, 0.27];
/** How much redder than blue a color is: up to the first share it changes, from the second on it stays. */
const WARMTH = { from: 0.2, to: 0.9 };

/** Below the project; without those at night, which follow from them. */
export const dayScenes = (): string[] =>
  readdirSync(root + SCENES)
    .filter((name) => !name.endsWith(NIGHT))
    .map((name) => SCENES + name);

export const nightFile = (file: string): string => file.replace('.svg', NIGHT);

/** @param svg with colors such as '#E4572E' or '#FFF' */
export function nightScene(svg: string): string {
  return svg.replace(/#([0-9a-f]{6}|[0-9a-f]{3})\b/gi, (_, hex: string) => nightColour(hex));
}

function nightColour(hex: string) {
  const digits = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
  const day = [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16) / 255);
  const [red = 0, , blue = 0] = day;
  const warmth = Math.min(1, Math.max(0, (red - blue - WARMTH.from) / (WARMTH.to - WARMTH.from)));
  const night = day.map((share, channel) => {
    const shaded = share * (WHITE[channel] ?? 0) + (1 - share) * (BLACK[channel] ?? 0);
    return shaded + (share - shaded) * warmth;
  });
  return `#${night
    .map((share) =>
      Math.round(share * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
