// POST …/test  sends a test mail to the address of the calling owner, within a limit.
import { jsonReply } from '../_shared/http.ts';
import { attemptMail, type Mail, type SendMail } from '../_shared/mail.ts';

export type TestMailClaim =
  | { outcome: 'granted'; address: string }
  | { outcome: 'signed-out' | 'forbidden' }
  | { outcome: 'limited'; message: string };

export type TestMailDeps = {
  /** With the caller's rights: the database checks that it is an owner and the limit, and gives the address. */
  claim: () => Promise<TestMailClaim>;
  sendMail: SendMail;
  logError: (error: unknown) => void;
};

export async function handleTestMail(request: Request, deps: TestMailDeps): Promise<Response> {
  if (request.method !== 'POST') {
    return refused(405, 'method_not_allowed', 'Method not allowed', { allow: 'POST, OPTIONS' });
  }
  try {
    const claim = await deps.claim();
    switch (claim.outcome) {
      case 'signed-out':
        return refused(401, 'signed_out', 'Sign in to do this', { 'www-authenticate': 'Bearer' });
      case 'forbidden':
        return refused(403, 'forbidden', 'Only an owner may send a test mail');
      case 'limited':
        return refused(429, 'rate_limited', claim.message, { 'retry-after': '60' });
      case 'granted': {
        const problem = await attemptMail(deps.sendMail, testMail(claim.address));
        return problem === null
          ? jsonReply(200, { data: { address: claim.address }, error: null })
          : refused(502, 'not_sent', problem);
      }
    }
  } catch (error) {
    deps.logError(error);
    return refused(500, 'failed', 'Something went wrong on our side');
  }
}

function testMail(address: string): Mail {
  const text = 'The website can send mail. This test was requested on the health screen.';
  return {
    to: address,
    subject: 'Test mail of the website',
    text,
    html: `<p>${text}</p>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

function refused(
  status: number,
  code: string,
  message: string,
  headers: HeadersInit = {},
): Response {
  return jsonReply(status, { data: null, error: { code, message } }, headers);
}
