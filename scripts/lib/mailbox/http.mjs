import { createServer } from 'node:http';
import { z } from 'zod';
import { createApi } from './api.mjs';
import { MAIL_POLICY, PAGE_POLICY, renderMailDocument, renderPage } from './page.mjs';

/** @typedef {import('./store.mjs').Store} Store */
/** @typedef {{ status: number, type: string, body: string, policy?: string, allow?: string }} Reply */

/** Only these host names: with any other, a foreign website could read the mails (DNS rebinding). */
const OWN_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;
const BODY_BYTES_MAX = 1024 * 1024;

const deletionSchema = z.object({ IDs: z.array(z.string()).optional() });

/** @param {Store} store */
export function createHttpServer(store) {
  const api = createApi(store);

  return createServer((request, response) => {
    answer(request)
      .catch((/** @type {unknown} */ error) => {
        console.error('The mailbox failed to answer a request.', error);
        return text(500, 'Something went wrong');
      })
      .then(({ status, type, body, policy = "default-src 'none'", allow }) => {
        response.writeHead(status, {
          'Content-Type': type,
          'Content-Security-Policy': policy,
          'X-Content-Type-Options': 'nosniff',
          'Referrer-Policy': 'no-referrer',
          'Cross-Origin-Resource-Policy': 'same-origin',
          'Cache-Control': 'no-store',
          ...(allow && { Allow: allow }),
        });
        response.end(body);
      });
  });

  /**
   * @param {import('node:http').IncomingMessage} request
   * @returns {Promise<Reply>}
   */
  async function answer(request) {
    if (!OWN_HOST.test(request.headers.host ?? '')) {
      return text(403, 'The mailbox answers on localhost only');
    }
    const target = `http://localhost${request.url}`;
    if (!request.url?.startsWith('/') || !URL.canParse(target)) return text(400, 'Bad request');
    const url = new URL(target);
    const method = request.method === 'HEAD' ? 'GET' : request.method;

    if (url.pathname === '/api/v1/messages' && method === 'DELETE') return remove(request);
    if (method !== 'GET') {
      const allow = url.pathname === '/api/v1/messages' ? 'GET, HEAD, DELETE' : 'GET, HEAD';
      return { ...text(405, 'Method not allowed'), allow };
    }
    return read(url);
  }

  /**
   * @param {URL} url
   * @returns {Reply}
   */
  function read({ pathname, searchParams }) {
    const [, folder, id] = /^\/(api\/v1\/message|view)\/([\w-]+)$/.exec(pathname) ?? [];
    if (folder === 'view' && id) {
      const mail = store.find(id);
      if (!mail?.HTML) return notFound();
      return { ...html(200, renderMailDocument(mail)), policy: MAIL_POLICY };
    }
    if (folder && id) {
      const detail = api.detail(id);
      return detail ? json(detail) : notFound();
    }
    switch (pathname) {
      case '/':
        return page(searchParams);
      case '/api/v1/messages':
        return json(api.list(searchParams));
      case '/api/v1/search':
        return searchParams.get('query')?.trim()
          ? json(api.search(searchParams))
          : text(400, 'Error: no search query');
      case '/api/v1/info':
        return json(api.info());
      default:
        return notFound();
    }
  }

  /**
   * @param {URLSearchParams} params
   * @returns {Reply}
   */
  function page(params) {
    const id = params.get('mail');
    const mail = id ? store.find(id) : undefined;
    if (mail) store.markRead(mail);
    const body = renderPage({
      mails: store.all(),
      selected: mail ?? (id ? 'gone' : undefined),
      showsText: params.get('as') === 'text',
      query: params.get('query')?.trim() ?? '',
    });
    return { ...html(id && !mail ? 404 : 200, body), policy: PAGE_POLICY };
  }

  /**
   * @param {import('node:http').IncomingMessage} request
   * @returns {Promise<Reply>}
   */
  async function remove(request) {
    const body = await readBody(request);
    if (body === undefined) return text(413, 'The request is too large');
    const deletion = deletionSchema.safeParse(parseJson(body || '{}'));
    if (!deletion.success) return text(400, 'Expected JSON such as {"IDs": ["…"]}');
    const { IDs } = deletion.data;
    store.remove(IDs?.length ? IDs : undefined);
    return text(200, 'ok');
  }
}

/** @param {import('node:http').IncomingMessage} request */
async function readBody(request) {
  /** @type {Buffer[]} */
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= BODY_BYTES_MAX) chunks.push(chunk);
  }
  return size <= BODY_BYTES_MAX ? Buffer.concat(chunks).toString('utf8').trim() : undefined;
}

/**
 * @param {string} body
 * @returns {unknown}
 */
function parseJson(body) {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function notFound() {
  return text(404, '404 page not found');
}

/**
 * @param {unknown} value
 * @returns {Reply}
 */
function json(value) {
  return { status: 200, type: 'application/json', body: JSON.stringify(value) };
}

/**
 * @param {number} status
 * @param {string} body
 * @returns {Reply}
 */
function text(status, body) {
  return { status, type: 'text/plain; charset=utf-8', body };
}

/**
 * @param {number} status
 * @param {string} body
 * @returns {Reply}
 */
function html(status, body) {
  return { status, type: 'text/html; charset=utf-8', body };
}
