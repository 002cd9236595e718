// Budgets, and the figures of other sites. Page budgets are for the phone that Lighthouse simulates.

/** By the kind of the largest element. */
export type PageKind = 'text' | 'list' | 'detail';

type PageFigure = 'lcp' | 'fcp' | 'tbt' | 'cls' | 'firstViewRequests' | 'bytesBeforeScript';
type PageBudget = Record<PageFigure, number>;

const EVERY_PAGE = { fcp: 700, tbt: 10, cls: 0 };

export const PAGE_BUDGETS: Record<PageKind, PageBudget> = {
  text: { lcp: 750, firstViewRequests: 8, bytesBeforeScript: 60_000, ...EVERY_PAGE },
  list: { lcp: 1100, firstViewRequests: 12, bytesBeforeScript: 120_000, ...EVERY_PAGE },
  detail: { lcp: 1000, firstViewRequests: 12, bytesBeforeScript: 90_000, ...EVERY_PAGE },
};

/** Times are in milliseconds. Budgets of bytes: tests/built/bundle.test.ts. */
export const BUDGETS = {
  typingMs: 16, // main thread work of one key with 50 gallery rows
  staffListMs: 300, // first page of 1,000 studies on a staff member's screen
  nextPageMs: 100, // from the press on a link until the paint, on a phone slowed down four times
  interactionMs: 100, // interaction to next paint at the 98th percentile, on the same phone
  changedMs: 3_000, // building one changed study among 10,000
  newPagesPerSecond: 35, // on two cores, with new cards
  keptPagesPerSecond: 60, // with the cards of the build before
  buildMemoryMb: 800, // of the process that builds
  startMs: 20_000, // `npm start` until it serves
  publishMs: 10_000, // from the deploy hook until a new study is on a folder host, among 1,000
  flatRatio: 2, // the largest for ten times the rows that counts as constant
};

/** Cumulative layout shift is never exactly 0. */
const CLS_NOISE = 0.001;

/** @returns what is over, or was not measured */
export function overBudget(budget: PageBudget, figures: Record<string, number>): PageFigure[] {
  const names = Object.keys(budget) as PageFigure[];
  return names.filter((name) => {
    const figure = figures[name] ?? NaN;
    if (name === 'cls') return !(figure < budget.cls + CLS_NOISE);
    return !(Math.round(figure) <= budget[name]);
  });
}

type Peer = {
  name: string;
  beside: string;
  lcp: number;
  fcp?: number;
  bytes?: number;
  requests?: number;
};

/**
 * Home pages of other sites and inner pages of the best of them, each with the page of ours that it is compared with.
 * Measured separately: Lighthouse 12.8 mobile, median of 5, Chromium 156, 2 cores.
 */
export const PEERS: readonly Peer[] = [
  ...[
    { name: 'Static page by hand, inlined CSS', fcp: 646, lcp: 646, bytes: 19_800, requests: 2 },
    { name: 'Cactus (Astro portfolio)', fcp: 1142, lcp: 1355, bytes: 107_600, requests: 22 },
    { name: 'AstroWind (Astro marketing)', fcp: 1203, lcp: 1578, bytes: 136_300, requests: 8 },
    { name: 'shadcn landing page (SPA)', fcp: 1556, lcp: 1633, bytes: 261_400, requests: 14 },
  ].map((home) => ({ ...home, beside: 'home' })),
  { name: 'Best other list page', beside: 'services', lcp: 1503 },
  { name: 'Best other detail page', beside: 'case study', lcp: 1352 },
  { name: 'Best other detail page', beside: 'post', lcp: 1352 },
];
