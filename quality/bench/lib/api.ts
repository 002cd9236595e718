import { createServer } from 'vite';
import { root } from '../../../scripts/lib/install.mjs';
import { STAFF } from '../../../scripts/lib/seed.ts';
import '../../../scripts/lib/websocket.ts';
import { BUDGETS } from './budgets.ts';
import { summary } from './numbers.ts';
import type { Site } from './site.ts';

export const SIZES = [10, 1_000, 10_000];
const ASKED = 30;
const WARM_UPS = 3;

/** The response times of the backend at each size, measured with the site's own API code. */
export async function measureApi(site: Site) {
  const asking = await openQuestions(site);
  const sizes = [];
  try {
    for (const size of SIZES) {
      const plans = await site.fill({ studies: size, posts: size });
      const visitor = await timeAll(asking.visitor, size);
      await asking.signIn();
      const staff = await timeAll(asking.staff, size);
      await asking.signOut();
      sizes.push({ size, visitor, staff, ...plans });
    }
  } finally {
    await asking.close();
  }
  // Ten rows do not fill a page of 24.
  const [smaller, largest] = sizes.slice(-2);
  if (!smaller || !largest) throw new Error('two sizes are needed to compare');
  const growth = growthOf(smaller.visitor, largest.visitor);
  return {
    sizes,
    growth: { ...growth, ...growthOf(smaller.staff, largest.staff) },
    isFlat: Object.values(growth).every((ratio) => ratio <= BUDGETS.flatRatio),
  };
}

export type Times = Record<string, ReturnType<typeof summary>>;

async function timeAll(
  questions: Record<string, (size: number) => Promise<unknown>>,
  size: number,
) {
  const times: Times = {};
  for (const [name, ask] of Object.entries(questions)) {
    times[name] = summary(await timesOf(() => ask(size)));
    console.log(`  ${size}: ${name} ${times[name].median.toFixed(1)} ms`);
  }
  return times;
}

/** The ratio of the response times. */
function growthOf(few: Times, many: Times) {
  return Object.fromEntries(
    Object.entries(many).map(([name, { median }]) => [name, median / (few[name]?.median ?? NaN)]),
  );
}

async function timesOf(act: () => Promise<unknown>) {
  const times = [];
  for (let turn = 0; turn < WARM_UPS + ASKED; turn += 1) {
    const begin = performance.now();
    await act();
    if (turn >= WARM_UPS) times.push(performance.now() - begin);
  }
  return times;
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
  const [{ loadSupabase }, studies, staff, { blog }] = await Promise.all([
    load('lib/supabase.ts'),
    load('features/case-studies/api.ts'),
    load('features/case-studies/staff-api.ts'),
    load('features/posts/api.ts'),
  ]);
  const supabase = await loadSupabase();
  const anyStudy = (size: number) =>
    `00000000-0000-4000-8000-${String(1 + Math.floor(Math.random() * size)).padStart(12, '0')}`;

  const firstPage = { sort: 'changed', page: 1 };
  return {
    visitor: {
      'studies, first page': () => studies.listPublishedCaseStudies(),
      'one study': (size) => studies.getPublishedCaseStudy(anyStudy(size)),
      'posts, first page': () => unwrap(blog.getPosts({}, { asVisitor: true })),
      'one post': () => unwrap(blog.getPost('post-number-7', { asVisitor: true })),
    } as Record<string, (size: number) => Promise<unknown>>,
    staff: {
      'staff list, first page': () => staff.listStaffCaseStudies(firstPage),
      'staff list, search': () => staff.listStaffCaseStudies({ ...firstPage, search: 'number 7' }),
    } as Record<string, (size: number) => Promise<unknown>>,
    async signIn() {
      const { error } = await supabase.auth.signInWithPassword(STAFF);
      if (error) throw error;
    },
    signOut: () => supabase.auth.signOut(),
    close: () => vite.close(),
  };
}

async function unwrap(asked: Promise<{ data?: unknown; error?: unknown }>) {
  const { data, error } = await asked;
  if (error) throw error;
  return data;
}
