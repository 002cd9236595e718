import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { DEFAULT_CACHE, matchesPath, NOT_FOUND_PAGE, type HostingTable } from './hosting-table.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

export type Served = { type: string; etag: string; bodies: Map<Encoding, Promise<Buffer>> };

export type Answer = { status: number; file?: string; location?: string };

const TEXT_TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml',
};

const OTHER_TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Configuration of the hosts, which they do not serve. */
const HOST_FILES = ['_headers', '_redirects', 'vercel.json'];

const ENCODERS: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: promisify(gzip),
  identity: async (body) => body,
};

/** Serves a folder by the rules of a hosting table. */
export function createSiteHandler(
  folder: string,
  table: HostingTable,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const readServed = createReader();
  const redirects = new Map(table.redirects.map((redirect) => [redirect.from, redirect]));

  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    const { path, search } = splitAddress(request.url ?? '/');
    const answer = await findAnswer(path);
    for (const rule of table.headers) {
      if (!matchesPath(rule.path, path)) continue;
      for (const [name, value] of Object.entries(rule.headers)) response.setHeader(name, value);
    }
    // Errors must not be cached.
    if (answer.status >= 400) response.removeHeader('Cache-Control');
    if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', DEFAULT_CACHE);
    if (answer.location !== undefined) {
      const query = answer.location.includes('?') ? '' : search;
      response.writeHead(answer.status, { Location: answer.location + query }).end();
    } else if (answer.file === undefined) {
      response.writeHead(answer.status).end();
    } else {
      await send(request, response, answer.status, await readServed(answer.file));
    }
  };

  async function findAnswer(path: string): Promise<Answer> {
    const redirect = redirects.get(path);
    if (redirect) return { status: redirect.status, location: redirect.to };
    const decoded = decode(path);
    if (decoded === null) return { status: 400 };
    if (!isPlainPath(decoded) || decoded === NOT_FOUND_PAGE) return notFound();
    if (path !== '/' && path.endsWith('/')) {
      const location = path.slice(0, -1);
      const { status } = await findAnswer(location);
      return status === 404 ? notFound() : { status: 308, location };
    }
    if (decoded.endsWith('.html')) {
      const clean = path.replace(/(?:(?<=\/)index)?\.html$/, '');
      return (await findFile(decoded)) ? { status: 308, location: clean } : notFound();
    }
    const file = (await findPage(decoded)) ?? (await findFile(decoded));
    if (file) return { status: 200, file };
    const route = table.clientRoutes.find(({ path: pattern }) => matchesPath(pattern, decoded));
    return route ? { status: 200, file: `${folder}${route.shell}.html` } : notFound();
  }

  function findPage(path: string) {
    return findFile(path === '/' ? '/index.html' : `${path}.html`);
  }

  /** @param path safe to append to the folder */
  async function findFile(path: string) {
    if (HOST_FILES.includes(path.slice(1))) return null;
    const file = folder + path;
    const found = await stat(file).catch(() => null);
    return found?.isFile() ? file : null;
  }

  function notFound(): Answer {
    return { status: 404, file: `${folder}${NOT_FOUND_PAGE}.html` };
  }
}

/** By hand: an URL would resolve dots, and take what follows `//` for a host. */
function splitAddress(address: string) {
  const [path = '/'] = address.split(/[?#]/, 1);
  return { path, search: address.slice(path.length).split('#', 1)[0] ?? '' };
}

function decode(path: string) {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Refuses `..`, hidden files (except `/.well-known/`) and empty segments, which could name another host. */
function isPlainPath(path: string) {
  return !/[\\\0]|\/\/|\/\.(?!well-known\/)/.test(path) && path.startsWith('/');
}

/** Files are read and compressed once, and again after a change on disk. */
function createReader() {
  const known: Map<string, { modifiedAt: number; served: Promise<Served> }> = new Map();
  return async (file: string) => {
    const { mtimeMs } = await stat(file);
    const entry = known.get(file);
    if (entry?.modifiedAt === mtimeMs) return entry.served;
    const served = readServed(file);
    known.set(file, { modifiedAt: mtimeMs, served });
    return served;
  };
}

async function readServed(file: string): Promise<Served> {
  const body = await readFile(file);
  const extension = extname(file);
  const text = TEXT_TYPES[extension];
  return {
    type: text ? `${text}; charset=utf-8` : (OTHER_TYPES[extension] ?? 'application/octet-stream'),
    // Weak, because all encodings share it.
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    bodies: new Map([['identity', Promise.resolve(body)]]),
  };
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  { type, etag, bodies }: Served,
) {
  const isText = type.includes('charset');
  response.setHeader('ETag', etag);
  if (isText) response.appendHeader('Vary', 'Accept-Encoding');
  if (status === 200 && namesTag(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end();
    return;
  }
  const encoding = isText ? chooseEncoding(request.headers['accept-encoding']) : 'identity';
  let body = bodies.get(encoding);
  if (!body) {
    body = ENCODERS[encoding]((await bodies.get('identity')) as Buffer);
    bodies.set(encoding, body);
  }
  const bytes = await body;
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function namesTag(wanted: string | undefined, etag: string) {
  const weak = (tag: string) => tag.trim().replace(/^W\//, '');
  return wanted?.split(',').some((tag) => weak(tag) === weak(etag) || tag.trim() === '*') ?? false;
}

function chooseEncoding(accepted: string | undefined | string[]): Encoding {
  const offers = new Map(
    String(accepted ?? '')
      .split(',')
      .map((offer) => {
        const [name = '', ...parameters] = offer
          .trim()
          .toLowerCase()
          .split(/\s*;\s*/);
        return [name, !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))];
      }),
  );
  if (offers.get('br')) return 'br';
  return offers.get('gzip') ? 'gzip' : 'identity';
}
