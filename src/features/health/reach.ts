import { z } from 'zod';
import { visitorHeaders } from '@/lib/backend-headers';
import { getEnv } from '@/lib/env';
import { FUNCTIONS } from './functions';
import type { HealthCheck, HealthGroup, Verdict } from './verdict';

const TIMEOUT_MS = 8000;
/** Visitors leave when a page takes longer. */
const SLOW_MS = 3000;

type Part = {
  path: string;
  method?: 'OPTIONS' | 'GET';
  functionName?: string;
  isUp: (status: number) => boolean;
};

export const reachGroup: HealthGroup = {
  name: 'Backend',
  checks: [
    reach('Sign-in', { path: '/auth/v1/health', isUp: (status) => status < 300 }),
    reach('Database', {
      path: '/rest/v1/case_studies?select=id&status=eq.published&limit=1',
      isUp: (status) => status < 300,
    }),
    // An object that never exists: storage answers with an error of its own.
    reach('Pictures', {
      path: '/storage/v1/object/public/images/health-check',
      isUp: (status) => status === 400 || status === 404,
    }),
    ...Object.entries(FUNCTIONS).map(([functionName, { does, read }]) =>
      reach(does, {
        path: `/functions/v1/${functionName}${read ?? ''}`,
        method: read === undefined ? 'OPTIONS' : 'GET',
        functionName,
        isUp: (status) => status < 300,
      }),
    ),
  ],
};

function reach(name: string, part: Part): HealthCheck {
  return { key: `reach ${name}`, name, run: (signal) => measure(part, signal) };
}

async function measure(
  { path, method = 'GET', functionName, isUp }: Part,
  signal: AbortSignal,
): Promise<Verdict> {
  const startedAt = performance.now();
  let response: Response;
  try {
    response = await fetch(getEnv().supabaseUrl + path, {
      method,
      headers: visitorHeaders(),
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
  } catch (error) {
    signal.throwIfAborted();
    const isSlow = error instanceof DOMException && error.name === 'TimeoutError';
    return {
      isGood: false,
      message: isSlow ? `No answer within ${TIMEOUT_MS / 1000} seconds` : 'Out of reach',
      advice:
        'Check your connection. If it works, check in the Supabase dashboard whether the project is paused, and the Supabase status page for an outage.',
    };
  }
  const took = Math.round(performance.now() - startedAt);
  if (!isUp(response.status)) {
    return {
      isGood: false,
      message: `${await reasonOf(response)}, after ${took.toLocaleString('en')} ms`,
      advice:
        functionName === undefined
          ? 'Read the log of this part in the Supabase dashboard.'
          : `Deploy the function again (npx supabase functions deploy ${functionName}) and read its log in the Supabase dashboard.`,
    };
  }
  if (took <= SLOW_MS)
    return { isGood: true, message: `Answers in ${took.toLocaleString('en')} ms` };
  return {
    isGood: false,
    message: `Slow: answers in ${took.toLocaleString('en')} ms`,
    advice:
      'The first call after a pause may be slow. If the next check is slow too, look at the load in the dashboard.',
  };
}

const refusalSchema = z.object({ error: z.object({ message: z.string().min(1) }) });

/** The message of the reply, otherwise its status (PROJAPI-9). */
async function reasonOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const said = refusalSchema.safeParse(body).data;
  return said?.error.message ?? `API Error: ${response.status} ${response.statusText}`.trimEnd();
}
