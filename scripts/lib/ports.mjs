import { createServer } from 'node:net';
import { StackError } from './stack.mjs';

/**
 * @param {number} port
 * @param {string} setting the environment variable that moves it
 * @returns {Promise<void>}
 * @throws {StackError} when something listens there
 */
export function assertPortFree(port, setting) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () =>
      reject(
        new StackError(
          `Port ${port} is busy. Stop what uses it, or set ${setting}=<free port>.`,
          'EADDRINUSE',
        ),
      ),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });
}
