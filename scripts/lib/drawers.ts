// The threads that draw pages: at most one for each processor.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { LeaveOut } from './build-info.ts';
import type { PageRecord } from './build-record.ts';
import type { Bundle } from './bundle.ts';
import { root } from './install.mjs';
import type { ListedPage, Seed } from '../../src/site/page-list.ts';

const THREADS_MAX = 4;
/** Of a thread, whose garbage is collected late without a limit. */
const MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };
/** Of a thread: while one waits for its picture or its file, the next is rendered. */
const PAGES_AT_ONCE = 4;
/** Of all threads: so many wait while the next are read from the backend. */
const BACKLOG_MAX = 40;
/** A thread takes a second to start: the next one starts when the first has had so many. */
const PAGES_BEFORE_NEXT = 30;

export type DrawSettings = {
  bundle: Bundle;
  /** Gets the pages. */
  folder: string;
  siteUrl: string;
  /** Where requests to the site's URL go. */
  backendUrl: string;
  /** The origin of `/storage/v1/…` in the browser. */
  mediaUrl: string;
};

/** shared: answers that many pages need, told before the first page */
export type Order = { shared: readonly Seed[] } | { task: PageTask };

export type PageTask = ListedPage & {
  /** The page in the site of the last build. */
  before?: { hash: string; folder: string } | undefined;
};

/** record: null where the next build shall try its card again */
export type Drawn =
  | { path: string; record: PageRecord | null; error?: undefined }
  | { path: string; error: Error; task: PageTask };

export type Drawers = {
  share: (seeds: readonly Seed[]) => void;
  /** Waits while enough tasks wait. */
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
  const backlog: PageTask[] = [];
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
  let shared: readonly Seed[] = [];
  let added = 0;
  const tell = (worker: Worker | undefined, order: Order) => worker?.postMessage(order);
  const handOut = () => {
    while (free.length > 0 && backlog.length > 0) {
      const task = backlog.shift();
      if (task) tell(free.shift(), { task });
    }
  };
  const start = () => {
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
      handOut();
      wake();
    });
    worker.once('error', (error) => {
      failure ??= error;
      wake();
    });
    tell(worker, { shared });
    for (let turn = 0; turn < PAGES_AT_ONCE; turn += 1) free.push(worker);
  };
  const threadsMax = Math.min(availableParallelism(), THREADS_MAX);
  start();
  return {
    share(seeds) {
      shared = seeds;
      for (const worker of workers) tell(worker, { shared });
    },
    async add(task) {
      added += 1;
      if (workers.length < threadsMax && added > workers.length * PAGES_BEFORE_NEXT) start();
      await until(() => backlog.length < BACKLOG_MAX);
      open += 1;
      backlog.push(task);
      handOut();
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
