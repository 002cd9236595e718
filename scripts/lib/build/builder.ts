// The builder of npm run builder: takes calls of the deploy hook, builds and uploads, one build at a time.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BuildRun } from '../../../supabase/functions/_shared/contracts/deploys.ts';

const HISTORY_MAX = 20;

export type Builder = {
  /** Calls during a build cause one more after it. */
  request: () => void;
  /** The newest first. */
  history: () => readonly BuildRun[];
};

/** @param publish builds and uploads; rejects where either fails */
export function createBuilder(
  publish: () => Promise<{ changed: number | null }>,
  log: (line: string) => void = console.log,
): Builder {
  const runs: BuildRun[] = [];
  let isWanted = false;
  let isRunning = false;
  const work = async () => {
    if (isRunning) return;
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      const run: BuildRun = {
        ...{ startedAt: now(), endedAt: null, outcome: 'running', reason: null, changed: null },
      };
      runs.unshift(run);
      runs.splice(HISTORY_MAX);
      try {
        const { changed } = await publish();
        Object.assign(run, { outcome: 'published', changed });
      } catch (error) {
        Object.assign(run, { outcome: 'failed', reason: lastLine(error) });
      }
      run.endedAt = now();
      const seconds = (Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000;
      log(`${run.outcome} after ${seconds.toFixed(1)} s${run.reason ? `: ${run.reason}` : ''}`);
    }
    isRunning = false;
  };
  return {
    request() {
      isWanted = true;
      void work();
    },
    history: () => runs,
  };
}

/** POST on the secret address requests a build, GET shows the last ones; every other address is unknown. */
export function handleCall(
  { request: requestBuild, history }: Builder,
  secret: string,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    request.resume();
    const isKnown = isSame(request.url ?? '', `/${secret}`);
    if (!isKnown) return void response.writeHead(404).end();
    if (request.method === 'POST') requestBuild();
    else if (request.method !== 'GET') return void response.writeHead(405).end();
    response
      .writeHead(request.method === 'POST' ? 202 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ builds: history() }));
  };
}

/** In a time that does not depend on how much of it is right. */
function isSame(given: string, wanted: string) {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(one as Buffer, other as Buffer);
}

const now = () => new Date().toISOString();

const lastLine = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).trim().split('\n').at(-1) ?? '';
