// Reads a picture of another website for a member, who then uploads it like a file of their own. The function may reach
// addresses that the member may not, so only public ones are asked, and only what is a picture is passed on.
import ipaddr from 'ipaddr.js';
import type { UploadImageType } from '../_shared/contracts/upload.ts';
import { readBodyWithin, type Bytes } from '../_shared/http.ts';
import { cleanImage } from '../_shared/images/clean-image.ts';

/** A photo over the limit of the upload is made smaller in the browser. */
export const FOREIGN_MAX_BYTES = 20 * 1024 * 1024;
export const FOREIGN_DEADLINE_MS = 15_000;
const REDIRECTS_MAX = 3;

export type ForeignDeps = {
  /** The IP addresses of a host name; empty or an error if it has none. */
  resolve: (host: string) => Promise<string[]>;
  /** `fetch`, with `redirect: 'manual'`. */
  fetch: (address: URL, init: RequestInit) => Promise<Response>;
  /** Whether a host may also be private or without a certificate: of an import only, whose operator names it. */
  trusts?: (address: URL) => boolean;
};

export type ForeignProblem =
  | 'address_unfit'
  | 'address_unreachable'
  | 'address_refuses'
  | 'address_too_large'
  | 'address_no_picture';

export type ForeignPicture = { type: UploadImageType; bytes: Bytes };

/**
 * A host could answer with a public address here and a private one when it is fetched; the certificate of the name,
 * which `https` requires, is then missing.
 */
export async function readForeignPicture(
  address: string,
  { resolve, fetch, trusts = () => false }: ForeignDeps,
): Promise<ForeignPicture | ForeignProblem> {
  const signal = AbortSignal.timeout(FOREIGN_DEADLINE_MS);
  let url = URL.canParse(address) ? new URL(address) : null;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    if (!url || !(trusts(url) || (isPlain(url) && (await isPublic(url.hostname, resolve))))) {
      return 'address_unfit';
    }
    const answer = await fetch(url, {
      signal,
      redirect: 'manual',
      headers: { accept: 'image/webp,image/jpeg,image/png,image/gif' },
    }).catch(() => null);
    if (!answer) return 'address_unreachable';
    const next = answer.headers.get('location');
    if (answer.status >= 300 && answer.status < 400 && next !== null) {
      await answer.body?.cancel();
      url = URL.canParse(next, url) ? new URL(next, url) : null;
      continue;
    }
    if (!answer.ok) {
      await answer.body?.cancel();
      return 'address_refuses';
    }
    return readPicture(answer);
  }
  return 'address_unreachable';
}

function isPlain({ protocol, port, username, password }: URL): boolean {
  return protocol === 'https:' && port === '' && username === '' && password === '';
}

/** Whether every address of the host belongs to the internet at large. */
async function isPublic(host: string, resolve: ForeignDeps['resolve']): Promise<boolean> {
  // In brackets: version 6.
  const literal = host.replace(/^\[(.*)\]$/, '$1');
  const found = ipaddr.isValid(literal) ? [literal] : await resolve(host).catch(() => []);
  return found.length > 0 && found.every((ip) => ipaddr.process(ip).range() === 'unicast');
}

async function readPicture(answer: Response): Promise<ForeignPicture | ForeignProblem> {
  const body = await readBodyWithin(answer, {
    maxBytes: FOREIGN_MAX_BYTES,
    deadlineMs: FOREIGN_DEADLINE_MS,
  });
  if (!body.ok) return body.reason === 'too-large' ? 'address_too_large' : 'address_unreachable';
  const image = cleanImage(body.bytes);
  return image.ok ? { type: image.type, bytes: image.bytes } : 'address_no_picture';
}

/** The last part of the address, with the extension of the type. */
export function nameOfForeignPicture(address: string, type: UploadImageType): string {
  const last = new URL(address).pathname.split('/').at(-1) ?? '';
  const stem = decode(last).replace(/\.[A-Za-z0-9]{1,5}$/, '') || 'picture';
  return `${stem.replaceAll('.', '-').slice(0, 100)}.${type.slice('image/'.length)}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
