import { killAll, launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import { BROWSER_FLAGS } from '../../../scripts/lib/browser.mjs';
import { CLS_NOISE, overBudget, PAGE_BUDGETS, SCORE_BUDGET } from './budgets.mjs';
import { kB, medians } from './numbers.mjs';

const SCORES = ['performance', 'accessibility', 'best-practices', 'seo'];
const MODES = /** @type {const} */ (['mobile', 'desktop']);
const ATTEMPTS = 3;
const SNIPPET_LENGTH = 120;
const HEAVY_BYTES = 40_000;
const CONFIGS = { mobile: undefined, desktop: desktopConfig };

/**
 * @typedef {(typeof MODES)[number]} Mode
 * @typedef {{ name: string, path: string, kind: keyof typeof PAGE_BUDGETS | 'floor' }} Page
 * @typedef {import('lighthouse').Result} Result
 * @typedef {{ url: string, resourceType: string, networkRequestTime: number, transferSize: number }} Request
 * @typedef {Page & { mode: Mode, figures: Record<string, number>, notes: string[], lcpElement: string | null, over: string[] }} MeasuredPage
 */

/**
 * Every page once per round, so that a slower machine affects all pages.
 *
 * @param {string} browser
 * @param {string} origin
 * @param {readonly Page[]} pages
 * @param {number} runs
 * @returns {Promise<MeasuredPage[]>} the medians
 */
export async function measurePages(browser, origin, pages, runs) {
  const targets = MODES.flatMap((mode) => pages.map((page) => ({ page, mode })));
  const samples = targets.map(() => /** @type {ReturnType<typeof readResult>[]} */ ([]));
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

/**
 * Repeats a run whose trace was not recorded.
 *
 * @param {string} browser
 * @param {string} url
 * @param {Mode} mode
 */
async function runLighthouse(browser, url, mode) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(browser, url, mode);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      console.log(`  again: ${error instanceof Error ? error.message : error}`);
    }
  }
}

/** @param {string} browser @param {string} url @param {Mode} mode @returns {Promise<Result>} */
async function runOnce(browser, url, mode) {
  const chrome = await launch({
    chromePath: browser,
    chromeFlags: ['--headless=new', '--no-first-run', ...BROWSER_FLAGS],
    handleSIGINT: false,
  });
  try {
    const flags = {
      port: chrome.port,
      logLevel: /** @type {const} */ ('silent'),
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

/** @param {Result} lhr */
function readResult(lhr) {
  const number = (/** @type {string} */ audit) => lhr.audits[audit]?.numericValue ?? NaN;
  const scores = SCORES.map((id) => [id, Math.round((lhr.categories[id]?.score ?? 0) * 100)]);
  const figures = {
    .../** @type {Record<'performance' | 'accessibility' | 'best-practices' | 'seo', number>} */ (
      Object.fromEntries(scores)
    ),
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

/**
 * First view: requests before the first script file, or all requests of a page without scripts.
 *
 * @param {Result} lhr
 */
function readTraffic(lhr) {
  const { requests, scripts, firstScript, firstView } = splitTraffic(lhr);
  const bytes = (/** @type {Request[]} */ list) =>
    list.reduce((sum, { transferSize }) => sum + transferSize, 0);
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

/** @param {Result} lhr */
function splitTraffic(lhr) {
  const { items = [] } = details(lhr, 'network-requests');
  /** @type {Request[]} */
  const requests = items.filter((/** @type {Request} */ item) => /^https?:/.test(item.url));
  // The app is fetched before it runs.
  const scripts = requests.filter(({ url }) => new URL(url).pathname.endsWith('.js'));
  const firstScript = Math.min(...scripts.map((script) => script.networkRequestTime));
  const firstView = requests.filter((request) => request.networkRequestTime < firstScript);
  return { requests, scripts, firstScript, firstView };
}

/** @param {Result} lhr @param {string} audit @returns {any} */
function details(lhr, audit) {
  return lhr.audits[audit]?.details ?? {};
}

/** Failed audits other than performance. @param {Result} lhr */
function findFailed(lhr) {
  return SCORES.slice(1).flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${category}: ${id}${examplesOf(lhr, id)}`),
  );
}

/** @param {Result} lhr @param {string} audit */
function examplesOf(lhr, audit) {
  const named = (details(lhr, audit).items ?? []).map(
    (/** @type {any} */ item) => item.node?.snippet ?? item.description ?? item.url ?? '',
  );
  const [first = ''] = named.filter(Boolean);
  return first ? ` (${cut(first)})` : '';
}

/** @param {string} text */
const cut = (text) => text.slice(0, SNIPPET_LENGTH);

/** Elements that shifted. @param {Result} lhr */
function findShifted(lhr) {
  const shifts = details(lhr, 'layout-shifts').items ?? [];
  return shifts
    .filter((/** @type {any} */ shift) => shift.score >= CLS_NOISE)
    .map((/** @type {any} */ shift) => `moves: ${cut(shift.node?.snippet ?? 'something')}`);
}

/** The largest files of the first view. @param {Result} lhr */
function findHeavy(lhr) {
  return splitTraffic(lhr)
    .firstView.filter(({ transferSize }) => transferSize >= HEAVY_BYTES)
    .map(({ url, transferSize }) => `heavy: ${new URL(url).pathname}, ${kB(transferSize)} kB`);
}

/** @param {Result} lhr @returns {string | null} */
function findLcpElement(lhr) {
  const { items = [] } = details(lhr, 'largest-contentful-paint-element');
  return items[0]?.items?.[0]?.node?.snippet ?? null;
}

/** @param {Page} page @param {Mode} mode @param {Record<string, number>} figures */
function findOver(page, mode, figures) {
  if (page.kind === 'floor') return [];
  const over = SCORES.filter((score) => (figures[score] ?? 0) < SCORE_BUDGET);
  if (mode === 'desktop') return over;
  if (figures.scriptBeforePaint) over.push('script before LCP');
  return [...over, ...overBudget(PAGE_BUDGETS[page.kind], /** @type {any} */ (figures))];
}
