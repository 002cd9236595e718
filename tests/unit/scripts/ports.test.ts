import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { assertPortsFree, freePort, portFrom } from '../../../scripts/lib/ports.ts';

afterEach(() => vi.unstubAllEnvs());

test.for(['127.0.0.1', '::1'])('a busy port on %s is reported with its setting', async (host) => {
  const server = createServer().listen(0, host);
  onTestFinished(() => void server.close());
  const failed = await once(server, 'listening').then(
    () => null,
    ({ code }) => code,
  );
  if (failed === 'EADDRNOTAVAIL') return; // A machine without IPv6.
  const { port } = server.address() as AddressInfo;
  await expect(assertPortsFree({ OTHER: 0, PORT: port })).rejects.toThrow(
    `Port ${port} is busy: stop what uses it, or set PORT to a free port.`,
  );
});

test.for(['abc', '-1', '70000', '80.5', '0'])('%s is not a port', (text) => {
  vi.stubEnv('PORT', text);
  expect(() => portFrom('PORT', 5173)).toThrow(
    `PORT=${text} is not a port: give a number from 1 to 65535.`,
  );
});

test('two settings with the same port are reported', async () => {
  await expect(assertPortsFree({ PORT: 5173, MAILBOX_PORT: 5173 })).rejects.toThrow(
    'PORT and MAILBOX_PORT are both 5173: use different ports.',
  );
});

test('free ports differ, and lie below those of outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 40 }, freePort));
  expect(new Set(ports).size).toBe(40);
  for (const port of ports) expect(port).toBeLessThan(32_000);
});
