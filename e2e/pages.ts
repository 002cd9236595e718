import { FIXED_PATHS } from '../src/site/pages';

/**
 * Set by npm run proof: every page, theme, width and device, instead of one page of each layout, the themes and widths
 * that differ most, and one device per journey.
 */
export const EVERY_SCREEN = process.env.EVERY_SCREEN === '1';

/** Animated skies take a third of the processor time. npm run proof sees all of them move; a few journeys do. */
export const MOTION = EVERY_SCREEN ? 'no-preference' : 'reduce';

/** The seeded study with metrics, a quote and a gallery. */
export const STUDY = '/projects/a-greengrocer-that-delivers-by-bicycle';
/** The seeded post with tables, code and footnotes. */
export const POST = '/blog/measuring-a-page-honestly';

type FirstView = readonly [
  /** Matches what is shown once its data have loaded. */
  ready: string,
  /** With which it is painted at most; null where only the browser renders it. */
  requests: number | null,
];

const FIRST_VIEWS: Readonly<Record<string, FirstView>> = {
  '/': ['article', 8],
  '/services': ['article', 12],
  '/projects': ['article', 12],
  '/blog': ['article', 12],
  '/contact': ['form', 8],
};

/** Every kind of public page. */
export const PUBLIC_PAGES: readonly (readonly [path: string, ...FirstView])[] = [
  ...FIXED_PATHS.map((path) => [path, ...(FIRST_VIEWS[path] ?? (['h2', 8] as const))] as const),
  [STUDY, 'h2:text("Explore More Projects")', 12],
  [POST, 'h2:text("Keep reading")', 12],
  ['/nowhere', 'a:text("Return to Home")', 8],
  ['/admin', 'form', null],
];

/** The layout of these is that of /privacy. */
const LIKE_ANOTHER: readonly string[] = ['/terms', '/cookie'];

export const LEGAL_PAGES = EVERY_SCREEN
  ? (['/privacy', '/terms', '/cookie'] as const)
  : (['/privacy'] as const);

/** Screens that are reached within a journey. A new screen is one more line here and `screens.check` in its journey. */
const STATES = [
  'sign in, refused',
  'sign up, with errors',
  'waiting for approval',
  'the contact form with a file',
  'the lightbox',
  'the blog without a match',
  'a missing post',
  'sample posts',
  'a newsletter link without its token',
  'confirm a subscription',
  'unsubscribe',
  'a used link of the newsletter',
  'images',
  'the choice of a picture',
  'the library in the choice of a picture',
  'staff list of case studies, with deleted ones',
  'the form, empty',
  'the form, with errors',
  'two versions compared',
  'history of a study',
  'preview of a study',
  'staff list of posts',
  'a post in the editor',
  'history of a post',
  'texts of the site',
  'texts beside their page',
  'people beside their page',
  'enquiries',
  'an enquiry',
  'newsletter of staff',
  'a question before deleting',
  'to do',
  'people',
  'account',
  'security log',
  'an event of the security log',
  'audit of the policies',
] as const;

export type State = (typeof STATES)[number];

/** Each must have been checked at the end of a run: e2e/every-screen.spec.ts. */
export const SCREENS: readonly string[] = [
  ...PUBLIC_PAGES.map(([path]) => path).filter(
    (path) => EVERY_SCREEN || !LIKE_ANOTHER.includes(path),
  ),
  ...STATES,
];
