// HTTP helpers of all functions; Web APIs only.

export type Bytes = Uint8Array<ArrayBuffer>;

export function jsonReply(status: number, body: unknown, headers: HeadersInit = {}): Response {
  const all = new Headers(headers);
  all.set('content-type', 'application/json; charset=utf-8');
  all.set('cache-control', 'no-store');
  return new Response(JSON.stringify(body), { status, headers: all });
}

/** The token of `Authorization: Bearer …`, or null. */
export function bearerToken(request: Request): string | null {
  const match = /^Bearer +([^\s,]+)$/i.exec(request.headers.get('authorization')?.trim() ?? '');
  return match?.[1] ?? null;
}

export type BodyLimits = { maxBytes: number; deadlineMs: number };

export type BodyResult =
  | { ok: true; bytes: Bytes }
  | { ok: false; reason: 'too-large' | 'too-slow' | 'broken-off' };

/**
 * Reads the body up to a number of bytes and a time limit, and cancels the stream when either is exceeded.
 * `Content-Length` cannot be trusted, and `request.formData()` has no limit.
 */
export async function readBodyWithin(
  request: Pick<Request, 'body'>,
  limits: BodyLimits,
): Promise<BodyResult> {
  if (!request.body) return { ok: true, bytes: new Uint8Array(0) };
  const reader = request.body.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<'too-slow'>((resolve) => {
    timer = setTimeout(() => resolve('too-slow'), limits.deadlineMs);
  });
  const chunks: Uint8Array[] = [];
  let total = 0;
  const stop = (reason: 'too-large' | 'too-slow' | 'broken-off'): BodyResult => {
    // Not awaited: with a sender that hangs, it may never resolve.
    reader.cancel(reason).catch(() => undefined);
    return { ok: false, reason };
  };
  try {
    for (;;) {
      const step = await Promise.race([reader.read(), deadline]);
      if (step === 'too-slow') return stop('too-slow');
      if (step.done) break;
      total += step.value.byteLength;
      if (total > limits.maxBytes) return stop('too-large');
      chunks.push(step.value);
    }
  } catch {
    return stop('broken-off');
  } finally {
    clearTimeout(timer);
  }
  const bytes = new Uint8Array(total);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return { ok: true, bytes };
}

export function hasJsonType(request: Request): boolean {
  return /^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '');
}

/** Undefined when the bytes are not JSON in UTF-8. */
export function parseJson(bytes: Bytes): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

export type JsonObjectProblem = 'not-json' | 'too-large' | 'too-slow' | 'broken-off' | 'malformed';

/** A body of one JSON object with the JSON content type, which other origins cannot send without a preflight. */
export async function readJsonObject(
  request: Request,
  limits: BodyLimits,
): Promise<
  { ok: true; value: Record<string, unknown> } | { ok: false; reason: JsonObjectProblem }
> {
  if (Number(request.headers.get('content-length')) > limits.maxBytes) {
    return { ok: false, reason: 'too-large' };
  }
  if (!hasJsonType(request)) return { ok: false, reason: 'not-json' };
  const body = await readBodyWithin(request, limits);
  if (!body.ok) return body;
  const value = parseJson(body.bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, reason: 'malformed' };
  }
  return { ok: true, value: { ...value } };
}
