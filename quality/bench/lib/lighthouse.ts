import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { BROWSER_FLAGS } from '../../../scripts/lib/browser.ts';
import { root } from '../../../scripts/lib/install.mjs';
import { table } from '../../lib/table.ts';
import type { Bench } from './bench.ts';
import { overBudget, PAGE_BUDGETS, PEERS, type PageKind } from './budgets.ts';
import { kB, medians, ms } from './numbers.ts';
import { verdict } from './results.ts';

/** That of the peers. Not a dependency, because its 180 packages would be installed with every npm start. */
const VERSION = '12.8.2';
const SCORES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** The report of the last visit of each page, to look at what a figure is made of. */
const REPORTS = 'test-results/lighthouse';
const ATTEMPTS = 3;

type Figures = Record<string, number>;
/** The floor has no kind, and no budget. */
type Target = { name: string; path: string; kind?: PageKind; isPhone: boolean };
type MeasuredPage = Target & { figures: Figures };

export async function measurePages(bench: Bench): Promise<string> {
  const { site, pages } = await bench.openSite();
  const targets = [true, false].flatMap((isPhone) =>
    [{ name: 'floor', path: '/floor' }, ...pages].map((page): Target => ({ ...page, isPhone })),
  );
  const samples = new Map(targets.map((target) => [target, [] as Figures[]]));
  // Every page once per round, so that a slower machine affects all pages.
  for (let round = 1; round <= bench.runs; round += 1) {
    for (const [target, figures] of samples) {
      const measured = await visit(bench.browser, site.url + target.path, target);
      figures.push(measured);
      const { performance, lcp = NaN } = measured;
      console.log(`  ${round}/${bench.runs} ${titleOf(target)}: ${performance}, LCP ${ms(lcp)} ms`);
    }
  }
  return describe(
    [...samples].map(([target, figures]) => ({ ...target, figures: medians(figures) })),
    bench.runs,
  );
}

const titleOf = ({ name, isPhone }: Target) => `${name}, ${isPhone ? 'phone' : 'desktop'}`;

async function visit(browser: string, url: string, target: Target, attempt = 1): Promise<Figures> {
  mkdirSync(root + REPORTS, { recursive: true });
  const report = `${root}${REPORTS}/${titleOf(target).replaceAll(/\W+/g, '-')}`;
  const flags = ['--headless=new', '--no-first-run', ...BROWSER_FLAGS].join(' ');
  const args = [
    ...['--yes', `lighthouse@${VERSION}`, url, '--quiet', `--chrome-flags=${flags}`],
    ...['--output=json', '--output=html', `--output-path=${report}`],
    ...[`--only-categories=${SCORES.join()}`, ...(target.isPhone ? [] : ['--preset=desktop'])],
  ];
  const env = { ...process.env, CHROME_PATH: browser };
  try {
    await promisify(execFile)('npx', args, { cwd: root, env });
  } catch (error) {
    // Now and then a trace is not recorded.
    if (attempt === ATTEMPTS) throw error;
    return visit(browser, url, target, attempt + 1);
  }
  return readFigures(JSON.parse(readFileSync(`${report}.report.json`, 'utf8')));
}

type Request = {
  url: string;
  resourceType: string;
  networkRequestTime: number;
  transferSize: number;
};
type Details = {
  items?: (Request & { observedLargestContentfulPaintTs?: number })[];
  debugData?: { networkStartTimeTs?: number };
};
type Lighthouse = {
  audits: Record<string, { numericValue?: number; details?: Details }>;
  categories: Record<string, { score: number | null }>;
};

