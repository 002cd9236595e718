// Budgets, and the figures of other sites. Page budgets are for the phone that Lighthouse simulates.

export type PageFigure = 'lcp' | 'fcp' | 'tbt' | 'cls' | 'firstViewRequests' | 'bytesBeforeScript';

export type PageBudget = Record<PageFigure, number>;

const EVERY_PAGE = { fcp: 700, tbt: 10, cls: 0 };

/** By the kind of the largest element. */
export const PAGE_BUDGETS: Record<'text' | 'list' | 'detail', PageBudget> = {
  text: { lcp: 750, firstViewRequests: 8, bytesBeforeScript: 60_000, ...EVERY_PAGE },
  list: { lcp: 1100, firstViewRequests: 12, bytesBeforeScript: 120_000, ...EVERY_PAGE },
  detail: { lcp: 1000, firstViewRequests: 12, bytesBeforeScript: 90_000, ...EVERY_PAGE },
};

/** The four scores of Lighthouse, on phone and desktop. */
export const SCORE_BUDGET = 100;

export const BUDGETS = {
  /** The entry of the app with its imports, in Brotli bytes. */
  appBytes: 85_000,
  /** The code of a staff page beside the app, in Brotli bytes. */
  adminRouteBytes: 150_000,
  fontBytes: 70_000,
  /** Main thread work of one key with 50 gallery rows. */
  typingMs: 16,
  /** First page of 1,000 studies on a staff member's screen. */
  staffListMs: 300,
  /** From the press on a link until the next page is painted, on a phone slowed down four times. */
  nextPageMs: 100,
  /** Interaction to next paint at the 98th percentile, on the same phone. */
  interactionMs: 100,
  /** One changed study among 10,000. */
  changedMs: 3_000,
  /** Pages a second on two cores, with new cards and with those of the build before. */
  newPagesPerSecond: 35,
  keptPagesPerSecond: 60,
  /** Of the process that builds, in MB. */
  buildMemoryMb: 800,
  /** `npm start` until it serves. */
  startMs: 20_000,
  /** A call of the deploy hook until a new study is on a folder host, among 1,000. */
  publishMs: 10_000,
  /** The largest ratio for ten times the rows that counts as constant. */
  flatRatio: 2,
};

/** Cumulative layout shift is never exactly 0. */
export const CLS_NOISE = 0.001;

/** @returns what is over */
export function overBudget(budget: PageBudget, figures: Record<PageFigure, number>): PageFigure[] {
  const names = Object.keys(budget) as PageFigure[];
  // A figure that was not measured fails its budget.
  return names.filter((name) =>
    name === 'cls'
      ? !(figures.cls < budget.cls + CLS_NOISE)
      : !(Math.round(figures[name]) <= budget[name]),
  );
}

/** Home pages of other sites, measured separately: Lighthouse 12.8 mobile, median of 5, Chromium 156, 2 cores. */
export const PEERS: readonly {
  name: string;
  fcp: number;
  lcp: number;
  bytes: number;
  requests: number;
}[] = [
  { name: 'Static page by hand, inlined CSS', fcp: 646, lcp: 646, bytes: 19_800, requests: 2 },
  { name: 'Cactus (Astro portfolio)', fcp: 1142, lcp: 1355, bytes: 107_600, requests: 22 },
  { name: 'AstroWind (Astro marketing)', fcp: 1203, lcp: 1578, bytes: 136_300, requests: 8 },
  { name: 'shadcn landing page (SPA)', fcp: 1556, lcp: 1633, bytes: 261_400, requests: 14 },
];

/** Inner pages of the best of them, measured in the same way. */
export const PEER_INNER_LCP = { text: 1355, list: 1503, detail: 1352 };
