// From the call of the deploy hook to a new study on a folder host, with the builder of `npm run builder`.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { BuildRun } from '../../../supabase/functions/_shared/contracts/deploys.ts';
import { root } from '../../../scripts/lib/install.mjs';
import { freePort } from '../../../scripts/lib/ports.ts';
import { saveStudy, signIn } from './backend-calls.ts';
import { BUDGETS } from './budgets.ts';
import { summary } from './numbers.ts';
import type { Site } from './site.ts';

const STUDIES = 1_000;
const TIMES = 3;
const PICTURE = '/storage/v1/object/public/images/seed/larder-lane-cover.webp';
const POLL_MS = 50;
/** The first build draws every page. */
const MINUTES_MAX = 30;

export async function measurePublish(site: Site, onOpen: (close: () => unknown) => void) {
  await site.fill({ studies: STUDIES, posts: 10 });
  const [hookPort, hostPort] = [await freePort(), await freePort()];
  const host = `http://127.0.0.1:${hostPort}`;
  const secret = randomBytes(24).toString('hex');
  const hook = `http://127.0.0.1:${hookPort}/${secret}`;
  const served = `${site.outDir}-served`;
  await mkdir(`${root}${served}`, { recursive: true });

  const builder = spawn(
    process.execPath,
    [
      ...['--no-warnings', 'scripts/run.mjs', 'scripts/builder.ts'],
      ...['--folder', `${root}${site.outDir}-publish`],
    ],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        SITE_URL: host,
        VITE_SUPABASE_URL: site.backendUrl,
        VITE_SUPABASE_ANON_KEY: site.keys.publishableKey,
        VITE_API_BASE_URL: '',
        PUBLISH_TO: `folder:${root}${served}`,
        BUILDER_SECRET: secret,
        BUILDER_PORT: String(hookPort),
      },
    },
  );
  onOpen(() => builder.kill());
  // It publishes once when it starts.
  await untilPublished(hook);
  const worker = new Worker(`${root}scripts/run.mjs`, {
    argv: ['quality/bench/lib/preview.ts'],
    workerData: { port: hostPort, outDir: served, redirects: [] },
  });
  onOpen(() => worker.terminate());
  await once(worker, 'message');

  const { access_token: token } = await signIn(site);
  const times = [];
  for (let turn = 1; turn <= TIMES; turn += 1) {
    const id = await saveStudy(site, token, {
      title: `Published by the bench ${turn}`,
      description: 'A study that was not there before.',
      status: 'published',
      hero_image_url: PICTURE,
    });
    const page = `${host}/projects/published-by-the-bench-${turn}`;
    if (await isShown(page, id)) throw new Error(`${page} is there before it was published`);
    const begin = performance.now();
    await fetch(hook, { method: 'POST' });
    await until(() => isShown(page, id));
    times.push(performance.now() - begin);
    await untilPublished(hook);
  }
  builder.kill();
  await worker.terminate();
  const shownMs = summary(times);
  return { studies: STUDIES, times: TIMES, shownMs, isWithin: shownMs.max <= BUDGETS.publishMs };
}

/** Whether the host answers with the page of the study and with the social card that it names. */
async function isShown(page: string, id: string) {
  const answer = await fetch(page);
  const [, card] = /property="og:image" content="([^"]+)"/.exec(await answer.text()) ?? [];
  if (!answer.ok || !card?.includes(id)) return false;
  return (await fetch(card)).headers.get('content-type') === 'image/jpeg';
}

async function untilPublished(hook: string) {
  await until(async () => {
    // The builder may not listen yet.
    const answer = await fetch(hook).catch(() => null);
    const { builds = [] }: { builds?: BuildRun[] } = (await answer?.json()) ?? {};
    if (builds[0]?.outcome === 'failed') throw new Error(`The build failed: ${builds[0].reason}`);
    return builds[0]?.outcome === 'published';
  });
}

async function until(isMet: () => Promise<boolean>) {
  const end = performance.now() + MINUTES_MAX * 60_000;
  while (!(await isMet())) {
    if (performance.now() > end) throw new Error(`Nothing was published in ${MINUTES_MAX} min`);
    await pause(POLL_MS);
  }
}
