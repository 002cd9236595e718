// npm run bench: measures the production build and writes results.md and results.json beside this file.
//   --runs 5            of Lighthouse per page
//   --only lighthouse   or start, touch, next, bundle, api, build, publish, typing: only this part, the others keep
//                       their results
//   --full              builds 10,000 studies as well
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import * as prettier from 'prettier';
import { ensureBrowser } from '../../scripts/lib/browser.ts';
import { isInstalled, root } from '../../scripts/lib/install.mjs';
import type { Page } from './lib/lighthouse.ts';
import { describeMachine, describeMoment } from './lib/machine.ts';
import { writeReport, type Results } from './lib/report.ts';

const here = `${root}quality/bench/`;
if (!isInstalled(here)) {
  console.log('Installing Lighthouse (npm ci in quality/bench) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: here,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

const PARTS = [
  'start',
  'lighthouse',
  'touch',
  'next',
  'bundle',
  'typing',
  'api',
  'build',
  'publish',
];
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string' },
    full: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
if (!(runs >= 1) || (values.only !== undefined && !PARTS.includes(values.only))) {
  console.error(`Usage: npm run bench -- [--runs 5] [--only ${PARTS.join('|')}] [--full]`);
  process.exit(1);
}
const wants = (part: string) => values.only === undefined || values.only === part;

const closers: (() => unknown)[] = [];
let isClosing = false;
const onOpen = (close: () => unknown) => void closers.push(close);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void close(1));

try {
  await measure();
  console.log(`\n${readFileSync(`${here}results.md`, 'utf8')}`);
  await close(0);
} catch (error) {
  if (!isClosing) console.error(error);
  await close(1);
}

async function measure() {
  const browser = await ensureBrowser({ isWhole: true });
  if (browser === null) throw new Error('No Chromium was found and none could be installed.');
  const results = { ...readResults(), machine: describeMachine(browser) };

  async function take(part: string, act: () => Promise<object>) {
    if (!wants(part)) return;
    const moment = describeMoment();
    console.log(`\n${part} (load ${moment.load.join(', ')})`);
    Object.assign(results, { [part]: { ...moment, ...(await act()) } });
    await writeResults(results);
  }

  await take('start', async () => {
    const { measureStart } = await import('./lib/start.ts');
    return measureStart(onOpen);
  });
  if (values.only === 'start') return;

  console.log('\nbuilding the site');
  const moment = describeMoment();
  const { openSite } = await import('./lib/site.ts');
  const site = await openSite(onOpen);
  const { stackMs, seedMs, built, url, folder } = site;
  const { appMs, pagesMs, pages } = built;
  Object.assign(results, { site: { ...moment, stackMs, seedMs, appMs, pagesMs, pages } });

  await take('lighthouse', async () => {
    const { closeBrowsers, measurePages } = await import('./lib/lighthouse.ts');
    onOpen(closeBrowsers);
    return { runs, pages: await measurePages(browser, url, await listPages(folder), runs) };
  });
  await take('touch', async () => {
    const { measureFirstTouch } = await import('./lib/first-touch.ts');
    const pages = (await listPages(folder)).filter(({ kind }) => kind !== 'floor');
    return { runs, pages: await measureFirstTouch(browser, url, pages, runs, onOpen) };
  });
  await take('next', async () => {
    const { measureNextPages } = await import('./lib/next-page.ts');
    const pages = await listPages(folder);
    const pathOf = (kind: string) => pages.find(({ name }) => name === kind)?.path ?? '/';
    const paths = { study: pathOf('case study'), post: pathOf('post') };
    return { runs, ...(await measureNextPages(browser, url, paths, runs, onOpen)) };
  });
  await take('bundle', async () => {
    const { weighBundle } = await import('./lib/bundle.ts');
    return weighBundle(folder, built);
  });
  await take('typing', async () => {
    const { measureStaffScreens } = await import('./lib/staff-screens.ts');
    return measureStaffScreens(site, browser, onOpen);
  });
  await take('api', async () => {
    const { measureApi } = await import('./lib/api.ts');
    return measureApi(site);
  });
  await take('build', async () => {
    const { measureGrowth } = await import('./lib/growth.ts');
    return { builds: await measureGrowth(site, values.full ? [10, 1_000, 10_000] : [10, 1_000]) };
  });
  await take('publish', async () => {
    const { measurePublish } = await import('./lib/publish.ts');
    const { withoutKeptCards } = await import('./lib/drawn-cards.ts');
    return withoutKeptCards(() => measurePublish(site, onOpen));
  });
}

/** @param folder of the built site */
async function listPages(folder: string): Promise<Page[]> {
  const first = async (part: string) => {
    const [file = ''] = (await readdir(`${folder}/${part}`)).sort();
    return `/${part}/${file.replace(/\.html$/, '')}`;
  };
  return [
    { name: 'floor', path: '/floor', kind: 'floor' },
    { name: 'home', path: '/', kind: 'text' },
    { name: 'services', path: '/services', kind: 'list' },
    { name: 'projects', path: '/projects', kind: 'list' },
    { name: 'case study', path: await first('projects'), kind: 'detail' },
    { name: 'blog', path: '/blog', kind: 'list' },
    { name: 'post', path: await first('blog'), kind: 'detail' },
    { name: 'contact', path: '/contact', kind: 'text' },
    { name: 'about', path: '/about', kind: 'text' },
    { name: 'privacy', path: '/privacy', kind: 'text' },
  ];
}

function readResults(): Partial<Results> {
  const file = `${here}results.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

async function writeResults(results: Results) {
  const style = (await prettier.resolveConfig(`${here}results.md`)) ?? {};
  const json = await prettier.format(JSON.stringify(results), { ...style, parser: 'json' });
  const text = await prettier.format(writeReport(results), { ...style, parser: 'markdown' });
  writeFileSync(`${here}results.json`, json);
  writeFileSync(`${here}results.md`, text);
}

async function close(code: number) {
  if (isClosing) return;
  isClosing = true;
  // Longer than the time the backend has to end by itself.
  setTimeout(() => process.exit(code), 12_000).unref();
  for (const closer of closers.reverse()) {
    try {
      await closer();
    } catch (error) {
      console.error(error);
    }
  }
  process.exit(code);
}
