import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createBuilder, handleCall } from '../../../scripts/lib/build/builder.ts';

const SECRET = 'a-secret-of-thirty-two-characters';
const silent = () => {};

/** A build that ends when told to. */
function heldBuild() {
  const ends: ((error?: Error) => void)[] = [];
  const publish = vi.fn(
    () =>
      new Promise<{ changed: number }>((resolve, reject) =>
        ends.push((error) => (error ? reject(error) : resolve({ changed: 3 }))),
      ),
  );
  return { publish, end: (error?: Error) => ends.shift()?.(error) };
}

test('calls during a build cause one more build', async () => {
  const { publish, end } = heldBuild();
  const builder = createBuilder(publish, silent);
  for (let call = 0; call < 5; call += 1) builder.request();
  expect(publish).toHaveBeenCalledTimes(1);
  end();
  await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(2));
  end();
  await vi.waitFor(() => expect(builder.history()[0]?.outcome).toBe('published'));
  expect(publish).toHaveBeenCalledTimes(2);
  expect(builder.history()).toHaveLength(2);
});

test('a failed build is reported with its reason, and the next call builds again', async () => {
  const { publish, end } = heldBuild();
  const builder = createBuilder(publish, silent);
  builder.request();
  end(new Error('stack\nThe site could not be built'));
  await vi.waitFor(() => expect(builder.history()[0]?.endedAt).not.toBeNull());
  expect(builder.history()[0]).toMatchObject({
    outcome: 'failed',
    reason: 'The site could not be built',
  });
  builder.request();
  expect(publish).toHaveBeenCalledTimes(2);
});

test('only the secret address takes calls and shows the builds', async () => {
  const { publish } = heldBuild();
  const server = createServer(handleCall(createBuilder(publish, silent), SECRET));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const call = (path: string, method = 'POST') =>
    fetch(`http://127.0.0.1:${port}/${path}`, { method });
  for (const path of ['', SECRET.slice(0, -1), `${SECRET}/`, `${SECRET}?a`]) {
    expect((await call(path)).status).toBe(404);
  }
  expect((await call(SECRET, 'PUT')).status).toBe(405);
  expect(publish).not.toHaveBeenCalled();
  expect((await call(SECRET)).status).toBe(202);
  expect(publish).toHaveBeenCalledTimes(1);
  const shown = await call(SECRET, 'GET');
  expect(await shown.json()).toMatchObject({ builds: [{ outcome: 'running', endedAt: null }] });
});
