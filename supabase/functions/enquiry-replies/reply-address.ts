// The address for answers of a client: hello+1042.<token>@agency.com. The token is a keyed hash, so that
// only readers of a mail of this conversation can write into it.
import { createSecretCheck, keyedHash, type HashKeys } from '../_shared/keyed-hash.ts';

const TOKEN_LENGTH = 24;

export type ReplyAddressee = { number: number; token: string };
/** The number is reused after a restore into an emptied project, the id never. */
type Thread = { id: string; number: number };

export async function replyAddress(keys: HashKeys, base: string, thread: Thread): Promise<string> {
  const at = base.lastIndexOf('@');
  return `${base.slice(0, at)}+${thread.number}.${await tokenOf(keys, thread)}${base.slice(at)}`;
}

/** Null for every other address. */
export function parseReplyAddress(base: string, address: string): ReplyAddressee | null {
  const at = base.lastIndexOf('@');
  const [local, domain] = [`${base.slice(0, at)}+`, base.slice(at)].map((part) =>
    part.toLowerCase(),
  );
  // Mail servers may change the case.
  const given = address.trim().toLowerCase();
  if (!local || !domain || !given.startsWith(local) || !given.endsWith(domain)) return null;
  const match = /^(\d{1,9})\.([0-9a-f]{24})$/.exec(given.slice(local.length, -domain.length));
  return match?.[1] && match[2] ? { number: Number(match[1]), token: match[2] } : null;
}

/** Compares in constant time. */
export async function isTokenOf(keys: HashKeys, thread: Thread, token: string): Promise<boolean> {
  const tokens = await Promise.all(keys.map((key) => tokenOf([key], thread)));
  const isToken = await createSecretCheck(...tokens);
  return isToken(token);
}

async function tokenOf(keys: HashKeys, { id, number }: Thread): Promise<string> {
  return (await keyedHash(keys, `${number} ${id}`)).slice(0, TOKEN_LENGTH);
}
