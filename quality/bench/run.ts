// npm run bench: measures the production build and replaces the measured parts of results.md.
//   --only lighthouse   this part alone; the others keep their text
//   --runs 5            visits of each page
//   --full              builds 10,000 studies as well
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { ensureBrowser } from '../../scripts/lib/browser.ts';
import { formatSource } from '../../scripts/lib/format-source.ts';
import { root } from '../../scripts/lib/install.mjs';
import { freePort } from '../../scripts/lib/ports.ts';
import { describeMachine, describeTime } from '../lib/machine.ts';
import { startSite } from '../lib/site.ts';
import { measureApi } from './lib/api.ts';
import { measureBuilds } from './lib/build.ts';
import { measureFirstTouch } from './lib/first-touch.ts';
import { measurePages } from './lib/lighthouse.ts';
import { measureNextPages } from './lib/next-page.ts';
import type { Bench, BenchPage } from './lib/bench.ts';
import { measurePublish } from './lib/publish.ts';
import { replacePart } from './lib/results.ts';
import { measureStaffScreens } from './lib/staff-screens.ts';
import { measureStart } from './lib/start.ts';

/** Each returns Markdown. In this order, because later ones fill the tables. */
const PARTS: Record<string, { title: string; measure: (bench: Bench) => Promise<string> }> = {
  start: { title: 'Start', measure: measureStart },
  lighthouse: { title: 'Pages', measure: measurePages },
  touch: { title: 'First touch', measure: measureFirstTouch },
  next: { title: 'Next page', measure: measureNextPages },
  typing: { title: 'Staff screens', measure: measureStaffScreens },
  api: { title: 'Data API', measure: measureApi },
  build: { title: 'Build', measure: measureBuilds },
  publish: { title: 'Publish', measure: measurePublish },
};
const RESULTS = `${root}quality/bench/results.md`;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string' },
    full: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
if (!(runs >= 1) || (values.only !== undefined && !PARTS[values.only])) {
  const names = Object.keys(PARTS).join('|');
  console.error(`Usage: npm run bench -- [--runs 5] [--only ${names}] [--full]`);
  process.exit(1);
}

const browser = await ensureBrowser({ isWhole: true });
if (browser === null) throw new Error('No Chromium was found and none could be installed.');
// Debian's launch script writes warnings to stderr.
const version = execFileSync(browser, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).trim();

let opened: ReturnType<typeof openSite> | undefined;
const bench: Bench = {
  ...{ browser, runs, isFull: values.full },
  openSite: () => (opened ??= openSite()),
};
for (const [name, { title, measure }] of Object.entries(PARTS)) {
  if (values.only !== undefined && values.only !== name) continue;
  const load = os.loadavg().map((value) => value.toFixed(2));
  const moment =
    `${describeTime(new Date())}, load average ${load.join(', ')}. ` +
    `${describeMachine()}, ${version}.`;
  console.log(`\n${title}: ${moment}`);
  const part = await formatSource(RESULTS, `${moment}\n\n${await measure(bench)}`);
  console.log(`\n${part}`);
  writeFileSync(RESULTS, replacePart(readFileSync(RESULTS, 'utf8'), title, part));
}
await (await opened)?.site.close();
process.exit(0);

async function openSite() {
  console.log('\nbuilding the site');
  const site = await startSite('bench', await freePort());
  const folder = root + site.outDir;
  await copyFile(`${root}quality/bench/floor.html`, `${folder}/floor.html`);
  const firstOf = async (part: string) => {
    const [file = ''] = (await readdir(`${folder}/${part}`)).sort();
    return `/${part}/${file.replace(/\.html$/, '')}`;
  };
  const study = await firstOf('projects');
  const post = await firstOf('blog');
  const pages: BenchPage[] = [
    { name: 'home', path: '/', kind: 'text' },
    { name: 'services', path: '/services', kind: 'list' },
    { name: 'projects', path: '/projects', kind: 'list' },
    { name: 'case study', path: study, kind: 'detail' },
    { name: 'blog', path: '/blog', kind: 'list' },
    { name: 'post', path: post, kind: 'detail' },
    { name: 'contact', path: '/contact', kind: 'text' },
    { name: 'about', path: '/about', kind: 'text' },
    { name: 'privacy', path: '/privacy', kind: 'text' },
  ];
  return { site, study, post, pages };
}
