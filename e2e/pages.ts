/**
 * Set by npm run proof: every page, theme, width and device, instead of one page of each layout, the themes and widths
 * that differ most, and one device per journey.
 */
export const EVERY_SCREEN = process.env.EVERY_SCREEN === '1';

/** The seeded study with metrics, a quote and a gallery. */
export const STUDY = '/projects/a-greengrocer-that-delivers-by-bicycle';
/** The seeded post with tables, code and footnotes. */
export const POST = '/blog/measuring-a-page-honestly';

/** Every kind of public page, with a text shown once its data have loaded. */
export const PUBLIC_PAGES: readonly (readonly [path: string, ready: string])[] = [
  ['/', 'article'],
  ['/about', 'h2'],
  ['/services', 'article'],
  ['/projects', 'article'],
  [STUDY, 'h2:text("Explore More Projects")'],
  ['/blog', 'article'],
  [POST, 'h2:text("Keep reading")'],
  ['/contact', 'form'],
  ['/privacy', 'h2'],
  ['/terms', 'h2'],
  ['/cookie', 'h2'],
  ['/nowhere', 'a:text("Return to Home")'],
  ['/admin', 'form'],
];

/** One page of each layout: sections, cards, a study, a text, a form. */
const LAYOUTS = ['/', '/projects', STUDY, POST, '/contact', '/admin'];

export const CHECKED_PAGES = EVERY_SCREEN
  ? PUBLIC_PAGES
  : PUBLIC_PAGES.filter(([path]) => LAYOUTS.includes(path));
