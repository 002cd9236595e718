import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFunctionsHost } from '../../scripts/lib/local/functions-host.ts';
import { descendants, untilGone } from './site';

let folder: string;
let server: Server;
let host: ReturnType<typeof createFunctionsHost>;
const lines: string[] = [];

const hello = (word: string) =>
  `import { mark } from '../_shared/deep/mark.ts';
   Deno.serve(async (request) => Response.json({
     word: ${JSON.stringify(word)},
     mark,
     secret: Deno.env.get('SECRET'),
     given: Deno.env.get('GIVEN'),
     path: new URL(request.url).pathname,
     heardFrom: request.headers.get('x-forwarded-for'),
     body: await request.text(),
   }));`;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'functions-'));
  await mkdir(path.join(folder, '_shared/deep'), { recursive: true });
  await write('_shared/deep/mark.ts', 'export const mark = 1;');
  for (const name of ['hello', 'broken']) {
    await mkdir(path.join(folder, name));
    await write(`${name}/deno.json`, '{}');
  }
  await write('hello/index.ts', hello('first'));
  await write('broken/index.ts', 'export const = ;');
  host = createFunctionsHost({
    folder,
    env: { GIVEN: 'by the launcher' },
    log: (line) => lines.push(line),
  });
  server = createServer((request, response) => void host.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  host.close();
  server.close();
  await rm(folder, { recursive: true });
});

function write(file: string, text: string) {
  return writeFile(path.join(folder, file), text);
}

async function invoke(name: string, body = '', headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/functions/v1/${name}`;
  const response = await fetch(address, { method: 'POST', body, headers });
  return { status: response.status, data: await response.json() };
}

const children = () => descendants(process.pid).filter(({ command }) => command.includes(folder));

test('a function runs under Deno and gets its name, the body and its settings', async () => {
  expect(await invoke('hello/more', 'a body')).toEqual({
    status: 200,
    data: {
      word: 'first',
      mark: 1,
      given: 'by the launcher',
      path: '/hello/more',
      heardFrom: '127.0.0.1',
      body: 'a body',
    },
  });
});

test('the address of the caller is appended last to X-Forwarded-For', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  expect((await invoke('hello', '', headers)).data.heardFrom).toBe('203.0.113.9, 127.0.0.1');
});

test('it keeps running between requests', async () => {
  const before = children();
  await invoke('hello');
  expect(before).toHaveLength(1);
  expect(children()).toEqual(before);
});

test('a changed function is reloaded with the next request', async () => {
  const before = children();
  await write('hello/index.ts', hello('second'));
  expect((await invoke('hello')).data.word).toBe('second');
  expect(lines).toContain('functions/hello: starting afresh, its files changed');
  await untilGone(before);
  expect(children()).toHaveLength(1);
});

test('a change of an indirect import reloads it, also when saved by rename', async () => {
  for (const mark of [2, 3]) {
    await write('_shared/deep/.mark.swp', `export const mark = ${mark};`);
    await rename(
      path.join(folder, '_shared/deep/.mark.swp'),
      path.join(folder, '_shared/deep/mark.ts'),
    );
    expect((await invoke('hello')).data.mark).toBe(mark);
  }
});

test('a new secret in .env reloads it; settings of the launcher have precedence', async () => {
  await write('.env', 'SECRET=42\nGIVEN=by a person');
  expect((await invoke('hello')).data).toMatchObject({ secret: '42', given: 'by the launcher' });
});

test('requests at the same moment share one start', async () => {
  await write('hello/index.ts', hello('third'));
  const replies = await Promise.all([invoke('hello'), invoke('hello'), invoke('hello')]);
  expect(replies.map(({ data }) => data.word)).toEqual(['third', 'third', 'third']);
  expect(children()).toHaveLength(1);
});

test('a function that cannot start returns an error, and works when corrected', async () => {
  expect(await invoke('broken')).toEqual({
    status: 503,
    data: { code: 'BOOT_ERROR', message: 'Function failed to start (please check logs)' },
  });
  expect(lines.join('\n')).toMatch(/functions\/broken: .*(error|did not start)/i);
  await write('broken/index.ts', hello('mended'));
  expect((await invoke('broken')).data.word).toBe('mended');
});

test('a function that was killed is started again', async () => {
  for (const { pid } of children()) process.kill(pid, 'SIGKILL');
  await untilGone(children());
  expect((await invoke('hello')).status).toBe(200);
});

test('closing ends every function', async () => {
  const all = children();
  expect(all.length).toBeGreaterThan(0);
  host.close();
  await untilGone(all);
});
