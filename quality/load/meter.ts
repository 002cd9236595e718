import { execFile } from 'node:child_process';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { promisify } from 'node:util';

export type Meter = ReturnType<typeof createMeter>;

const FAILURES_KEPT = 20;
/** A server without a response for this long counts as down. */
const ANSWER_MS = 30_000;

/** Sends the requests to the site and records their times by kind. */
export function createMeter(siteUrl: string) {
  const kinds: Map<string, { times: RecordableHistogram; errors: number }> = new Map();
  const failures: string[] = [];

  /** @returns null if it fails */
  async function time<Result>(kind: string, work: () => Promise<Result>): Promise<Result | null> {
    const entry = kinds.get(kind) ?? { times: createHistogram(), errors: 0 };
    kinds.set(kind, entry);
    const from = performance.now();
    try {
      return await work();
    } catch (error) {
      entry.errors += 1;
      if (failures.length < FAILURES_KEPT) failures.push(`${kind}: ${wordsOf(error)}`);
      return null;
    } finally {
      // A histogram takes whole numbers above 0.
      entry.times.record(Math.max(1, Math.round(performance.now() - from)));
    }
  }

  async function fetchWhole(path: string, options: RequestInit, expected: readonly number[]) {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(siteUrl + path, { ...options, signal });
    const text = await response.text();
    if (expected.includes(response.status)) return { status: response.status, text };
    throw new Error(`${path} answered ${response.status} ${text.slice(0, 200)}`);
  }

  return {
    time,

    /** Measures to the last byte. Fails with another status than the expected ones. */
    ask: (kind: string, path: string, options: RequestInit = {}, expected = [200]) =>
      time(kind, () =>
        fetchWhole(path, options, expected).catch((error) => {
          // As browsers do: a read on a connection that the server has just closed is repeated.
          const isRead = options.method === undefined;
          if (!isRead || !/other side closed|ECONNRESET/.test(wordsOf(error))) throw error;
          return fetchWhole(path, options, expected);
        }),
      ),

    result() {
      const rows = [...kinds].map(([kind, { times, errors }]) => {
        const [p50, p95, p99] = [50, 95, 99].map((share) => times.percentile(share));
        return { kind, count: times.count, p50, p95, p99, errors };
      });
      const sum = (key: 'count' | 'errors') => rows.reduce((total, row) => total + row[key], 0);
      return { requests: sum('count'), errors: sum('errors'), rows, failures };
    },
  };
}

/** fetch gives the reason only in the cause. */
function wordsOf(error: unknown) {
  const { message = String(error), cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

/** Resident memory of these processes and their descendants in MB, from `ps`. */
export async function memoryBelow(pids: readonly number[]) {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const family = new Set(pids);
  // Children start after their parents, but process ids may have wrapped around.
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const [id = 0, parent = 0] of rows) if (family.has(parent)) family.add(id);
  }
  const kilobytes = rows.reduce((sum, [id = 0, , rss = 0]) => sum + (family.has(id) ? rss : 0), 0);
  return Math.round(kilobytes / 1024);
}

/**
 * The mean of the last third over that of the second, less one. Null for fewer than six samples, too few to show a leak.
 */
export function growthOf(samples: readonly number[]) {
  if (samples.length < 6) return null;
  const third = Math.floor(samples.length / 3);
  const sumOf = (part: readonly number[]) => part.reduce((sum, value) => sum + value, 0);
  return sumOf(samples.slice(-third)) / sumOf(samples.slice(-2 * third, -third)) - 1;
}
