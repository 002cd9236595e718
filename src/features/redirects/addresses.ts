/** The rules of the table (migration …150000_redirects); a test compares both. */
export const SOURCE_MAX = 300;
export const TARGET_MAX = 500;
export const NOTE_MAX = 300;

const SOURCE = /^(?:\/(?:[a-z0-9._~-]|%(?!2[ef]|5c|7f|[01])[0-9a-f]{2})+)+$/;
const TARGET =
  /^(?:\/|(?:\/(?:[A-Za-z0-9._~-]|%(?!2[EeFf]|5[Cc]|7[Ff]|[01])[0-9A-Fa-f]{2})+)+)(?:\?(?:[A-Za-z0-9._~=&+-]|%(?!7[Ff]|[01])[0-9A-Fa-f]{2})*)?(?:#(?:[A-Za-z0-9._~-]|%(?!7[Ff]|[01])[0-9A-Fa-f]{2})*)?$/;
const DOTS = /(?:^|\/)\.{1,2}(?:\/|$)/;
const NOT_OURS_TO_MOVE = /^\/(?:admin|auth|rest|storage|functions|assets)(?:\/|$)/;
const STANDING_PAGE =
  /^\/(?:(?:about|services|projects|blog|contact|privacy|terms|cookie)|newsletter\/(?:confirm|unsubscribe))$/;

/** Whether visitors of this address may be sent elsewhere. */
export function isSource(path: string): boolean {
  return (
    path.length <= SOURCE_MAX &&
    SOURCE.test(path) &&
    !DOTS.test(path) &&
    !NOT_OURS_TO_MOVE.test(path) &&
    !STANDING_PAGE.test(path)
  );
}

/** Whether visitors may be sent there: a path of this site, and nothing a browser could read as another. */
export function isTarget(path: string): boolean {
  const target = targetPath(path);
  return (
    path.length <= TARGET_MAX &&
    TARGET.test(path) &&
    !DOTS.test(target) &&
    !NOT_OURS_TO_MOVE.test(target)
  );
}

/** The address a target leads to, in the spelling of a source. */
export function targetPath(target: string): string {
  return (target.split(/[?#]/, 1)[0] ?? '').toLowerCase();
}

/** An address as the router names it, in the spelling of the table. */
export function sourceOf(pathname: string): string {
  return pathname.toLowerCase().replace(/\/+$/, '') || '/';
}

/** What somebody typed or pasted as a source: also a whole address of this site. */
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
  const path = url.pathname.replace(/\/+$/, '') || '/';
  const target = path + url.search + url.hash;
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
