// The threads that render pages: at most one for each processor.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { LeaveOut } from './build-info.ts';
import type { PageRecord } from './build-record.ts';
import type { Bundle } from './bundle.ts';
import type { StudyAddresses } from './study-addresses.ts';
import { root } from '../install.mjs';
import type { ListedPage, Seed } from '../../../src/site/page-list.ts';

const THREADS_MAX = 4;
/** Per thread. Without a limit garbage is collected late. */
const MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };
/** Pages that one thread works on: while one waits for a file, the next is rendered. */
const PAGES_AT_ONCE = 4;
/** Queued pages of all threads together; reading from the backend pauses above it. */
const BACKLOG_MAX = 40;
/** A thread takes a second to start: another is started after this many pages. */
const PAGES_BEFORE_NEXT = 30;

export type RenderSettings = {
  bundle: Bundle;
  /** Gets the pages. */
  folder: string;
  siteUrl: string;
  /** Where requests to the site's URL go. */
  backendUrl: string;
  /** The origin of `/storage/v1/…` in the browser. */
  mediaUrl: string;
  studyAddresses: StudyAddresses;
};

/**
 * shared: answers that many pages need, sent before the first page; willWrite: pages will be written, not only
 * compared, and what writes them takes a second to load
 */
export type Order = { shared: readonly Seed[] } | { willWrite: true } | { task: PageTask };

export type PageTask = ListedPage & {
  /** The page in the site of the last build. */
  before?: (PageRecord & { folder: string }) | undefined;
};

/** record: null if the card failed, so that the next build tries again */
export type RenderResult =
  | { path: string; record: PageRecord | null; error?: undefined }
  | { path: string; error: Error; task: PageTask };

export type RenderThreads = {
  share: (seeds: readonly Seed[]) => void;
  /** Waits while enough tasks wait. */
  add: (task: PageTask) => Promise<void>;
  /** The results so far, when all tasks are done. @throws when a thread has ended */
  finish: () => Promise<RenderResult[]>;
  close: () => Promise<unknown>;
};

type Answer = { result: RenderResult; leftOut: [string, string][] };

/** @param leaveOut called for cards that could not be drawn */
export function startRenderThreads(settings: RenderSettings, leaveOut: LeaveOut): RenderThreads {
  const workers: Worker[] = [];
  /** Each thread as often as it may take a further page. */
  const free: Worker[] = [];
  const backlog: PageTask[] = [];
  const wakers: (() => void)[] = [];
  let open = 0;
  const results: RenderResult[] = [];
  let failure: unknown;
  const wake = () => {
    for (const waker of wakers.splice(0)) waker();
  };
  const until = async (isMet: () => boolean) => {
    while (!isMet() && failure === undefined) await new Promise<void>((done) => wakers.push(done));
    if (failure !== undefined) throw failure;
  };
  let shared: readonly Seed[] = [];
  let willWrite = false;
  let added = 0;
  const send = (worker: Worker | undefined, order: Order) => worker?.postMessage(order);
  const handOut = () => {
    while (free.length > 0 && backlog.length > 0) {
      const task = backlog.shift();
      if (task) send(free.shift(), { task });
    }
  };
  const start = () => {
    const worker = new Worker(`${root}scripts/run.mjs`, {
      argv: ['scripts/lib/build/render-worker.ts'],
      workerData: settings,
      resourceLimits: MEMORY,
    });
    workers.push(worker);
    worker.on('message', (answer: Answer) => {
      for (const [what, why] of answer.leftOut) leaveOut(what, why);
      results.push(answer.result);
      open -= 1;
      free.push(worker);
      handOut();
      wake();
    });
    worker.once('error', (error) => {
      failure ??= error;
      wake();
    });
    send(worker, { shared });
    if (willWrite) send(worker, { willWrite });
    for (let turn = 0; turn < PAGES_AT_ONCE; turn += 1) free.push(worker);
  };
  const threadsMax = Math.min(availableParallelism(), THREADS_MAX);
  start();
  return {
    share(seeds) {
      shared = seeds;
      for (const worker of workers) send(worker, { shared });
    },
    async add(task) {
      added += 1;
      if (!willWrite && (task.facts !== undefined || !task.before)) {
        willWrite = true;
        for (const worker of workers) send(worker, { willWrite });
      }
      if (workers.length < threadsMax && added > workers.length * PAGES_BEFORE_NEXT) start();
      await until(() => backlog.length < BACKLOG_MAX);
      open += 1;
      backlog.push(task);
      handOut();
    },
    async finish() {
      await until(() => open === 0);
      return results.splice(0);
    },
    close: () => Promise.all(workers.map((worker) => worker.terminate())),
  };
}
