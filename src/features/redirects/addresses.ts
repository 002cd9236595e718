import { isStaffArea, paths } from '@/lib/paths';

/** Limits of the table (supabase/migrations/*_redirects.sql); a test compares them. */
export const SOURCE_MAX = 300;
export const TARGET_MAX = 500;
export const NOTE_MAX = 300;

const SOURCE = /^(?:\/(?:[a-z0-9._~-]|%(?:20|[89a-f][0-9a-f]))+)+$/;
const TARGET =
  /^(?:\/|(?:\/(?:[A-Za-z0-9._~-]|%(?:20|[89A-Fa-f][0-9A-Fa-f]))+)+)(?:\?(?:[A-Za-z0-9._~=&+-]|%(?!7[Ff]|[01])[0-9A-Fa-f]{2})*)?(?:#(?:[A-Za-z0-9._~-]|%(?!7[Ff]|[01])[0-9A-Fa-f]{2})*)?$/;
const DOTS = /(?:^|\/)\.{1,2}(?:\/|$)/;
const NOT_A_TARGET = /^\/(?:admin|auth|rest|storage|functions|assets)(?:\/|$)/;
/** Addresses of the backend, the staff area and the site's files. */
const NOT_A_SOURCE = [
  /^\/(?:admin|auth|rest|storage|functions|assets|images|scenes|social|\.well-known)(?:\/|$)/,
  /^\/(?:_headers|_redirects|(?:feed|build|vercel)\.json|(?:feed|sitemap(?:-\d+)?)\.xml)$/,
  /^\/(?:robots\.txt|site\.webmanifest|favicon\.(?:ico|svg)|(?:apple-touch-icon|icon-\d+)\.png)$/,
];

/** The site's own pages, without those of documents and of staff; private.is_redirect_source lists them too. */
export const OWN_PAGES: readonly string[] = [
  ...['/index', '/app', '/404'],
  ...Object.values(paths)
    .map((path) => (typeof path === 'string' ? path : path.pattern))
    .filter((path) => path !== paths.home && !/[:*]/.test(path) && !isStaffArea(path)),
];

/** Whether this address may be redirected. */
export function isSource(path: string): boolean {
  return (
    path.length <= SOURCE_MAX &&
    SOURCE.test(path) &&
    !DOTS.test(path) &&
    !NOT_A_SOURCE.some((reserved) => reserved.test(path)) &&
    !OWN_PAGES.includes(path.replace(/\.html$/, ''))
  );
}

/** Whether a redirect may lead there: only paths of this site, also as browsers parse them. */
export function isTarget(path: string): boolean {
  const target = targetPath(path);
  return (
    path.length <= TARGET_MAX &&
    TARGET.test(path) &&
    !DOTS.test(target) &&
    !NOT_A_TARGET.test(target)
  );
}

/** The path of a target, normalised like a source. */
export function targetPath(target: string): string {
  return (target.split(/[?#]/, 1)[0] ?? '').toLowerCase();
}

/** A path of the router, normalised as in the table. */
export function sourceOf(pathname: string): string {
  return canonical(pathname).toLowerCase();
}

/** Hosts compare decoded addresses: unescapes safe characters, drops repeated and trailing slashes. */
function canonical(pathname: string): string {
  const plain = pathname.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const sign = String.fromCharCode(parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(sign) ? sign : escape;
  });
  return plain.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
}

/** Reads a source as typed or pasted, also as a whole address of this site. */
export function readSource(text: string, origin: string): string | null {
  const url = readAddress(text, origin);
  if (!url) return null;
  const path = sourceOf(url.pathname);
  return isSource(path) ? path : null;
}

/** The same for a target, with its query and hash. */
export function readTarget(text: string, origin: string): string | null {
  const url = readAddress(text, origin);
  if (!url) return null;
  const target = canonical(url.pathname) + url.search + url.hash;
  return isTarget(target) ? target : null;
}

function readAddress(text: string, origin: string): URL | null {
  const typed = text.trim();
  const isWhole = /^https?:\/\//i.test(typed);
  const address = isWhole || typed.startsWith('/') ? typed : `/${typed}`;
  if (typed === '' || !URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  return url.origin === origin ? url : null;
}
