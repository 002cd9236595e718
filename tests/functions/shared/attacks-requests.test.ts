import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { z } from 'zod';
import {
  postCreateSchema,
  postQuerySchema,
} from '../../../supabase/functions/_shared/contracts/blog.ts';
import { enquirySchema } from '../../../supabase/functions/_shared/contracts/enquiry.ts';
import { projectPatchSchema } from '../../../supabase/functions/_shared/contracts/project.ts';
import { readJsonObject } from '../../../supabase/functions/_shared/http.ts';
import { createMailer, MailError } from '../../../supabase/functions/_shared/mail.ts';
import { readJsonBody, readQuery, RestError } from '../../../supabase/functions/_shared/rest.ts';

const POLLUTION = [
  '{"__proto__":{"polluted":"yes","status":"published"}}',
  '{"constructor":{"prototype":{"polluted":"yes"}}}',
  '{"title":"A","__proto__":{"__proto__":{"polluted":"yes"}}}',
  '{"tags":{"__proto__":{"polluted":"yes"}},"title":"A"}',
];

const post = (body: string) =>
  new Request('https://site.example/', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });

function expectUnpolluted() {
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect(Reflect.get(Object.prototype, 'status')).toBeUndefined();
}

test.for(POLLUTION)('the body %s does not pollute the object prototype', async (body) => {
  for (const schema of [postCreateSchema, projectPatchSchema]) {
    const taken = await readJsonBody<z.ZodType>(post(body), schema).catch(
      (error: unknown) => error,
    );
    if (!(taken instanceof RestError))
      expect(Reflect.get(Object(taken), 'polluted')).toBeUndefined();
    expectUnpolluted();
  }
  const read = await readJsonObject(post(body), { maxBytes: 1000, deadlineMs: 1000 });
  expect(read.ok).toBe(true);
  const parsed = enquirySchema.safeParse(read.ok ? read.value : {});
  expect(parsed.success).toBe(false);
  expectUnpolluted();
});

test.for([
  '__proto__=x',
  '__proto__[polluted]=yes',
  'constructor.prototype.polluted=yes',
  'page=1&__proto__.polluted=yes',
  'hasOwnProperty=x',
])('the query ?%s is refused or ignored, without prototype pollution', (query) => {
  const url = new URL(`https://site.example/posts?${query}`);
  try {
    expect(readQuery(url, postQuerySchema)).toEqual({ page: 1, limit: 10 });
  } catch (error) {
    expect(error).toMatchObject({ status: 400, details: { code: 'VALIDATION_ERROR' } });
  }
  expectUnpolluted();
});

afterEach(() => void vi.useRealTimers());

test('R-13: a silent mail server times out, and the request ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = createServer((socket) => void socket.on('error', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const send = createMailer({
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    isSecure: false,
    user: '',
    password: '',
    from: { name: '', address: 'site@agency.example' },
  });
  const connected = once(server, 'connection');
  const failure = send({ to: 'team@agency.example', subject: 'Hi', text: 'Hi', html: 'Hi' }).catch(
    (error: unknown) => error,
  );
  await connected;
  // The client learns of the connection a moment later, and only then starts its timeout.
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await failure).toBeInstanceOf(MailError);
});
