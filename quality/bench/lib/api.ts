import { createServer } from 'vite';
import { root } from '../../../scripts/lib/install.mjs';
import { STAFF } from '../../../scripts/lib/local/seed.ts';
import '../../../scripts/lib/websocket.ts';
import type { Filled } from '../../lib/fill.ts';
import type { Site } from '../../lib/site.ts';
import { table } from '../../lib/table.ts';
import type { Bench } from './bench.ts';
import { BUDGETS } from './budgets.ts';
import { ms, summary } from './numbers.ts';
import { verdict } from './results.ts';

const SIZES = [10, 1_000, 10_000];
const ASKED = 30;
const WARM_UPS = 3;

type Questions = Record<string, (size: number) => Promise<unknown>>;
type Times = Record<string, { median: number; p95: number }>;
const NO_TIME = { median: NaN, p95: NaN };

/** The response times of the backend at each size, measured with the site's own API code. */
export async function measureApi({ openSite }: Bench): Promise<string> {
  const { site } = await openSite();
  const asking = await openQuestions(site);
  const times: Times[] = [];
  let plans: Filled | undefined;
  for (const size of SIZES) {
    plans = await site.fill({ studies: size, posts: size });
    const visitor = await timeAll(asking.visitor, size);
    await asking.signIn();
    times.push({ ...visitor, ...(await timeAll(asking.staff, size)) });
    await asking.signOut();
  }
  await asking.close();
  // Ten rows do not fill a page of 24.
  const [smaller = {}, largest = {}] = times.slice(-2);
  const growthOf = (name: string) =>
    (largest[name]?.median ?? NaN) / (smaller[name]?.median ?? NaN);
  const isFlat = Object.keys(asking.visitor).every((name) => growthOf(name) <= BUDGETS.flatRatio);
  return [
    `Milliseconds on the embedded backend, median (95th percentile) of ${ASKED}, asked by the site’s own modules over HTTP. ` +
      'Growth compares the last two sizes, since ten rows do not fill a page. What visitors ask for is flat when it takes ' +
      `at most ${BUDGETS.flatRatio} times as long over ten times the rows: ${verdict(isFlat)}.`,
    table(
      ['question', ...SIZES.map((size) => `${size.toLocaleString('en')} rows`), 'growth'],
      Object.keys(largest).map((name) => {
        const cells = times.map(({ [name]: { median, p95 } = NO_TIME }) => {
          return `${ms(median)} (${ms(p95)})`;
        });
        return [name, ...cells, `× ${growthOf(name).toFixed(1)}`];
      }),
    ),
    'How Postgres reads the first page over the most rows, as a visitor; studies, then posts:',
    ['```', ...(plans?.studiesPlan ?? []), '', ...(plans?.postsPlan ?? []), '```'].join('\n'),
  ].join('\n\n');
}

async function timeAll(questions: Questions, size: number): Promise<Times> {
  const all: Times = {};
  for (const [name, ask] of Object.entries(questions)) {
    const times = [];
    for (let turn = 0; turn < WARM_UPS + ASKED; turn += 1) {
      const begin = performance.now();
      await ask(size);
      if (turn >= WARM_UPS) times.push(performance.now() - begin);
    }
    all[name] = summary(times);
    console.log(`  ${size}: ${name} ${ms(all[name].median)} ms`);
  }
  return all;
}

/** The site's own modules, as they are. */
async function openQuestions(site: Site) {
  Object.assign(process.env, {
    VITE_SUPABASE_URL: site.backendUrl,
    VITE_SUPABASE_ANON_KEY: site.keys.publishableKey,
    VITE_API_BASE_URL: '',
  });
  const vite = await createServer({
    root,
    logLevel: 'error',
    appType: 'custom',
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  const load = (file: string) => vite.ssrLoadModule(`/src/${file}`);
  const [{ loadSupabase }, studies, staffStudies, { blog }] = await Promise.all([
    load('lib/supabase.ts'),
    load('features/case-studies/api.ts'),
    load('features/case-studies/staff-api.ts'),
    load('features/posts/api.ts'),
  ]);
  const { auth } = await loadSupabase();
  const unwrap = async (asked: Promise<{ error?: unknown }>) => {
    const { error } = await asked;
    if (error) throw error;
  };
  const anyStudy = (size: number) =>
    `00000000-0000-4000-8000-${String(1 + Math.floor(Math.random() * size)).padStart(12, '0')}`;
  const firstPage = { sort: 'changed', page: 1 };
  const visitor: Questions = {
    'studies, first page': () => studies.listPublishedCaseStudies(),
    'one study': (size) => studies.getPublishedCaseStudy(anyStudy(size)),
    'posts, first page': () => unwrap(blog.getPosts({}, { asVisitor: true })),
    'one post': () => unwrap(blog.getPost('post-number-7', { asVisitor: true })),
  };
  const staff: Questions = {
    'staff list, first page': () => staffStudies.listStaffCaseStudies(firstPage),
    'staff list, search': () =>
      staffStudies.listStaffCaseStudies({ ...firstPage, search: 'number 7' }),
  };
  return {
    ...{ visitor, staff },
    signIn: () => unwrap(auth.signInWithPassword(STAFF)),
    signOut: () => auth.signOut(),
    close: () => vite.close(),
  };
}
