import { killAll, launch } from 'chrome-launcher';
import lighthouse, { desktopConfig, type Result } from 'lighthouse';
import { BROWSER_FLAGS } from '../../../scripts/lib/browser.ts';
import { CLS_NOISE, overBudget, PAGE_BUDGETS, SCORE_BUDGET, type PageFigure } from './budgets.ts';
import { kB, medians } from './numbers.ts';

const SCORES = ['performance', 'accessibility', 'best-practices', 'seo'];
const MODES = ['mobile', 'desktop'] as const;
const ATTEMPTS = 3;
const SNIPPET_LENGTH = 120;
const HEAVY_BYTES = 40_000;
const CONFIGS = { mobile: undefined, desktop: desktopConfig };

export type Mode = (typeof MODES)[number];

export type Page = { name: string; path: string; kind: keyof typeof PAGE_BUDGETS | 'floor' };

export type Request = {
  url: string;
  resourceType: string;
  networkRequestTime: number;
  transferSize: number;
};

export type MeasuredPage = Page & {
  mode: Mode;
  figures: Record<string, number>;
  notes: string[];
  lcpElement: string | null;
  over: string[];
};

/**
 * Every page once per round, so that a slower machine affects all pages.
 *
 * @returns the medians
 */
export async function measurePages(
  browser: string,
  origin: string,
  pages: readonly Page[],
  runs: number,
): Promise<MeasuredPage[]> {
  const targets = MODES.flatMap((mode) => pages.map((page) => ({ page, mode })));
  const samples = targets.map(() => [] as ReturnType<typeof readResult>[]);
  for (let round = 1; round <= runs; round += 1) {
    for (const [index, { page, mode }] of targets.entries()) {
      const result = readResult(await runLighthouse(browser, origin + page.path, mode));
      samples[index]?.push(result);
      const { performance, lcp } = result.figures;
      console.log(
        `  ${round}/${runs} ${mode} ${page.name}: ${performance}, LCP ${Math.round(lcp)} ms`,
      );
    }
  }
  return targets.map(({ page, mode }, index) => {
    const results = samples[index] ?? [];
    const figures = medians(results.map((result) => result.figures));
    const notes = [...new Set(results.flatMap((result) => result.notes))];
    const lcpElement = results.at(-1)?.lcpElement ?? null;
    return { ...page, mode, figures, notes, lcpElement, over: findOver(page, mode, figures) };
  });
}

/** Browsers left open by an interrupted run. */
export const closeBrowsers = () => killAll();

/** Repeats a run whose trace was not recorded. */
async function runLighthouse(browser: string, url: string, mode: Mode) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(browser, url, mode);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      console.log(`  again: ${error instanceof Error ? error.message : error}`);
    }
  }
}

async function runOnce(browser: string, url: string, mode: Mode): Promise<Result> {
  const chrome = await launch({
    chromePath: browser,
    chromeFlags: ['--headless=new', '--no-first-run', ...BROWSER_FLAGS],
    handleSIGINT: false,
  });
  try {
    const flags = {
      port: chrome.port,
      logLevel: 'silent' as const,
      onlyCategories: SCORES,
    };
    const answer = await lighthouse(url, flags, CONFIGS[mode]);
    if (!answer) throw new Error(`${url}: Lighthouse gave no result`);
    if (answer.lhr.runtimeError) throw new Error(`${url}: ${answer.lhr.runtimeError.message}`);
    return answer.lhr;
  } finally {
    chrome.kill();
  }
}

function readResult(lhr: Result) {
  const number = (audit: string) => lhr.audits[audit]?.numericValue ?? NaN;
  const scores = SCORES.map((id) => [id, Math.round((lhr.categories[id]?.score ?? 0) * 100)]);
  const figures = {
    ...(Object.fromEntries(scores) as Record<
      'performance' | 'accessibility' | 'best-practices' | 'seo',
      number
    >),
    fcp: number('first-contentful-paint'),
    lcp: number('largest-contentful-paint'),
    tbt: number('total-blocking-time'),
    cls: number('cumulative-layout-shift'),
    dom: number('dom-size-insight') || number('dom-size'),
    ...readTraffic(lhr),
  };
  const notes = [...findFailed(lhr), ...findShifted(lhr), ...findHeavy(lhr)];
  return { figures, notes, lcpElement: findLcpElement(lhr) };
}

