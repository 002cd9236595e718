import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { LoadSite } from './site.ts';

export type Kind = 'page' | 'asset' | 'picture' | 'data' | 'enquiry' | 'staff read' | 'staff save';

export type Meter = ReturnType<typeof createMeter>;

const FAILURES_KEPT = 20;
/** A server without a response for this long counts as down. */
const ANSWER_MS = 30_000;

/** Sends the requests, and records their times and the memory of the servers. */
export function createMeter(site: LoadSite) {
  const kinds: Map<Kind, { times: number[]; errors: number }> = new Map();
  const failures: string[] = [];
  const memory: number[] = [];
  let startedAt = Date.now();
  let endedAt = 0;
  /** Requests repeated because the server had closed a keep-alive connection. */
  let repeated = 0;

  function entry(kind: Kind) {
    const known = kinds.get(kind) ?? { times: [], errors: 0 };
    kinds.set(kind, known);
    return known;
  }

  function fail(kind: Kind, what: string) {
    entry(kind).errors += 1;
    if (failures.length < FAILURES_KEPT) failures.push(`${kind}: ${what}`);
  }

  /** Repeats a read on a connection that the server has just closed, like browsers. */
  async function fetchWhole(
    address: string,
    options?: RequestInit,
  ): Promise<{ response: Response; text: string }> {
    const isRead = options?.method === undefined;
    const attempt = async () => {
      const signal = AbortSignal.timeout(ANSWER_MS);
      const response = await fetch(address, { ...options, signal });
      return { response, text: await response.text() };
    };
    try {
      return await attempt();
    } catch (error) {
      if (!isRead || !/other side closed|ECONNRESET/.test(wordsOf(error))) throw error;
      repeated += 1;
      return attempt();
    }
  }

  return {
    start() {
      startedAt = Date.now();
    },

    stop() {
      endedAt = Date.now();
    },

    /**
     * Measures to the last byte. Null without a response, or with an unexpected status.
     *
     * @param expected statuses
     */
    async ask(
      kind: Kind,
      path: string,
      options?: RequestInit,
      expected: readonly number[] = [200, 304],
    ) {
      const { times } = entry(kind);
      const from = performance.now();
      try {
        const { response, text } = await fetchWhole(`${site.url}${path}`, options);
        times.push(performance.now() - from);
        if (expected.includes(response.status)) return { response, text };
        fail(kind, `${path} answered ${response.status} ${text.slice(0, 200)}`);
      } catch (error) {
        fail(kind, `${path} ${wordsOf(error)}`);
      }
      return null;
    },

    async sampleMemory() {
      const megabytes = await memoryBelow(site.pid).catch(() => null);
      if (megabytes === null) return;
      memory.push(megabytes);
    },

    progress() {
      const count = [...kinds.values()].reduce((sum, { times }) => sum + times.length, 0);
      const errors = [...kinds.values()].reduce((sum, one) => sum + one.errors, 0);
      return `${count} requests, ${errors} failed, servers ${memory.at(-1) ?? '?'} MB`;
    },

    result() {
      const rows = [...kinds].map(([kind, { times, errors }]) => {
        const sorted = times.toSorted((a, b) => a - b);
        return {
          kind,
          count: times.length,
          errors,
          p50: percentile(sorted, 0.5),
          p95: percentile(sorted, 0.95),
          p99: percentile(sorted, 0.99),
        };
      });
      const requests = rows.reduce((sum, { count }) => sum + count, 0);
      const seconds = ((endedAt || Date.now()) - startedAt) / 1000;
      return {
        requests,
        perSecond: Math.round((requests / seconds) * 10) / 10,
        errors: rows.reduce((sum, { errors }) => sum + errors, 0),
        kinds: rows,
        repeated,
        memory,
        growth: growthOf(memory),
        failures,
      };
    },
  };
}

export function percentile(sorted: readonly number[], part: number) {
  const place = Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * part) - 1));
  return Math.round(sorted[place] ?? 0);
}

/**
 * The mean of the last third over that of the second, less one. Null for fewer than six samples, too few to
 * show a leak.
 */
export function growthOf(samples: readonly number[]) {
  if (samples.length < 6) return null;
  const third = Math.floor(samples.length / 3);
  const mean = (part: readonly number[]) =>
    part.reduce((sum, value) => sum + value, 0) / part.length;
  return mean(samples.slice(-third)) / mean(samples.slice(-2 * third, -third)) - 1;
}

/** fetch gives the reason only in the cause. */
function wordsOf(error: unknown) {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** Resident memory of a process and its descendants, from `ps`. */
async function memoryBelow(pid: number) {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const family = new Set([pid]);
  // Children start after their parents, but process ids may have wrapped around.
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const [id = 0, parent = 0] of rows) if (family.has(parent)) family.add(id);
  }
  const kilobytes = rows.reduce((sum, [id = 0, , rss = 0]) => sum + (family.has(id) ? rss : 0), 0);
  return Math.round(kilobytes / 1024);
}
