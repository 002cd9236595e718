import type { Fetch } from './auth-rules.ts';

const SIGNED = '/storage/v1/object/sign/';

/**
 * Answers signed links of @supabase/lite as hosted storage does: with the path after /storage/v1 under the name that
 * supabase-js reads, and as a download with the name that the link gives.
 */
export function withSignedLinks(answer: Fetch): Fetch {
  return async (request) => {
    const response = await answer(request);
    const { pathname, searchParams } = new URL(request.url);
    if (!pathname.startsWith(SIGNED) || !response.ok) return response;
    if (request.method === 'POST') {
      const { signedUrl = '' } = (await response.json()) as { signedUrl?: string };
      return Response.json({ signedURL: signedUrl.replace('/storage/v1', '') });
    }
    const name = searchParams.get('download');
    if (name === null) return response;
    const headers = new Headers(response.headers);
    headers.set(
      'content-disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`,
    );
    return new Response(response.body, { status: response.status, headers });
  };
}
