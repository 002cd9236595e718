import type { Focus } from '@/lib/picture-facts';

/** A picture of brand/art, exported at `widths` in AVIF and WebP below /images. */
export type CatalogueImage = {
  name: string;
  width: number;
  height: number;
  /** Background until the picture has loaded; `transparent` for cut-outs. */
  color: string;
  /** There is a `<name>-night` for the dark theme. */
  hasNight?: true;
  widths: readonly number[];
  /** A photograph, not a drawing. */
  isPhoto?: true;
  /** Of brand/focus.ts. */
  focus?: Focus;
};
