// How the built site is served. The hosts' files are written from this and the local preview obeys it.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { TURNSTILE_ORIGIN } from '../../../src/features/session/captcha/origin.ts';
import { LINK_ONLY_PATHS } from '../../../src/site/pages.ts';
import type { LeaveOut } from './build-info.ts';
import { inlineScripts, readInlineScripts } from './inline-scripts.ts';
import { listFiles } from '../list-files.ts';

export type Redirect = { from: string; to: string; status: 301 | 302 | 307 | 308 };

export type HostingOptions = {
  /** Addresses of the backend, where it is not the site itself; empty ones count for nothing. */
  connectSources?: readonly (string | undefined)[];
  /** Where edge functions answer, when that is not the site itself. */
  functionsUrl?: string;
  redirects?: readonly Redirect[];
  /** The sign-in asks Cloudflare Turnstile whether a person is there. */
  usesTurnstile?: boolean;
  /** Needed less than those of staff: as many as hosts take beside them. */
  studyRedirects?: readonly Redirect[];
  /** Told of redirects that no host can follow. */
  leaveOut?: LeaveOut;
  /** Of a site whose pages the build has just written, and checked; the pages of others are read and checked. */
  scripts?: { head: string[]; startApp: string };
};

export type HeaderRule = { path: string; headers: Record<string, string> };

/** `/*` at the end of the path covers everything below it. */
export type ClientRoute = { path: string; shell: string };

export type HostingTable = {
  /** No header stands in two rules that match one address, since some hosts join the two and others let one win. */
  headers: readonly HeaderRule[];
  redirects: readonly Redirect[];
  /** Answered by a shell where there is no file. */
  clientRoutes: readonly ClientRoute[];
};

/** The empty page that the app draws in the browser. Hosts find `app.html` by it. */
const CLIENT_SHELL = '/app';
/** The same of the staff area: `admin.html`. */
const STAFF_SHELL = '/admin';
/** The page for unknown addresses: hosts find `404.html` by its name. */
export const NOT_FOUND_PAGE = '/404';

/**
 * Not the pages of studies and posts: an unknown one answers with 404.html, which has the app look whether it was
 * published after the build (NOT_BUILT in render-worker.ts).
 */
const CLIENT_ROUTES: readonly ClientRoute[] = [
  ...['/admin/*', '/auth', '/auth/*'].map((path) => ({ path, shell: STAFF_SHELL })),
  // Cloudflare Pages leads only addresses of files to the one without a slash.
  ...LINK_ONLY_PATHS.flatMap((path) => [path, `${path}/`]).map((path) => ({
    path,
    shell: CLIENT_SHELL,
  })),
];

/** What the hosts say of their own accord, so that no file has to. */
export const DEFAULT_CACHE = 'public, max-age=0, must-revalidate';
const YEAR = 'public, max-age=31536000, immutable';
/** Their names stay the same when a picture is replaced. */
const DAY = 'public, max-age=86400, stale-while-revalidate=604800';
const HOUR = 'public, max-age=3600';

/** Where browsers report what the policy blocked: an edge function of this name, in both ways browsers know. */
const REPORT_FUNCTION = 'csp-reports';
const REPORT_GROUP = 'csp';

/** Every `createPolicy` of the bundle. A further one is a decision, to be made here. */
export const TRUSTED_TYPES_POLICIES = [
  ...['article', 'dompurify', 'own-worker', 'preview-page', 'turnstile'],
];

/** A path that ends in a slash covers everything below it. */
const BUCKET = '/storage/v1/object/public/images/';

