import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { StackError } from './local/stack-error.ts';

/**
 * `localhost` may be either loopback address, so a foreign server on one of them can serve the wrong site.
 *
 * @param ports by their environment variable; 0 is any free port
 * @throws StackError when one is in use, or two are equal
 */
export async function assertPortsFree(ports: Record<string, number>) {
  const taken: Map<number, string> = new Map();
  for (const [setting, port] of Object.entries(ports)) {
    if (port === 0) continue;
    const other = taken.get(port);
    if (other) {
      throw new StackError(`${other} and ${setting} are both ${port}: use different ports.`);
    }
    taken.set(port, setting);
    for (const host of ['127.0.0.1', '::1']) {
      const code = await tryToListen(port, host);
      if (code === 'EADDRINUSE') throw portBusy(port, setting);
      if (code === 'EACCES') {
        throw new StackError(
          `Port ${port} is reserved by the system: set ${setting} to a free port above 1023.`,
        );
      }
    }
  }
}

export function portBusy(port: number | string, setting: string) {
  return new StackError(
    `Port ${port} is busy: stop what uses it, or set ${setting} to a free port.`,
  );
}

/** @returns why not; a machine without IPv6 answers EADDRNOTAVAIL */
function tryToListen(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
}

/** Below the ports that systems give to outgoing connections, which could take one between the look and the use. */
const FREE_PORTS = { from: 20_000, to: 32_000 };

let nextPort = randomInt(FREE_PORTS.from, FREE_PORTS.to);

/** A port of 127.0.0.1 that was free a moment ago, and that this process has not been given yet. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = nextPort;
    nextPort = port + 1 < FREE_PORTS.to ? port + 1 : FREE_PORTS.from;
    const code = await tryToListen(port, '127.0.0.1');
    if (code === null) return port;
    if (code !== 'EADDRINUSE') throw new StackError(`No port of 127.0.0.1 can be used: ${code}`);
  }
}

/**
 * @param name of an environment variable
 * @param fallback where it is not set
 * @throws StackError when it is no port
 */
export function portFrom(name: string, fallback: number): number {
  const text = process.env[name];
  if (!text) return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new StackError(`${name}=${text} is not a port: give a number from 1 to 65535.`);
}
