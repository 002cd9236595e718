// The colors of drawings at night.
import { readdirSync } from 'node:fs';
import { root } from '../install.mjs';

const SCENES = 'public/scenes/';
const NIGHT = '-night.svg';

/** What white becomes in a scene, and what is added to shadows, as shares of red, green and blue. */
const WHITE = [0.6, 0.64, 0.84];
const SHADE = [0.18, 0.22, 0.4];
/** How light a color is: up to the first share it is ink, which stays near black, from the second on it is shaded. */
const INK = { from: 0.14, to: 0.34 };
/** How much redder than blue a color is: up to the first share it changes, from the second on it stays. */
const WARMTH = { from: 0.08, to: 0.4 };

/** What white becomes in a drawing, and the darkest and the palest sky. */
const MOONLIT = sharesOf('c9d0ec');
const SKY = { dark: sharesOf('1c2550'), pale: sharesOf('343f7b') };

/** Below the project; without those at night, which follow from them. */
export const dayScenes = (): string[] =>
  readdirSync(root + SCENES)
    .filter((name) => !name.endsWith(NIGHT))
    .map((name) => SCENES + name);

export const nightFile = (file: string): string => file.replace('.svg', NIGHT);

/**
 * A scene stands before the night sky of the page: all becomes bluer and darker, ink (hair, trousers, the cat) is
 * darker than the sky and has a rim of light (index.css), and warm colors stay as they are.
 *
 * @param svg with colors such as '#E4572E' or '#FFF'
 */
export const nightScene = (svg: string): string => recolor(svg, sceneColor);

/**
 * A drawing has a background of its own: pale skies, walls and papers become dark blue, white is lit by the moon, ink
 * becomes darker than the sky, and the rest keeps its color, a little dimmer. A shape whose color at night is another
 * one states it: `<circle fill="#F2C063" data-night="#F9F0D2"/>` is a sun by day and the moon at night.
 *
 * @returns null for a drawing of a night, which has `data-night="same"` at its root
 */
export function nightDrawing(svg: string): string | null {
  if (/^<svg [^>]*data-night="same"/.test(svg)) return null;
  return svg.replace(/<[^<>]+>/g, (shape) => {
    const night = recolor(shape, drawingColor);
    const [attribute, color] = / data-night="(#\w+)"/.exec(shape) ?? [];
    if (attribute === undefined) return night;
    return night.replace(attribute, '').replace(/ fill="[^"]*"/, ` fill="${color}"`);
  });
}

/** Colors of fills, lines and gradients only: `url(#c12)` is no color. */
const COLORS = /((?:fill|stroke|stop-color)[=:]"?)#([0-9a-f]{6}|[0-9a-f]{3})\b/gi;

const recolor = (svg: string, night: (day: number[]) => number[]) =>
  svg.replace(COLORS, (_, place: string, hex: string) => place + hexOf(night(sharesOf(hex))));

function drawingColor(day: number[]) {
  const [red = 0, , blue = 0] = day;
  const light = lightOf(day);
  const most = Math.max(...day);
  const saturation = most - Math.min(...day);
  if (light > 0.93 && saturation < 0.05) return MOONLIT;
  // A pale face is as light as a sky, but less bright in its brightest share.
  const isFace = red > blue && saturation > 0.25 && most < 0.96;
  if (light > 0.72 && saturation < 0.36 && !isFace) {
    return mix(mix(SKY.dark, SKY.pale, (light - 0.72) / 0.28), day, 0.1);
  }
  const dimmed = light < 0.2 && saturation < 0.25 ? [0.62, 0.62, 0.75] : [0.86, 0.86, 0.92];
  return day.map((share, channel) => share * (dimmed[channel] ?? 1));
}

function sceneColor(day: number[]) {
  const [red = 0, , blue = 0] = day;
  const warmth = partBetween(WARMTH, red - blue);
  const lit = partBetween(INK, lightOf(day));
  return day.map((share, channel) => {
    const shaded = share * (WHITE[channel] ?? 0) + lit * (1 - share) * (SHADE[channel] ?? 0);
    return shaded + (share - shaded) * warmth;
  });
}

const lightOf = ([red = 0, green = 0, blue = 0]: number[]) =>
  0.3 * red + 0.59 * green + 0.11 * blue;

const partBetween = ({ from, to }: { from: number; to: number }, value: number) =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));

const mix = (from: number[], to: number[], part: number) =>
  from.map((share, channel) => share + ((to[channel] ?? 0) - share) * part);

/** The shares of red, green and blue, from 0 to 1. */
function sharesOf(hex: string) {
  const digits = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
  return [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16) / 255);
}

const hexOf = (shares: number[]) =>
  `#${shares
    .map((share) =>
      Math.round(share * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
