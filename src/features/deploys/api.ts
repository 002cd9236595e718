import { z } from 'zod';
import { deployReplySchema, type DeployState } from '@contracts/deploys';
import { sessionHeaders } from '@/lib/backend-headers';
import { PAGE_DATA_ID } from '@/boot/protocol';
import { fetchBuildReport, type BuildReport } from '@/lib/build-report';
import { getEnv } from '@/lib/env';
import { toAppError } from '@/lib/errors';
import { http, HttpError } from '@/lib/http';
import { parseResponse } from '@/lib/parse-response';

const STATE = 'Failed to load the state of the site’s build';
/** The function waits up to ten seconds for the host. */
const CALL_TIMEOUT_MS = 20_000;

export type DeployStatus = {
  state: DeployState;
  /** When the site that visitors get now was built; null where it does not say. */
  builtAt: string | null;
  leftOut: BuildReport['leftOut'];
};

export async function getDeployStatus(signal: AbortSignal): Promise<DeployStatus> {
  const [state, report] = await Promise.all([
    ask('GET', signal),
    fetchBuildReport(signal).catch(() => null),
  ]);
  return { state, builtAt: report?.builtAt ?? null, leftOut: report?.leftOut ?? [] };
}

/** Rebuilds the site if published content has changed. The function delays calls that follow too soon. */
export const requestDeploy = () => ask('POST');

async function ask(method: 'GET' | 'POST', signal?: AbortSignal): Promise<DeployState> {
  try {
    const { body } = await http(`${getEnv().supabaseUrl}/functions/v1/deploy-hook`, {
      method,
      headers: await sessionHeaders(),
      timeoutMs: CALL_TIMEOUT_MS,
      ...(signal && { signal }),
    });
    return parseResponse(deployReplySchema, body, STATE).data;
  } catch (error) {
    throw toAppError(error instanceof HttpError ? { status: error.status } : error, STATE);
  }
}

const PAGE_DATA_START = `id="${PAGE_DATA_ID}">`;
const PAGE_TIMEOUT_MS = 8000;

const pageDataSchema = z.object({ answers: z.array(z.tuple([z.unknown(), z.unknown()])) });
const shownDocumentSchema = z.object({ id: z.string(), version: z.number() });

export type PageToShow = { id: string; path: string; version: number };

/** Fetches the page as visitors get it. @returns whether it shows this version of the document, or a later one */
export async function isPageLive(
  { id, path, version }: PageToShow,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const response = await fetch(new URL(path, location.origin), {
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PAGE_TIMEOUT_MS)]),
    });
    const [, data = ''] = (await response.text()).split(PAGE_DATA_START, 2);
    const page = pageDataSchema.safeParse(JSON.parse(data.split('</script>', 1)[0] ?? '')).data;
    return (page?.answers ?? []).some(([, answer]) => {
      const shown = shownDocumentSchema.safeParse(answer).data;
      return shown?.id === id && shown.version >= version;
    });
  } catch {
    // The shell of the app, a page for unknown addresses, or no answer.
    return false;
  }
}
