import { z } from 'zod';
import { parseResponse } from './parse-response';

const TIMEOUT_MS = 8000;

/** /build.json of the live site, written by scripts/lib/build/build-info.ts. */
const reportSchema = z.object({
  /** ISO 8601; taken before the build read the content. */
  builtAt: z.string(),
  count: z.number(),
  leftOut: z.array(z.object({ what: z.string(), why: z.string() })),
});
export type BuildReport = z.infer<typeof reportSchema>;

/**
 * The report of the build that visitors get now.
 *
 * @returns null for a development server or a build without prerendering
 * @throws when the host does not answer
 */
export async function fetchBuildReport(signal: AbortSignal): Promise<BuildReport | null> {
  const response = await fetch(new URL('/build.json', location.origin), {
    cache: 'no-store',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  const isReport = response.headers.get('content-type')?.includes('json') ?? false;
  if (!response.ok || !isReport) return null;
  return parseResponse(
    reportSchema,
    await response.json(),
    'Failed to load the report of the build',
  );
}
