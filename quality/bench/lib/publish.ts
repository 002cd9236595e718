// From the call of the deploy hook to a new study on a folder host, with the builder of `npm run builder`.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../../scripts/lib/install.mjs';
import { freePort } from '../../../scripts/lib/ports.ts';
import type { BuildRun } from '../../../supabase/functions/_shared/contracts/deploys.ts';
import { startModule } from '../../lib/process.ts';
import { saveStudy, signIn } from '../../lib/staff.ts';
import type { Bench } from './bench.ts';
import { BUDGETS } from './budgets.ts';
import { withoutKeptCards } from './drawn-cards.ts';
import { seconds, summary } from './numbers.ts';
import { verdict } from './results.ts';

const STUDIES = 1_000;
const TIMES = 3;
const PICTURE = '/storage/v1/object/public/images/seed/larder-lane-cover.webp';
const POLL_MS = 50;
/** The first build draws every page. */
const MINUTES_MAX = 30;

export async function measurePublish({ openSite }: Bench): Promise<string> {
  const { site } = await openSite();
  await site.fill({ studies: STUDIES, posts: 10 });
  const [hookPort, hostPort] = [await freePort(), await freePort()];
  const host = `http://127.0.0.1:${hostPort}`;
  const secret = randomBytes(24).toString('hex');
  const hook = `http://127.0.0.1:${hookPort}/${secret}`;
  const outDir = `${site.outDir}-served`;
  await mkdir(root + outDir, { recursive: true });

  const times: number[] = [];
  await withoutKeptCards(async () => {
    const builder = spawn(
      process.execPath,
      ['scripts/run.mjs', 'scripts/builder.ts', '--folder', `${root}${site.outDir}-publish`],
      {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          ...process.env,
          SITE_URL: host,
          VITE_SUPABASE_URL: site.backendUrl,
          VITE_SUPABASE_ANON_KEY: site.keys.publishableKey,
          VITE_API_BASE_URL: '',
          PUBLISH_TO: `folder:${root}${outDir}`,
          BUILDER_SECRET: secret,
          BUILDER_PORT: String(hookPort),
        },
      },
    );
    // It publishes once when it starts.
    await untilPublished(hook);
    const server = startModule('preview', { port: hostPort, outDir, redirects: [] });
    await server.answer;
    const staff = await signIn(site);
    while (times.length < TIMES) {
      const number = times.length + 1;
      const id = await saveStudy(staff, {
        title: `Published by the bench ${number}`,
        description: 'A study that was not there before.',
        status: 'published',
        hero_image_url: PICTURE,
      });
      const page = `${host}/projects/published-by-the-bench-${number}`;
      if (await isShown(page, id)) throw new Error(`${page} is there before it was published`);
      const begin = performance.now();
      await fetch(hook, { method: 'POST' });
      await until(() => isShown(page, id));
      times.push(performance.now() - begin);
      await untilPublished(hook);
    }
    builder.kill();
    await server.stop();
  });
  const { median, max } = summary(times);
  return (
    'From the call of the deploy hook until a new study answers with its social card on a folder host, by ' +
    `\`npm run builder\` among ${STUDIES.toLocaleString('en')} studies: ${seconds(median)} s, median of ${TIMES}, ` +
    `${seconds(max)} s at most (budget ${seconds(BUDGETS.publishMs)} s, ${verdict(max <= BUDGETS.publishMs)}).`
  );
}

/** Whether the host answers with the page of the study and with the social card that it names. */
async function isShown(page: string, id: string) {
  const answer = await fetch(page);
  const [, card] = /property="og:image" content="([^"]+)"/.exec(await answer.text()) ?? [];
  if (!answer.ok || !card?.includes(id)) return false;
  return (await fetch(card)).headers.get('content-type') === 'image/jpeg';
}

const untilPublished = (hook: string) =>
  until(async () => {
    // The builder may not listen yet.
    const answer = await fetch(hook).catch(() => null);
    const { builds = [] }: { builds?: BuildRun[] } = (await answer?.json()) ?? {};
    if (builds[0]?.outcome === 'failed') throw new Error(`The build failed: ${builds[0].reason}`);
    return builds[0]?.outcome === 'published';
  });

async function until(isMet: () => Promise<boolean>) {
  const end = performance.now() + MINUTES_MAX * 60_000;
  while (!(await isMet())) {
    if (performance.now() > end) throw new Error(`Nothing was published in ${MINUTES_MAX} min`);
    await pause(POLL_MS);
  }
}
