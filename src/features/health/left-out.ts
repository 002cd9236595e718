import { z } from 'zod';
import type { HealthCheck, Verdict } from './verdict';

const TIMEOUT_MS = 8000;
const SHOWN = 3;

/** /build.json, written by scripts/lib/build-info.ts. */
const reportSchema = z.object({
  count: z.number(),
  leftOut: z.array(z.object({ what: z.string(), why: z.string() })),
});

export const leftOutCheck: HealthCheck = {
  key: 'left out',
  name: 'Content of the build',
  run: async (signal) => {
    const response = await fetch(new URL('/build.json', location.origin), {
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    // A development server, or a build without prerendering, has no build.json.
    const isReport = response.headers.get('content-type')?.includes('json') ?? false;
    if (!response.ok || !isReport) {
      return { isGood: true, message: 'This site has no prerendered pages' };
    }
    return judge(reportSchema.parse(await response.json()));
  },
  adviceOnFailure: 'Check your connection. If it works, build and publish the site again.',
};

function judge({ count, leftOut }: z.infer<typeof reportSchema>): Verdict {
  if (count === 0) return { isGood: true, message: 'The last build left out nothing' };
  const named = leftOut.slice(0, SHOWN).map(({ what, why }) => `${what}: ${why}`);
  const more = count > SHOWN ? ` And ${count - SHOWN} more, named in /build.json.` : '';
  return {
    isGood: false,
    message: `${count} ${count === 1 ? 'item was' : 'items were'} left out. ${named.join('; ')}.${more}`,
    advice: 'Open each item and save it again, or choose another picture. Then build the site.',
  };
}
