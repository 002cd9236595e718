// CORS: which other origins may read responses. A site that proxies /functions/v1 needs none.
const ALLOWED_METHODS = 'POST, OPTIONS';
const ALLOWED_HEADERS = 'authorization, apikey, content-type, if-match, x-client-info';
/** Response headers that scripts of listed origins may read, in addition to the default ones. */
const EXPOSED_HEADERS = 'etag, retry-after';

/** `https://a.example, https://b.example` as a set of origins. */
export function parseAllowedOrigins(list: string | undefined): ReadonlySet<string> {
  const origins = (list ?? '').split(',').map((entry) => entry.trim().replace(/\/+$/, ''));
  return new Set(origins.filter((origin) => origin !== ''));
}

/**
 * Checks `Origin`, which browsers send with every POST, and `Sec-Fetch-Site`, which is right also behind a
 * proxy that changes the host. Scripts of a page can set neither.
 */
export function isFromOurSite(request: Request, allowedOrigins: ReadonlySet<string>): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) return false;
  return allowedOrigins.has(origin) || request.headers.get('sec-fetch-site') === 'same-origin';
}

/** Answers preflights, and adds the CORS headers for listed origins to other responses. */
export async function withCors(
  request: Request,
  allowedOrigins: ReadonlySet<string>,
  respond: (request: Request) => Promise<Response>,
  allowedMethods = ALLOWED_METHODS,
): Promise<Response> {
  const origin = request.headers.get('origin');
  const isAllowed = origin !== null && allowedOrigins.has(origin);
  const isPreflight = request.method === 'OPTIONS';
  const reply = isPreflight ? new Response(null, { status: 204 }) : await respond(request);
  reply.headers.append('vary', 'Origin');
  if (!isAllowed) return reply;
  reply.headers.set('access-control-allow-origin', origin);
  if (isPreflight) {
    reply.headers.set('access-control-allow-methods', allowedMethods);
    reply.headers.set('access-control-allow-headers', ALLOWED_HEADERS);
    reply.headers.set('access-control-max-age', '7200');
  } else {
    reply.headers.set('access-control-expose-headers', EXPOSED_HEADERS);
  }
  return reply;
}
