// Rules of the hosted Auth service that the embedded one lacks. Decision 4 in docs/decisions.md depends on
// them, so the local backend applies them too.
import { noteFailedSignIn } from './auth-log.ts';
import type { Sql } from './shared-connection.ts';

type Session = { id: string; userId: string; isOpenedByLink: boolean };

export type Fetch = (request: Request) => Promise<Response> | Response;

/** The hosted service has one message for both: only the code tells a missing password from a wrong one. */
const CURRENT_PASSWORD = 'Current password required when setting new password.';

/**
 * Wraps the embedded backend:
 * - A key in Authorization is refused unless it is the apikey, as by the gateway of a hosted project.
 * - Paths are taken as they are written: the backend decodes %75ser to user, and the rules would miss it.
 * - A token whose session was ended is refused at once.
 * - A password is changed only with the current one, unless there is none yet or a mailed link opened the
 *   session. A new password ends the other sessions and empties the times of the account's last mails.
 * - Failed sign-ins are written to the security log.
 *
 * @param sql with the rights of the database's owner
 */
export function withAuthRules(sql: Sql, answer: Fetch): Fetch {
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.includes('%') && !pathname.startsWith('/storage/v1/')) {
      return refuse(404, 'not_found', 'Only names of stored files may be percent-encoded');
    }
    const bearer = request.headers.get('authorization')?.replace(/^Bearer /i, '') ?? '';
    if (bearer.startsWith('sb_') && bearer !== request.headers.get('apikey')) {
      return refuse(401, 'bad_jwt', 'A key belongs into the header apikey');
    }
    if (!pathname.startsWith('/auth/v1/')) return answer(request);
    const route = `${request.method} ${pathname.slice('/auth/v1'.length)}`;
    if (/^(?:GET|POST) \/verify$/.test(route)) {
      const response = await answer(request);
      await markOpenedByLink(response);
      return response;
    }
    if (route === 'POST /token' && searchParams.get('grant_type') === 'password') {
      return signIn(request);
    }
    const session = await readSession(bearer);
    if (session === 'ended') {
      return refuse(
        403,
        'session_not_found',
        'Session from session_id claim in JWT does not exist',
      );
    }
    if (route !== 'PUT /user' || !session) return answer(request);
    return changeUser(request, session);
  };

  async function readSession(bearer: string): Promise<Session | 'ended' | null> {
    const claims = claimsOf(bearer);
    if (!claims) return null;
    const { rows } = await sql.query(
      `select tag from auth.sessions where id::text = $1 and user_id::text = $2`,
      [claims.session_id, claims.sub],
    );
    const [row] = rows;
    if (!row) return 'ended';
    return { id: claims.session_id, userId: claims.sub, isOpenedByLink: row.tag === 'link' };
  }

  /** @param response of a mailed link: tokens as JSON, or in the fragment of a redirect */
  async function markOpenedByLink(response: Response) {
    const location = response.headers.get('location');
    const token = location
      ? new URLSearchParams(new URL(location, 'http://localhost').hash.slice(1)).get('access_token')
      : (await response.clone().json()).access_token;
    const claims = claimsOf(token ?? '');
    if (claims) {
      await sql.query(`update auth.sessions set tag = 'link' where id::text = $1`, [
        claims.session_id,
      ]);
    }
  }

  async function changeUser(request: Request, session: Session) {
    const body = await request
      .clone()
      .json()
      .catch(() => null);
    if (typeof body?.password !== 'string') return answer(request);
    const { rows } = await sql.query(
      `select email, encrypted_password from auth.users where id::text = $1`,
      [session.userId],
    );
    if (rows[0]?.encrypted_password && !session.isOpenedByLink) {
      if (typeof body.current_password !== 'string' || body.current_password === '') {
        return refuse(400, 'current_password_required', CURRENT_PASSWORD);
      }
      if (!(await isPassword(request, rows[0].email, body.current_password))) {
        return refuse(400, 'current_password_invalid', CURRENT_PASSWORD);
      }
    }
    const response = await answer(request);
    if (response.ok) {
      await sql.query(`delete from auth.sessions where user_id::text = $1 and id::text <> $2`, [
        session.userId,
        session.id,
      ]);
      await sql.query(
        `update auth.users set confirmation_sent_at = null, recovery_sent_at = null,
           email_change_sent_at = null, reauthentication_sent_at = null
         where id::text = $1`,
        [session.userId],
      );
    }
    return response;
  }

  async function signIn(request: Request) {
    const body = await request
      .clone()
      .json()
      .catch(() => null);
    const response = await answer(request);
    if (response.status === 400) await noteFailedSignIn(sql, { email: body?.email });
    return response;
  }

  async function isPassword(request: Request, email: string, password: string) {
    const response = await signIn(
      new Request(new URL('/auth/v1/token?grant_type=password', request.url), {
        method: 'POST',
        headers: {
          apikey: request.headers.get('apikey') ?? '',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ email, password }),
      }),
    );
    if (!response.ok) return false;
    const { session_id: probe } = claimsOf((await response.json()).access_token) ?? {};
    await sql.query(`delete from auth.sessions where id::text = $1`, [probe]);
    return true;
  }
}

/** The claims of a token. The backend behind these rules checks its signature. */
function claimsOf(token: string): { sub: string; session_id: string } | null {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const isOfPerson = typeof claims?.sub === 'string' && typeof claims.session_id === 'string';
    return isOfPerson ? claims : null;
  } catch {
    return null;
  }
}

function refuse(status: number, code: string, message: string) {
  return Response.json({ code: status, error_code: code, msg: message }, { status });
}
