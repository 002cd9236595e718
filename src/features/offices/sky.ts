import type { Office } from '@/content/offices';

type Place = NonNullable<Office['place']>;

/** What a window shows of the sky, as the custom properties of its drawing. */
export type WindowSky = {
  /** 0 by day, 1 at night. */
  '--night': number;
  /** 1 at sunrise and sunset, 0 by day and at night. */
  '--glow': number;
  '--sun-x': string;
  '--sun-y': string;
};

const DAY_MS = 86_400_000;
const DEGREE = Math.PI / 180;
/** Earth's axis is inclined by this many degrees. */
const TILT = 23.44;

/**
 * The height of the sun above the horizon and how far it is from the south, in degrees; west is positive.
 * Right to about a quarter of an hour, which a drawing needs no better.
 */
export function sunOver({ latitude, longitude }: Place, now: Date) {
  const days = now.getTime() / DAY_MS;
  const yearDay = (days + 10) % 365.2425;
  const declination = -TILT * DEGREE * Math.cos((yearDay / 365.2425) * 2 * Math.PI);
  const turn = ((days % 1) * 360 + longitude + 360) % 360;
  const west = turn - 180;
  const height = Math.asin(
    Math.sin(latitude * DEGREE) * Math.sin(declination) +
      Math.cos(latitude * DEGREE) * Math.cos(declination) * Math.cos(west * DEGREE),
  );
  return { height: height / DEGREE, west };
}

export function skyOver(place: Place, now: Date): WindowSky {
  const { height, west } = sunOver(place, now);
  return {
    '--night': round(between(0, 1, (-1 - height) / 8)),
    '--glow': round(between(0, 1, 1 - Math.abs(height + 1) / 9)),
    // From the left edge at sunrise to the right edge at sunset, in units of the drawing.
    '--sun-x': `${Math.round(between(30, 230, 130 + west))}px`,
    '--sun-y': `${Math.round(between(50, 260, 176 - 2.4 * height))}px`,
  };
}

const between = (least: number, most: number, value: number) =>
  Math.min(most, Math.max(least, value));

const round = (value: number) => Math.round(value * 100) / 100;
