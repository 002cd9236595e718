import { deployReplySchema, type DeployState } from '@contracts/deploys';
import { sessionHeaders } from '@/lib/backend-headers';
import { fetchBuildReport } from '@/lib/build-report';
import { getEnv } from '@/lib/env';
import { toAppError } from '@/lib/errors';
import { http, HttpError } from '@/lib/http';

const STATE = 'Failed to load the state of the site’s build';
/** The function waits up to ten seconds for the host. */
const CALL_TIMEOUT_MS = 20_000;

export type DeployStatus = {
  state: DeployState;
  /** When the site that visitors get now was built; null where it does not say. */
  builtAt: string | null;
};

export async function getDeployStatus(signal: AbortSignal): Promise<DeployStatus> {
  const [state, report] = await Promise.all([
    ask('GET', signal),
    fetchBuildReport(signal).catch(() => null),
  ]);
  return { state, builtAt: report?.builtAt ?? null };
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
    return deployReplySchema.parse(body).data;
  } catch (error) {
    throw toAppError(error instanceof HttpError ? { status: error.status } : error, STATE);
  }
}