/** What could spy on a visitor or reach their devices. Few words: they travel with every first view. */
const UNUSED_FEATURES = [
  ...['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'payment', 'serial', 'usb'],
  'browsing-topics',
];

/**
 * @param folder of the built site
 * @throws where a page holds a script that is not one of ours: what editors store must never become one
 */
export async function createHostingTable(
  folder: string,
  {
    connectSources = [],
    functionsUrl = '/functions/v1',
    redirects = [],
    usesTurnstile = false,
    studyRedirects = [],
    leaveOut = () => {},
    scripts,
  }: HostingOptions,
): Promise<HostingTable> {
  const files = await listFiles(folder);
  const documents = files.filter((file) => file.endsWith('.html'));
  const { head, startApp } = scripts ?? (await readInlineScripts());
  const known = [...head, startApp];
  for (const file of scripts ? [] : documents) {
    const scripts = inlineScripts(await readFile(`${folder}/${file}`, 'utf8'));
    const unknown = scripts.find((text) => !known.includes(text));
    if (unknown !== undefined) {
      throw new Error(`${file} holds a script that is not one of ours: ${unknown.slice(0, 80)}`);
    }
  }
  return {
    headers: headerRules(known, originsOf(connectSources), functionsUrl, usesTurnstile),
    redirects: usableRedirects(redirects, studyRedirects, addressesOf(files), leaveOut),
    clientRoutes: CLIENT_ROUTES,
  };
}

function addressOfPage(file: string) {
  return `/${encodeURI(file).replace(/(?:^|\/)index\.html$|\.html$/, '')}`;
}

/** By every address that a host has for a file, as `comparable` writes them. */
function addressesOf(files: readonly string[]): ReadonlySet<string | null> {
  return new Set(
    files.flatMap((file) => {
      const whole = `/${encodeURI(file)}`;
      return [whole, whole.replace(/\.html$/, ''), addressOfPage(file)].map(comparable);
    }),
  );
}

/**
 * Hosts compare decoded addresses, some without regard to case or to a slash too many.
 *
 * @param path percent-encoded
 * @returns null where it cannot be decoded
 */
function comparable(path: string): string | null {
  try {
    const plain = decodeURIComponent(path)
      .toLowerCase()
      .replace(/\/{2,}/g, '/');
    return plain.replace(/(?<=.)\/$/, '');
  } catch {
    return null;
  }
}

function hashOfScript(text: string) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function originsOf(addresses: readonly (string | undefined)[]): string[] {
  const given = addresses.filter((address) => address !== undefined && address !== '');
  return [...new Set(given.map((address) => new URL(address as string).origin))];
}

/**
 * Styles may stand in the page: the critical ones of each page do, prerendered elements carry
 * `style` attributes, and dialogs lock the page with a style element of their own. Pictures come from
 * the site and from the backend's bucket; some are not yet uploaded (`blob:`) or drawn (`data:`, the QR code).
 *
 * @param backend origins
 */
function contentSecurityPolicy(
  scripts: readonly string[],
  backend: readonly string[],
  functionsUrl: string,
  reportUrl: string,
  usesTurnstile: boolean,
) {
  const turnstile = usesTurnstile ? [TURNSTILE_ORIGIN] : [];
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts.map(hashOfScript).sort(), ...turnstile],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...backend.map((origin) => `${origin}${BUCKET}`)],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...backend],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    // Without scripts, forms post to a function.
    'form-action': ["'self'", ...(functionsUrl.startsWith('/') ? [] : originsOf([functionsUrl]))],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    // The players of videos (contracts/video.ts), loaded when pressed. The live preview of the staff area is a
    // page without an address, which neither of the two directives concerns.
    'frame-src': [
      ...['https://www.youtube-nocookie.com', 'https://player.vimeo.com'],
      ...turnstile,
    ],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': TRUSTED_TYPES_POLICIES,
    'report-uri': [reportUrl],
    // Browsers that know it skip report-uri, also where they then refuse an address without TLS.
    ...(isSecure(reportUrl) && { 'report-to': [REPORT_GROUP] }),
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

const isSecure = (address: string) => address.startsWith('https:');

