import { CLOUD_COUNT, UFO_CHANCE } from '@/lib/constants';

const SLOWEST_SECONDS = 120;
const FASTEST_SECONDS = 60;
const SMALLEST_EM = 4;
const LARGEST_EM = 27;
// Irrational step sizes, one per axis, so that the clouds are spread evenly without forming rows.
const GOLDEN_RATIO = 0.618034;
const PLASTIC_RATIO = 0.754878;

export type DriftingCloud = {
  shape: 0 | 1 | 2;
  /** Percent of the sky from its top. */
  top: number;
  /** Width in em. */
  size: number;
  /** For one crossing. */
  seconds: number;
  /** The part of the crossing already done when the page opens, 0 to 1. */
  start: number;
  /** 0 far to 1 near: near clouds are larger, brighter and faster. */
  depth: number;
};

/** The same seed gives the same clouds. Far clouds come first, so that near ones cover them. */
export function createClouds(seed: number, count = CLOUD_COUNT): DriftingCloud[] {
  const random = seededRandom(seed);
  const firstTop = random();
  const clouds = Array.from({ length: count }, (_, index): DriftingCloud => {
    // The exponent makes most clouds far and small.
    const depth = random() ** 2.3;
    return {
      shape: pickShape(random()),
      top: round(3 + 68 * ((firstTop + index * GOLDEN_RATIO) % 1) + 6 * random()),
      size: round((SMALLEST_EM + (LARGEST_EM - SMALLEST_EM) * depth) * (0.85 + 0.3 * random())),
      seconds: round(SLOWEST_SECONDS - (SLOWEST_SECONDS - FASTEST_SECONDS) * depth),
      start: round((random() * 0.12 + index * PLASTIC_RATIO) % 1, 1000),
      depth: round(depth, 1000),
    };
  });
  return clouds.sort((one, other) => one.depth - other.depth);
}

export function hasUfo(random: number): boolean {
  return random < UFO_CHANCE;
}

function pickShape(random: number): DriftingCloud['shape'] {
  if (random < 1 / 3) return 0;
  return random < 2 / 3 ? 1 : 2;
}

function round(value: number, steps = 10): number {
  return Math.round(value * steps) / steps;
}

/** The generator Mulberry32: short, and random enough for clouds. */
function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
