/** Set by npm run proof: checks of a screen in every theme and width, instead of those that differ most. */
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
