/** 'sky': clouds, sun, moon and scenes behind the heads of pages. 'none': a plain colour, --sky-top to --sky-bottom. */
export const motif: 'sky' | 'none' = 'sky';
