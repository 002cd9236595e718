// The links in our mails: the subscriber's id, signed for one purpose. Nothing about them is stored, so
// a mail can be sent again with the same link, and a copy of the database opens none.
import { isKeyedHash, keyedHash } from '../_shared/keyed-hash.ts';

export type LinkPurpose = 'confirm' | 'unsubscribe';

/** `<subscriber's id>.<signature>` */
export async function issueLinkToken(
  key: CryptoKey,
  purpose: LinkPurpose,
  subscriberId: string,
): Promise<string> {
  return `${subscriberId}.${await keyedHash(key, `${purpose} ${subscriberId}`)}`;
}

/** The subscriber's id, or null when we have not signed this for this purpose. */
export async function readLinkToken(
  key: CryptoKey,
  purpose: LinkPurpose,
  token: string,
): Promise<string | null> {
  const [, id, signature] = /^([0-9a-f-]{36})\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (!id || !signature) return null;
  return (await isKeyedHash(key, signature, `${purpose} ${id}`)) ? id : null;
}
