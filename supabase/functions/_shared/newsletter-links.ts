// The tokens of mailed links: the subscriber's id, signed for one purpose. They are not stored, so a mail can
// be sent again with the same link, and a copy of the database contains none.
import { isKeyedHash, keyedHash, type HashKeys } from './keyed-hash.ts';

export type LinkPurpose = 'confirm' | 'unsubscribe';

/** `<subscriber's id>.<signature>` */
export async function issueLinkToken(
  keys: HashKeys,
  purpose: LinkPurpose,
  subscriberId: string,
): Promise<string> {
  return `${subscriberId}.${await keyedHash(keys, `${purpose} ${subscriberId}`)}`;
}

/** The subscriber's id, or null when the signature is not valid for this purpose. */
export async function readLinkToken(
  keys: HashKeys,
  purpose: LinkPurpose,
  token: string,
): Promise<string | null> {
  const [, id, signature] = /^([0-9a-f-]{36})\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (!id || !signature) return null;
  return (await isKeyedHash(keys, signature, `${purpose} ${id}`)) ? id : null;
}

/** The token is in the fragment, which browsers do not send: it appears in no log and no referrer. */
export function pageLink(siteUrl: string, page: 'confirm' | 'unsubscribe', token: string): string {
  return `${siteUrl}/newsletter/${page}#token=${token}`;
}
