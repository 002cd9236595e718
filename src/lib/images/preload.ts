import { variantsOfImage } from '@/lib/image-url';
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

/** 'loading' includes waiting in the queue; 'failed' will be tried again, 'permanently failed' will not. */
export type PreloadStatus = 'loading' | 'loaded' | 'failed' | 'permanently failed';

export type ImagePreloaderOptions = {
  /** Rejects when the picture fails to load; stops when `signal` aborts. */
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
 * Loads pictures into the browser's cache before they are shown. All batches share one queue; a
 * picture that fails goes to its end. Pictures that are loaded, in flight or permanently failed
 * are not requested again.
 */
export function createImagePreloader({
  loadImage = loadInBrowser,
  connection = connectionClass,
}: ImagePreloaderOptions = {}) {
  const entries = new Map<string, Entry>();
  const queue: Entry[] = [];
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
    queue.push(entry);
    return entry;
  }

  function advance() {
    const limit = connection() === 'fast' ? PRELOAD_CONCURRENCY_FAST : PRELOAD_CONCURRENCY;
    while (active < limit) {
      const entry = queue.shift();
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
        queue.push(entry);
      }
    }
  }

  /**
   * Preloads the first ten distinct addresses and ignores the rest. Resolves with the final status
   * of each; never rejects.
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
    /** Like `preloadImages`, for the first five of a category. */
    preloadCategory: (urls: readonly string[]) =>
      preloadImages(urls.slice(0, PRELOAD_CATEGORY_COUNT)),
    /** Undefined for a picture that was never requested. */
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
    // Removing the address cancels the request.
    signal.addEventListener('abort', () => {
      picture.removeAttribute('srcset');
      picture.removeAttribute('src');
    });
    picture.fetchPriority = 'low';
    const variants = variantsOfImage(url);
    if (variants) {
      picture.sizes = FULL_SCREEN_SIZES;
      picture.srcset = variants.srcSet(widthsFor(connectionClass(), variants.widths));
    }
    picture.src = url;
  });
}

/** One queue for the whole page. */
export const { preloadImages, preloadCategory, preloadStatus } = createImagePreloader();
