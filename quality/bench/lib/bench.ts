import type { Site } from '../../lib/site.ts';
import type { PageKind } from './budgets.ts';

export type BenchPage = { name: string; path: string; kind: PageKind };

/** What the parts of the bench share. */
export type Bench = {
  /** Path of the browser. */
  browser: string;
  /** Visits of each page. */
  runs: number;
  isFull: boolean;
  /** Started once. */
  openSite: () => Promise<{ site: Site; study: string; post: string; pages: BenchPage[] }>;
};
