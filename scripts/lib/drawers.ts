// The threads that draw pages: one for each processor.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { LeaveOut } from './build-info.ts';
import type { Bundle } from './bundle.ts';
import { root } from './install.mjs';
import type { ListedPage, Seed } from '../../src/site/page-list.ts';

const THREADS_MAX = 4;
/** Of a thread, whose garbage is collected late without a limit.. */
const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };
/** Of a thread: while one waits for its picture or its file, the next is rendered. */
const PAGES_AT_ONCE = 6;

export type DrawSettings = {
  bundle: Bundle;
  /** Gets the pages. */
  folder: string;
  siteUrl: string;
  /** Where requests to the site's URL go. */
  backendUrl: string;
  /** The origin of `/storage/v1/…` in the browser. */
  mediaUrl: string;
  /** Answers that many pages need. */
  shared: readonly Seed[];
};

export type PageTask = ListedPage & {
  /** The page in the site of the last build. */
  before?: { hash: string; folder: string } | undefined;
};

/** hash: of all that the page is made from */
export type Drawn =
  | { path: string; hash: string; error?: undefined }
  | { path: string; error: Error; task: PageTask; hash?: undefined };

export type Drawers = {
  /** Waits while every thread has enough to do. */
  add: (task: PageTask) => Promise<void>;
  /** The results so far, when all tasks are done. @throws when a thread has ended */
  finish: () => Promise<Drawn[]>;
  close: () => Promise<unknown>;
};

type Answer = { drawn: Drawn; leftOut: [string, string][] };

/** @param leaveOut called for cards that could not be drawn */
export function startDrawers(settings: DrawSettings, leaveOut: LeaveOut): Drawers {
  const workers: Worker[] = [];
  /** Each thread as often as it may take a further page. */
  const free: Worker[] = [];
  const wakers: (() => void)[] = [];
  let open = 0;
  let drawn: Drawn[] = [];
  let failure: unknown;
  const wake = () => {
    for (const waker of wakers.splice(0)) waker();
  };
  const until = async (isMet: () => boolean) => {
    while (!isMet() && failure === undefined) await new Promise<void>((done) => wakers.push(done));
    if (failure !== undefined) throw failure;
  };
  for (let count = Math.min(availableParallelism(), THREADS_MAX); count > 0; count -= 1) {
    const worker = new Worker(`${root}scripts/run.mjs`, {
      argv: ['scripts/lib/draw-worker.ts'],
      workerData: settings,
      resourceLimits: MEMORY,
    });
    workers.push(worker);
    worker.on('message', (answer: Answer) => {
      for (const [what, why] of answer.leftOut) leaveOut(what, why);
      drawn.push(answer.drawn);
      open -= 1;
      free.push(worker);
      wake();
    });
    worker.once('error', (error) => {
      failure ??= error;
      wake();
    });
  }
  for (let turn = 0; turn < PAGES_AT_ONCE; turn += 1) free.push(...workers);
  return {
    async add(task) {
      await until(() => free.length > 0);
      open += 1;
      free.shift()?.postMessage(task);
    },
    async finish() {
      await until(() => open === 0);
      const results = drawn;
      drawn = [];
      return results;
    },
    close: () => Promise.all(workers.map((worker) => worker.terminate())),
  };
}
