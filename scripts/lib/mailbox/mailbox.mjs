import { once } from 'node:events';
import { createHttpServer } from './http.mjs';
import { mailFromParts, mailFromRaw } from './mail.mjs';
import { createSmtpServer } from './smtp.mjs';
import { createStore } from './store.mjs';

/**
 * @typedef {object} ListenOptions
 * @property {number} [httpPort]
 * @property {number} [smtpPort]
 * @property {string} [host]
 */

/** @typedef {ReturnType<typeof createMailbox>} Mailbox */

/**
 * A mailbox for development that stores every mail: by call, as raw MIME, and by SMTP. Its HTTP server has
 * the part of Mailpit's API that tests use, and shows the mails at `/`.
 * @param {{ dataFile?: string }} [options] without `dataFile` mails are lost when the process ends
 */
export function createMailbox({ dataFile } = {}) {
  const store = createStore(dataFile);
  /** @type {(() => Promise<void>)[]} */
  let closers = [];

  /**
   * @param {string | Uint8Array} raw
   * @param {import('./mail.mjs').Envelope} [envelope]
   */
  async function addRaw(raw, envelope) {
    const mail = await mailFromRaw(raw, envelope);
    store.add(mail);
    return mail.ID;
  }

  async function close() {
    const pending = closers;
    closers = [];
    await Promise.all(pending.map((closeOne) => closeOne()));
    await store.flushed();
  }

  return {
    /**
     * Keeps a mail and returns its ID.
     * @param {import('./mail.mjs').OutgoingMail} outgoing
     */
    add(outgoing) {
      const mail = mailFromParts(outgoing);
      store.add(mail);
      return mail.ID;
    },
    addRaw,
    /**
     * Port 0 picks a free one; returns the ports in use. A port in use rejects with the error of
     * Node (`EADDRINUSE`) and leaves nothing open.
     * @param {ListenOptions} [options]
     */
    async listen({ httpPort = 54324, smtpPort = 54325, host = '127.0.0.1' } = {}) {
      if (closers.length) throw new Error('The mailbox is listening already');
      const http = createHttpServer(store);
      const smtp = createSmtpServer(addRaw);
      try {
        http.listen(httpPort, host);
        await once(http, 'listening');
        closers.push(async () => {
          const closed = once(http, 'close');
          http.close();
          http.closeAllConnections();
          await closed;
        });
        smtp.listen(smtpPort, host);
        await once(smtp.server, 'listening');
        closers.push(() => new Promise((resolve) => smtp.close(() => resolve())));
      } catch (error) {
        await close();
        throw error;
      }
      return { host, httpPort: portOf(http), smtpPort: portOf(smtp.server) };
    },
    close,
  };
}

/** @param {import('node:net').Server} server */
function portOf(server) {
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}