/** First view: requests before the first script file, or all requests of a page without scripts. */
function readTraffic(lhr: Result) {
  const { requests, scripts, firstScript, firstView } = splitTraffic(lhr);
  const bytes = (list: Request[]) => list.reduce((sum, { transferSize }) => sum + transferSize, 0);
  const paintedAt = details(lhr, 'metrics').items?.[0]?.observedLargestContentfulPaintTs ?? NaN;
  const { networkStartTimeTs = NaN } = details(lhr, 'network-requests').debugData ?? {};
  const scriptAt = networkStartTimeTs + firstScript * 1000;
  return {
    requests: requests.length,
    firstViewRequests: firstView.length,
    bytes: bytes(requests),
    bytesBeforeScript: bytes(firstView),
    scriptBytes: bytes(scripts),
    fontBytes: bytes(requests.filter((request) => request.resourceType === 'Font')),
    /** 1 if a script file was requested before the largest contentful paint. */
    scriptBeforePaint: scriptAt < paintedAt ? 1 : 0,
  };
}

function splitTraffic(lhr: Result) {
  const { items = [] } = details(lhr, 'network-requests');
  const requests = items.filter((item): item is Request => /^https?:/.test(item.url ?? ''));
  // The app is fetched before it runs.
  const scripts = requests.filter(({ url }) => new URL(url).pathname.endsWith('.js'));
  const firstScript = Math.min(...scripts.map((script) => script.networkRequestTime));
  const firstView = requests.filter((request) => request.networkRequestTime < firstScript);
  return { requests, scripts, firstScript, firstView };
}

/** The fields of all audits' tables that are used here. */
type Item = Partial<Request> & {
  observedLargestContentfulPaintTs?: number;
  description?: string;
  score?: number;
  node?: { snippet?: string };
  items?: Item[];
};

type Details = { items?: Item[]; debugData?: { networkStartTimeTs?: number } };

function details(lhr: Result, audit: string): Details {
  return lhr.audits[audit]?.details ?? {};
}

/** Failed audits other than performance. */
function findFailed(lhr: Result) {
  return SCORES.slice(1).flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${category}: ${id}${examplesOf(lhr, id)}`),
  );
}

function examplesOf(lhr: Result, audit: string) {
  const named = (details(lhr, audit).items ?? []).map(
    (item) => item.node?.snippet ?? item.description ?? item.url ?? '',
  );
  const [first = ''] = named.filter(Boolean);
  return first ? ` (${cut(first)})` : '';
}

const cut = (text: string) => text.slice(0, SNIPPET_LENGTH);

/** Elements that shifted. */
function findShifted(lhr: Result) {
  const shifts = details(lhr, 'layout-shifts').items ?? [];
  return shifts
    .filter(({ score = 0 }) => score >= CLS_NOISE)
    .map((shift) => `moves: ${cut(shift.node?.snippet ?? 'something')}`);
}

/** The largest files of the first view. */
function findHeavy(lhr: Result) {
  return splitTraffic(lhr)
    .firstView.filter(({ transferSize }) => transferSize >= HEAVY_BYTES)
    .map(({ url, transferSize }) => `heavy: ${new URL(url).pathname}, ${kB(transferSize)} kB`);
}

function findLcpElement(lhr: Result): string | null {
  const { items = [] } = details(lhr, 'largest-contentful-paint-element');
  return items[0]?.items?.[0]?.node?.snippet ?? null;
}

function findOver(page: Page, mode: Mode, figures: Record<string, number>) {
  if (page.kind === 'floor') return [];
  const over = SCORES.filter((score) => (figures[score] ?? 0) < SCORE_BUDGET);
  if (mode === 'desktop') return over;
  if (figures.scriptBeforePaint) over.push('script before LCP');
  return [...over, ...overBudget(PAGE_BUDGETS[page.kind], figures as Record<PageFigure, number>)];
}