function readFigures({ audits, categories }: Lighthouse): Figures {
  const number = (audit: string) => audits[audit]?.numericValue ?? NaN;
  const scores = SCORES.map((id) => [id, Math.round((categories[id]?.score ?? 0) * 100)]);
  const { items = [], debugData } = audits['network-requests']?.details ?? {};
  const requests = items.filter(({ url }) => /^https?:/.test(url));
  const scripts = requests.filter(({ url }) => new URL(url).pathname.endsWith('.js'));
  // The app is fetched before it runs.
  const firstScript = Math.min(...scripts.map((script) => script.networkRequestTime));
  const firstView = requests.filter((request) => request.networkRequestTime < firstScript);
  const bytes = (list: Request[]) => list.reduce((sum, { transferSize }) => sum + transferSize, 0);
  const paintedAt = audits.metrics?.details?.items?.[0]?.observedLargestContentfulPaintTs ?? NaN;
  const scriptAt = (debugData?.networkStartTimeTs ?? NaN) + firstScript * 1000;
  return {
    ...Object.fromEntries(scores),
    fcp: number('first-contentful-paint'),
    lcp: number('largest-contentful-paint'),
    tbt: number('total-blocking-time'),
    cls: number('cumulative-layout-shift'),
    dom: number('dom-size-insight') || number('dom-size'),
    requests: requests.length,
    firstViewRequests: firstView.length,
    bytes: bytes(requests),
    bytesBeforeScript: bytes(firstView),
    scriptBytes: bytes(scripts),
    /** 1 if a script file was requested before the largest contentful paint. */
    scriptBeforePaint: scriptAt < paintedAt ? 1 : 0,
  };
}

function findOver({ kind, isPhone, figures }: MeasuredPage): string[] {
  const low = SCORES.filter((score) => (figures[score] ?? 0) < 100);
  if (!kind || !isPhone) return low;
  const early = figures.scriptBeforePaint ? ['script before LCP'] : [];
  return [...low, ...early, ...overBudget(PAGE_BUDGETS[kind], figures)];
}

function describe(pages: readonly MeasuredPage[], runs: number) {
  const lcpOf = (name: string) =>
    pages.find((page) => page.isPhone && page.name === name)?.figures.lcp ?? NaN;
  const head = [
    ...['page', 'perf', 'a11y', 'best', 'SEO', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS'],
    ...['requests, first view', 'kB before JS', 'kB in all', 'kB JS', 'requests', 'DOM'],
    ...['LCP beside ours', 'budgets'],
  ];
  const measured = pages.map((page) => {
    const { kind, isPhone, figures } = page;
    const budget = isPhone && kind ? PAGE_BUDGETS[kind] : undefined;
    const of = (key: string) => figures[key] ?? NaN;
    const beside = (text: string, limit?: number) =>
      limit === undefined ? text : `${text} / ${limit}`;
    const over = findOver(page);
    return [
      titleOf(page),
      ...SCORES.map(of),
      beside(ms(of('fcp')), budget?.fcp),
      beside(ms(of('lcp')), budget?.lcp),
      beside(ms(of('tbt')), budget?.tbt),
      beside(of('cls').toFixed(3), budget?.cls),
      beside(String(of('firstViewRequests')), budget?.firstViewRequests),
      beside(kB(of('bytesBeforeScript')), budget && budget.bytesBeforeScript / 1000),
      ...[kB(of('bytes')), kB(of('scriptBytes')), of('requests'), of('dom')],
      !kind && isPhone ? (of('lcp') / lcpOf('home')).toFixed(2) : '',
      kind ? [verdict(over.length === 0), ...over].join(', ') : '',
    ];
  });
  const peers = PEERS.map(({ name, beside, fcp = '', lcp, bytes, requests = '' }) => [
    `${name}${beside === 'home' ? '' : ` (ours: ${beside})`}, phone, measured elsewhere`,
    ...['', '', '', '', fcp, lcp, '', '', '', '', bytes ? kB(bytes) : '', '', requests, ''],
    ...[(lcp / lcpOf(beside)).toFixed(2), ''],
  ]);
  return [
    `Lighthouse ${VERSION}, median of ${runs}, pages in turn, brotli over loopback; the phone with simulated ` +
      'throttling. First view is what was asked for before the first script file. A figure stands beside its budget: ' +
      '674 / 750. The last column but one compares with our home page unless another is named: above 1 is slower than ' +
      'ours. Pages measured elsewhere are quoted: the same Lighthouse, its default throttling, 2 cores.',
    table(head, [...measured, ...peers]),
  ].join('\n\n');
}
