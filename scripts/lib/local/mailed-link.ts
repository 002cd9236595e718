// The links in the mails of Auth lead to our own site, which shows a button: a mail scanner that opens one uses nothing up.

/** The link in the text of such a mail. */
export const findMailedLink = (text: string) =>
  /https?:\/\/\S+\/#token_hash=\w+&type=\w+/.exec(text)?.[0];

/** What the button does (src/features/session/api.ts): answers with a session. */
export function pressMailedLink(url: string, apikey: string, link: string): Promise<Response> {
  const { token_hash, type } = Object.fromEntries(new URLSearchParams(new URL(link).hash.slice(1)));
  return fetch(`${url}/auth/v1/verify`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ token_hash, type }),
  });
}
