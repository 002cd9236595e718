// Counts browsers' reports of violations of the Content-Security-Policy.
//
//   POST …  application/csp-report (one report) or application/reports+json (a list)
//
// The endpoint is public and reports cannot be verified: they are a hint for staff on the health page. So
// bodies are limited, reports about other sites and extensions are dropped, and errors give no details.
import { jsonReply, parseJson, readBodyWithin } from '../_shared/http.ts';
import { readReports, type CspReport } from './reports.ts';

/** Each report contains the policy (1 kB), and browsers send the reports of a minute together. */
export const BODY_MAX_BYTES = 32 * 1024;
export const REPORTS_MAX = 20;
const BODY_DEADLINE_MS = 5_000;
const CONTENT_TYPE = /^application\/(?:csp-report|reports\+json)\s*(?:;|$)/i;

export type CspReportsDeps = {
  /** The origins of this site. */
  ownOrigins: ReadonlySet<string>;
  /** Drops reports of senders above their limit. */
  count: (reports: readonly CspReport[], request: Request) => Promise<void>;
  logError: (error: unknown) => void;
};

const REFUSALS = {
  method_not_allowed: [405, 'Method not allowed'],
  not_a_report: [415, 'Send application/csp-report or application/reports+json'],
  too_large: [413, 'A body must be 32 kB at most'],
  malformed: [400, 'This is not a report'],
  failed: [500, 'Something went wrong on our side'],
} as const satisfies Record<string, readonly [number, string]>;

export async function handleCspReports(request: Request, deps: CspReportsDeps): Promise<Response> {
  if (request.method !== 'POST') {
    return refused('method_not_allowed', { allow: 'POST, OPTIONS' });
  }
  if (!CONTENT_TYPE.test(request.headers.get('content-type') ?? '')) return refused('not_a_report');
  if (Number(request.headers.get('content-length')) > BODY_MAX_BYTES) return refused('too_large');
  const body = await readBodyWithin(request, {
    maxBytes: BODY_MAX_BYTES,
    deadlineMs: BODY_DEADLINE_MS,
  });
  if (!body.ok) return refused(body.reason === 'too-large' ? 'too_large' : 'malformed');
  const value = parseJson(body.bytes);
  if (value === undefined) return refused('malformed');
  const given = Array.isArray(value) ? value.slice(0, REPORTS_MAX) : value;
  const reports = readReports(given, deps.ownOrigins);
  try {
    if (reports.length > 0) await deps.count(reports, request);
  } catch (error) {
    deps.logError(error);
    return refused('failed');
  }
  return new Response(null, { status: 204 });
}

function refused(code: keyof typeof REFUSALS, headers: HeadersInit = {}): Response {
  const [status, message] = REFUSALS[code];
  return jsonReply(status, { error: { code, message } }, headers);
}
