// What is to be reached, and what others reach. The page budgets hold on the phone that Lighthouse simulates.

/**
 * @typedef {'lcp' | 'fcp' | 'tbt' | 'cls' | 'firstViewRequests' | 'bytesBeforeScript'} PageFigure
 * @typedef {Record<PageFigure, number>} PageBudget
 */

const EVERY_PAGE = { fcp: 700, tbt: 10, cls: 0 };

/** By what stands first in sight. @type {Record<'text' | 'list' | 'detail', PageBudget>} */
export const PAGE_BUDGETS = {
  text: { lcp: 750, firstViewRequests: 8, bytesBeforeScript: 60_000, ...EVERY_PAGE },
  list: { lcp: 1100, firstViewRequests: 12, bytesBeforeScript: 120_000, ...EVERY_PAGE },
  detail: { lcp: 1000, firstViewRequests: 12, bytesBeforeScript: 90_000, ...EVERY_PAGE },
};

/** The four of Lighthouse, on the phone and on the desktop. */
export const SCORE_BUDGET = 100;

export const BUDGETS = {
  /** What starts the app: the entry and what it imports. Brotli bytes. */
  appBytes: 85_000,
  /** What a staff page downloads beside the app. Brotli bytes. */
  adminRouteBytes: 150_000,
  fontBytes: 70_000,
  /** Main thread work of one key with 50 gallery rows. */
  typingMs: 16,
  /** First page of 1,000 studies on a staff member's screen. */
  staffListMs: 300,
  /** `npm start` until it serves. */
  startMs: 20_000,
  /** How much longer an answer may take over ten times the rows and still be called flat. */
  flatRatio: 2,
};

/** Cumulative layout shift is never exactly nothing. */
export const CLS_NOISE = 0.001;

/**
 * @param {PageBudget} budget
 * @param {Record<PageFigure, number>} figures
 * @returns {PageFigure[]} what is over
 */
export function overBudget(budget, figures) {
  const names = /** @type {PageFigure[]} */ (Object.keys(budget));
  // What was not measured is within no budget.
  return names.filter((name) =>
    name === 'cls'
      ? !(figures.cls < budget.cls + CLS_NOISE)
      : !(Math.round(figures[name]) <= budget[name]),
  );
}
/**
 * Home pages of others, measured elsewhere: Lighthouse 12.8 mobile, median of 5, Chromium 156, 2 cores.
 *
 * @type {readonly { name: string, fcp: number, lcp: number, bytes: number, requests: number }[]}
 */
export const PEERS = [
  { name: 'Static page by hand, inlined CSS', fcp: 646, lcp: 646, bytes: 19_800, requests: 2 },
  { name: 'Cactus (Astro portfolio)', fcp: 1142, lcp: 1355, bytes: 107_600, requests: 22 },
  { name: 'AstroWind (Astro marketing)', fcp: 1203, lcp: 1578, bytes: 136_300, requests: 8 },
  { name: 'shadcn landing page (SPA)', fcp: 1556, lcp: 1633, bytes: 261_400, requests: 14 },
];

/** Inner pages of the best of them, measured likewise. */
export const PEER_INNER_LCP = { text: 1355, list: 1503, detail: 1352 };
