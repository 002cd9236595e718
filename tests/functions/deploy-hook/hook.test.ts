import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DEPLOY_MINUTES_DEFAULT } from '@contracts/deploys';
import {
  callHook,
  readBuilder,
  readDeploySettings,
} from '../../../supabase/functions/deploy-hook/hook.ts';

async function listen(listener: RequestListener): Promise<URL> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return new URL(`http://127.0.0.1:${port}/hooks/secret-id`);
}

const read = (values: Record<string, string>) => readDeploySettings((name) => values[name]);
const HOSTED = { SUPABASE_URL: 'https://project.supabase.co' };
const LOCAL = { SUPABASE_URL: 'http://127.0.0.1:54321' };

test('without a URL there is no hook and no problem', () => {
  expect(read(HOSTED)).toEqual({ hookUrl: null, problem: null, minutes: DEPLOY_MINUTES_DEFAULT });
});

test.for([
  [HOSTED, 'https://host.example/hooks/1', true],
  [HOSTED, ' https://host.example/hooks/1 ', true],
  [HOSTED, 'http://host.example/hooks/1', false],
  [HOSTED, 'http://localhost:9000/', false],
  [HOSTED, 'http://169.254.169.254/latest', false],
  [HOSTED, 'file:///etc/passwd', false],
  [HOSTED, 'ftp://host.example', false],
  [HOSTED, '//host.example/hook', false],
  [LOCAL, 'http://localhost:9000/hook', true],
  [LOCAL, 'http://[::1]:9000/hook', true],
  [LOCAL, 'http://localhost.host.example/hook', false],
  [LOCAL, 'http://host.example/hook', false],
] as const)('with %o the URL %s is accepted: %s', ([surroundings, address, isTaken]) => {
  const { hookUrl, problem } = read({ ...surroundings, DEPLOY_HOOK_URL: address });
  expect(hookUrl?.href ?? null).toBe(isTaken ? address.trim() : null);
  expect(problem).toBe(isTaken ? null : 'DEPLOY_HOOK_URL must be an https address');
});

test.for([
  ['', DEPLOY_MINUTES_DEFAULT, null],
  ['5', 5, null],
  ['0.5', 0.5, null],
  ['soon', DEPLOY_MINUTES_DEFAULT, 'DEPLOY_MINUTES must be a number of minutes'],
  ['-1', DEPLOY_MINUTES_DEFAULT, 'DEPLOY_MINUTES must be a number of minutes'],
  ['100000', DEPLOY_MINUTES_DEFAULT, 'DEPLOY_MINUTES must be a number of minutes'],
] as const)('DEPLOY_MINUTES=%s is read as %s', ([text, minutes, problem]) => {
  expect(read({ ...HOSTED, DEPLOY_MINUTES: text })).toMatchObject({ minutes, problem });
});

test('the hook is called once, by POST', async () => {
  const calls: unknown[] = [];
  const url = await listen((request, response) => {
    calls.push([request.method, request.url]);
    response.writeHead(201).end('{}');
  });
  expect(await callHook(url)).toBeNull();
  expect(calls).toEqual([['POST', '/hooks/secret-id']]);
});

test('a refusal is reported by status, without the URL', async () => {
  const url = await listen((_request, response) => void response.writeHead(500).end('no'));
  const reason = await callHook(url);
  expect(reason).toBe('The host refused the call (500)');
  expect(reason).not.toContain('secret-id');
});

test('a redirect is not followed', async () => {
  const visited: (string | undefined)[] = [];
  const url = await listen((request, response) => {
    visited.push(request.url);
    response.writeHead(302, { location: '/inside' }).end();
  });
  expect(await callHook(url)).toMatch(/^The host refused the call/);
  expect(visited).toEqual(['/hooks/secret-id']);
});

test('a host that never responds times out', async () => {
  const url = await listen(() => undefined);
  expect(await callHook(url, fetch, 50)).toBe('The host did not answer within 0.05 seconds');
});

test('a missing host is reported as unreachable', async () => {
  const url = await listen(() => undefined);
  url.port = '1';
  expect(await callHook(url)).toBe('The host could not be reached');
});

test('only a hook of the builder is asked for its builds', async () => {
  const run = {
    ...{ startedAt: '2026-11-24T10:00:01.000Z', endedAt: null, outcome: 'running' },
    ...{ reason: null, changed: null },
  };
  const send = vi.fn<typeof fetch>(async () => Response.json({ builds: [run] }));
  expect(await readBuilder(null, send)).toBeNull();
  expect(await readBuilder(new URL('https://api.host.example/deploy/secret'), send)).toBeNull();
  expect(send).not.toHaveBeenCalled();
  const hook = new URL('https://agency.example/builder/secret');
  expect(await readBuilder(hook, send)).toEqual({ builds: [run] });
  for (const answer of [
    async () => new Response(null, { status: 502 }),
    async () => Response.json({ builds: 'none' }),
    () => Promise.reject(new TypeError('no route')),
  ]) {
    expect(await readBuilder(hook, answer)).toEqual({ builds: null });
  }
});
