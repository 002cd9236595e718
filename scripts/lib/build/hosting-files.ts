// Writes the table of hosting-table.ts as the configuration files of the hosts.
import { NOT_FOUND_PAGE, type ClientRoute, type HostingTable } from './hosting-table.ts';

/** Limits of Cloudflare Pages, which ignores longer lines and every rule after the hundredth. */
const LINE_MAX = 2000;
const HEADER_RULES_MAX = 100;

/** `_headers`, as Netlify and Cloudflare Pages read it. */
export function formatHeaders({ headers }: HostingTable) {
  const blocks = headers.map(({ path, headers: values }) =>
    [path, ...Object.entries(values).map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
  );
  const tooLong = blocks
    .join('\n')
    .split('\n')
    .find((line) => line.length > LINE_MAX);
  if (tooLong) throw new Error(`Longer than a host reads: ${tooLong.slice(0, 80)}…`);
  if (headers.length > HEADER_RULES_MAX) throw new Error('More header rules than a host reads');
  return `${blocks.join('\n\n')}\n`;
}

/**
 * `_redirects`, as Netlify and Cloudflare Pages read it. Rules without a placeholder come first, because Cloudflare
 * Pages counts all that follow one with the placeholders, of which it takes a hundred.
 */
export function formatRedirects({ redirects, clientRoutes }: HostingTable) {
  const isPlain = ({ path }: ClientRoute) => !path.includes('*');
  const line = ({ path, shell }: ClientRoute) => `${path} ${shell} 200`;
  const rules = [
    // Netlify only, where `!` is for addresses with a file. The other hosts know no such rule: there the page answers 200
    // at its own address, and says noindex.
    `${NOT_FOUND_PAGE} ${NOT_FOUND_PAGE}.html 404!`,
    ...redirects.map(({ from, to, status }) => `${from} ${to} ${status}`),
    ...clientRoutes.filter(isPlain).map(line),
    ...clientRoutes.filter((route) => !isPlain(route)).map(line),
  ];
  return `${rules.join('\n')}\n`;
}

/**
 * `vercel.json`, to lie in the folder that is deployed. Vercel reads the one of a repository before the
 * build, when neither the hashes nor the redirects are known.
 */
export function formatVercel({ headers, redirects, clientRoutes }: HostingTable) {
  const source = (path: string) => path.replace(/\*$/, '(.*)');
  const config = {
    $schema: 'https://openapi.vercel.sh/vercel.json',
    framework: null,
    cleanUrls: true,
    trailingSlash: false,
    headers: headers.map((rule) => ({
      source: source(rule.path),
      headers: Object.entries(rule.headers).map(([key, value]) => ({ key, value })),
    })),
    redirects: redirects.map(({ from, to, status }) => ({
      source: from,
      destination: to,
      statusCode: status,
    })),
    rewrites: clientRoutes.map(({ path, shell }) => ({ source: source(path), destination: shell })),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