/** @param backend origins */
function headerRules(
  scripts: readonly string[],
  backend: readonly string[],
  functionsUrl: string,
  usesTurnstile = false,
): HeaderRule[] {
  const reportUrl = `${functionsUrl}/${REPORT_FUNCTION}`;
  const noindex = { 'X-Robots-Tag': 'noindex' };
  return [
    {
      path: '/*',
      headers: {
        'Content-Security-Policy': contentSecurityPolicy(
          scripts,
          backend,
          functionsUrl,
          reportUrl,
          usesTurnstile,
        ),
        ...(isSecure(reportUrl) && { 'Reporting-Endpoints': `${REPORT_GROUP}="${reportUrl}"` }),
        // Not for subdomains: what else lives on the domain is not known here.
        'Strict-Transport-Security': 'max-age=63072000',
        'X-Content-Type-Options': 'nosniff',
        'X-Frame-Options': 'DENY',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        'Permissions-Policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
      },
    },
    {
      path: '/assets/*',
      headers: { 'Cache-Control': YEAR, 'Cross-Origin-Resource-Policy': 'same-origin' },
    },
    {
      path: '/images/*',
      headers: { 'Cache-Control': DAY, 'Cross-Origin-Resource-Policy': 'same-origin' },
    },
    // Shown by other sites, beside a link to this one.
    {
      path: '/social/*',
      headers: { 'Cache-Control': DAY, 'Cross-Origin-Resource-Policy': 'cross-origin' },
    },
    ...['/feed.xml', '/feed.json', '/sitemap.xml', '/robots.txt', '/.well-known/*'].map((path) => ({
      path,
      headers: { 'Cache-Control': HOUR },
    })),
    ...[CLIENT_SHELL, ...LINK_ONLY_PATHS].map((path) => ({ path, headers: noindex })),
    // A page that opened the staff area cannot reach its window. Not for visitors' pages, since the
    // browser would start a new process.
    ...['/admin', '/admin/*', '/auth', '/auth/*'].map((path) => ({
      path,
      headers: { ...noindex, 'Cross-Origin-Opener-Policy': 'same-origin' },
    })),
  ];
}

/** Headers of a page, for npm run doctor; the policy itself depends on the build. */
export function expectedHeaders(path: string): Record<string, string> {
  const rules = headerRules([], [], '/functions').filter((rule) => matchesPath(rule.path, path));
  return Object.assign({}, ...rules.map(({ headers }) => headers));
}

/** Redirects that every host reads alike: no wildcards, no query, no other site. */
const REDIRECT_FROM = /^\/(?!\/)(?:[\w./~-]|%[0-9A-F]{2})+$/;
const REDIRECT_TO = /^\/(?!\/)(?:[\w./~?&=+#-]|%[0-9A-F]{2})*$/;
/** Vercel takes 2,048 rules of all kinds, Cloudflare Pages 2,000 of this one. */
const REDIRECTS_MAX = 1900;

/** Answered by the staff area and the backend. */
const NOT_TO_MOVE = /^\/(?:admin|auth|rest|storage|functions|assets)(?:\/|$)/;

/**
 * A file that exists is shown, whatever a redirect says: some hosts would look at the file first,
 * others at the rule.
 *
 * @param taken addresses of the files, as `comparable` writes them
 */
function usableRedirects(
  redirects: readonly Redirect[],
  spare: readonly Redirect[],
  taken: ReadonlySet<string | null>,
  leaveOut: LeaveOut,
): Redirect[] {
  const usable: Map<string, Redirect> = new Map();
  const add = (redirect: Redirect, report: LeaveOut) => {
    const from = asSentByBrowsers(redirect.from);
    const to = asSentByBrowsers(redirect.to);
    const address = comparable(from);
    const problem =
      address === null || !REDIRECT_FROM.test(from) || !REDIRECT_TO.test(to) || from === to
        ? `no host understands a redirect to ${to}`
        : taken.has(address) || NOT_TO_MOVE.test(address)
          ? 'the site has a file at this address'
          : usable.has(address)
            ? 'another redirect has this address'
            : usable.size === REDIRECTS_MAX
              ? `hosts take ${REDIRECTS_MAX} redirects`
              : null;
    if (problem !== null) report(redirect.from, `the redirect is left out: ${problem}`);
    else usable.set(address as string, { ...redirect, from, to });
  };
  for (const redirect of redirects) add(redirect, leaveOut);
  for (const redirect of spare) add(redirect, () => {});
  return [...usable.values()];
}

function asSentByBrowsers(path: string) {
  return path
    .replace(/[^\x21-\x7e]/gu, encodeURIComponent)
    .replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
}

/** @param pattern of a rule */
export function matchesPath(pattern: string, path: string) {
  return pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}
