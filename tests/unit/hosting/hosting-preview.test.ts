import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { request as ask, createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { preview, type PreviewServer } from 'vite';
import { hostingPlugin } from '../../../scripts/lib/build/hosting.ts';

const WORDS = 'Greatness is crafted over time. '.repeat(50);
const html = (title: string) => `<!doctype html><title>${title}</title><p>${WORDS}</p>`;

let root = '';
let server: PreviewServer;
let backend: Server;
let port = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'preview-'));
  const files = {
    'package.json': '{}',
    'secret.txt': 'not for the web',
    'dist/index.html': html('Home'),
    'dist/app.html': html('App'),
    'dist/admin.html': html('Staff'),
    'dist/404.html': html('Not found'),
    'dist/about.html': html('About'),
    'dist/projects.html': html('Projects'),
    'dist/projects/larder-lane.html': html('Larder Lane'),
    'dist/assets/a.js': `export const words = '${WORDS}'`,
    'dist/assets/font.woff2': 'font',
    'dist/.env': 'KEY=1',
    'dist/.well-known/security.txt': 'Contact: mailto:security@site.example\n',
    'dist/.well-known/.env': 'KEY=1',
    'dist/_headers': 'x',
  };
  for (const folder of ['dist/projects', 'dist/assets', 'dist/.well-known']) {
    await mkdir(join(root, folder), { recursive: true });
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
  backend = createServer((request, response) => response.end(`backend ${request.url}`));
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  const target = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
  server = await preview({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      hostingPlugin({
        redirects: [{ from: '/projects/old', to: '/projects/larder-lane', status: 301 }],
        studyRedirects: [{ from: '/projects/an-id', to: '/projects/larder-lane', status: 301 }],
      }),
    ],
    preview: { port: 0, host: '127.0.0.1', proxy: { '/auth/v1': target } },
  });
  port = (server.httpServer.address() as AddressInfo).port;
});

afterAll(async () => {
  await server.close();
  backend.close();
  await rm(root, { recursive: true });
});

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: Buffer };

/** Sends the path unchanged, without resolving dots. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = ask({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    sent.on('error', reject).end();
  });
}

const titleOf = ({ body }: Answer) => /<title>(.*)<\/title>/.exec(body.toString())?.[1];

test.for([
  ['/', 200, 'Home'],
  ['/?from=mail', 200, 'Home'],
  ['/about', 200, 'About'],
  ['/projects', 200, 'Projects'],
  ['/projects/larder-lane', 200, 'Larder Lane'],
  ['/projects/published-after-the-build', 404, 'Not found'],
  ['/blog/a-post', 404, 'Not found'],
  ['/admin', 200, 'Staff'],
  ['/admin/case-studies/edit/1/history', 200, 'Staff'],
  ['/auth/new-password', 200, 'Staff'],
  ['/newsletter/confirm', 200, 'App'],
  ['/no-such-page', 404, 'Not found'],
  ['/no-such-page/', 404, 'Not found'],
  ['/projects/a/b', 404, 'Not found'],
  ['/404', 404, 'Not found'],
  ['/About', 404, 'Not found'],
  ['/assets/gone.js', 404, 'Not found'],
] as const)('%s gets status %i and the page %s', async ([path, status, title]) => {
  const answer = await get(path);
  expect(answer.status).toBe(status);
  expect(titleOf(answer)).toBe(title);
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
});

test.for([
  ['/about/', 308, '/about'],
  ['/about/?a=1', 308, '/about?a=1'],
  ['/about.html', 308, '/about'],
  ['/admin/', 308, '/admin'],
  ['/admin/site/page/', 308, '/admin/site/page'],
  ['/admin/enquiries/?status=new', 308, '/admin/enquiries?status=new'],
  ['/auth/', 308, '/auth'],
  ['/newsletter/confirm/', 308, '/newsletter/confirm'],
  ['/sign-off/', 308, '/sign-off'],
  ['/projects/old/', 308, '/projects/old'],
  ['/index.html', 308, '/'],
  ['/projects/old', 301, '/projects/larder-lane'],
  ['/projects/an-id', 301, '/projects/larder-lane'],
  ['/projects/old?a=1', 301, '/projects/larder-lane?a=1'],
] as const)('%s redirects with %i to %s', async ([path, status, location]) => {
  expect(await get(path)).toMatchObject({ status, headers: { location } });
});

test.for([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/assets/../../secret.txt',
  '/assets/..%5c..%5csecret.txt',
  '/.env',
  '/.well-known',
  '/.well-known/.env',
  '/.well-known/../.env',
  '/.well-known%2f..%2f.env',
  '/assets/.well-known/../../.env',
  '/_headers',
  '/vercel.json',
  '//evil.example/',
  '/%2fevil.example/',
  '/\\evil.example/',
  '/about%00.html',
])('%s does not redirect to another site', async (path) => {
  const { status, headers, body } = await get(path);
  expect(status).toBe(404);
  expect(headers.location).toBeUndefined();
  expect(body.toString()).not.toMatch(/not for the web|KEY/);
});

test('security.txt is served as text, although its folder is hidden', async () => {
  const { status, headers, body } = await get('/.well-known/security.txt');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(headers['cache-control']).toBe('public, max-age=3600');
  expect(body.toString()).toBe('Contact: mailto:security@site.example\n');
});

test('a malformed URL is refused', async () => {
  expect(await get('/%zz')).toMatchObject({ status: 400 });
  expect(await get('/about', {}, 'POST')).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD' },
  });
});

test('text is compressed with brotli or gzip if the browser accepts it, a font is not', async () => {
  const brotli = await get('/assets/a.js', { 'accept-encoding': 'gzip, deflate, br' });
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(brotli.headers.vary).toContain('Accept-Encoding');
  expect(brotliDecompressSync(brotli.body).toString()).toContain(WORDS);
  const gzip = await get('/', { 'accept-encoding': 'gzip;q=1.0, br;q=0' });
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.body).toString()).toContain('Home');
  const font = await get('/assets/font.woff2', { 'accept-encoding': 'br' });
  expect(font.headers['content-encoding']).toBeUndefined();
  expect(font.headers['content-type']).toBe('font/woff2');
});

test('HEAD has the headers of GET and no body', async () => {
  const head = await get('/about', { 'accept-encoding': 'br' }, 'HEAD');
  const whole = await get('/about', { 'accept-encoding': 'br' });
  expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  expect(head.headers['content-length']).toBe(String(whole.body.length));
});

test('a page is sent with its caching and security headers', async () => {
  const { headers } = await get('/about', { 'accept-encoding': 'br' });
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=0, must-revalidate',
    'content-encoding': 'br',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
  expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
});

test.for(['/admin', '/admin/blog', '/auth', '/auth/new-password'])(
  '%s is not indexed, and no other site is its opener',
  async (path) => {
    expect((await get(path)).headers).toMatchObject({
      'x-robots-tag': 'noindex',
      'cross-origin-opener-policy': 'same-origin',
    });
  },
);

test('an unchanged page gets 304', async () => {
  const { headers } = await get('/about');
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  const tag = headers.etag ?? '';
  expect(tag).not.toBe('');
  const again = await get('/about', { 'if-none-match': `"other", ${tag}` });
  expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  await writeFile(join(root, 'dist/about.html'), html('About us'));
  expect(titleOf(await get('/about', { 'if-none-match': tag }))).toBe('About us');
});

test('an error is not cached like the file', async () => {
  const { headers } = await get('/assets/gone.js');
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
});

test('backend addresses are proxied even if an app route matches', async () => {
  expect((await get('/auth/v1/health')).body.toString()).toBe('backend /auth/v1/health');
});
