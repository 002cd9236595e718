import { copiesOfImage } from '@/lib/image-url';
import { connectionClass, widthsFor, type ConnectionClass } from './connection';
import {
  FULL_SCREEN_SIZES,
  PRELOAD_BATCH_MAX,
  PRELOAD_CATEGORY_COUNT,
  PRELOAD_CONCURRENCY,
  PRELOAD_CONCURRENCY_FAST,
  PRELOAD_RETRIES,
  PRELOAD_TIMEOUT_MS,
} from './constants';

/** 'loading' begins in the queue; 'failed' waits for another try, 'permanently failed' does not. */
export type PreloadStatus = 'loading' | 'loaded' | 'failed' | 'permanently failed';

export type ImagePreloaderOptions = {
  /** Rejects when the picture does not come; gives up when `signal` says so. */
  loadImage?: (url: string, signal: AbortSignal) => Promise<void>;
  connection?: () => ConnectionClass;
};

type Entry = {
  url: string;
  status: PreloadStatus;
  failures: number;
  settled: Promise<void>;
  settle: () => void;
};

/**
 * Fetches pictures before they are shown, so that they are in the browser's cache. All batches
 * share one line; a picture that fails goes to its end. What was loaded, is under way or has
 * failed for good is not asked for again.
 */
export function createImagePreloader({
  loadImage = loadInBrowser,
  connection = connectionClass,
}: ImagePreloaderOptions = {}) {
  const entries = new Map<string, Entry>();
  const line: Entry[] = [];
  let active = 0;

  function enter(url: string): Entry {
    const known = entries.get(url);
    if (known) return known;
    let settle = () => {};
    const settled = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const entry: Entry = { url, status: 'loading', failures: 0, settled, settle };
    entries.set(url, entry);
    line.push(entry);
    return entry;
  }

  function advance() {
    const limit = connection() === 'fast' ? PRELOAD_CONCURRENCY_FAST : PRELOAD_CONCURRENCY;
    while (active < limit) {
      const entry = line.shift();
      if (!entry) return;
      active += 1;
      void attempt(entry).then(() => {
        active -= 1;
        advance();
      });
    }
  }

  async function attempt(entry: Entry) {
    entry.status = 'loading';
    try {
      await withTimeout((signal) => loadImage(entry.url, signal));
      entry.status = 'loaded';
      entry.settle();
    } catch {
      entry.failures += 1;
      if (entry.failures > PRELOAD_RETRIES) {
        entry.status = 'permanently failed';
        entry.settle();
      } else {
        entry.status = 'failed';
        line.push(entry);
      }
    }
  }

  /**
   * Takes the first ten different addresses and leaves the rest. Resolves, never rejects, with
   * what became of each once none has a try left.
   */
  async function preloadImages(
    urls: readonly string[],
  ): Promise<ReadonlyMap<string, PreloadStatus>> {
    const batch = [...new Set(urls)].slice(0, PRELOAD_BATCH_MAX).map(enter);
    advance();
    await Promise.all(batch.map(({ settled }) => settled));
    return new Map(batch.map(({ url, status }) => [url, status]));
  }

  return {
    preloadImages,
    /** As `preloadImages`, for the first five of a category. */
    preloadCategory: (urls: readonly string[]) =>
      preloadImages(urls.slice(0, PRELOAD_CATEGORY_COUNT)),
    /** Undefined for a picture nobody asked for. */
    preloadStatus: (url: string): PreloadStatus | undefined => entries.get(url)?.status,
  };
}

async function withTimeout(run: (signal: AbortSignal) => Promise<void>) {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('The picture took too long.'));
      controller.abort();
    }, PRELOAD_TIMEOUT_MS);
  });
  try {
    await Promise.race([run(controller.signal), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

function loadInBrowser(url: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const picture = new window.Image();
    picture.onload = () => resolve();
    picture.onerror = () => reject(new Error('The picture did not load.'));
    // Without an address the browser drops the request.
    signal.addEventListener('abort', () => {
      picture.removeAttribute('srcset');
      picture.removeAttribute('src');
    });
    picture.fetchPriority = 'low';
    const copies = copiesOfImage(url);
    if (copies) {
      picture.sizes = FULL_SCREEN_SIZES;
      picture.srcset = copies.srcSet(widthsFor(connectionClass(), copies.widths));
    }
    picture.src = url;
  });
}

/** One line for the whole page. */
export const { preloadImages, preloadCategory, preloadStatus } = createImagePreloader();
