import { SMTPServer } from 'smtp-server';

const MAIL_BYTES_MAX = 10 * 1024 * 1024;
/** The longest delay that an open connection may cause on closing. */
const CLOSE_TIMEOUT_MS = 250;

/**
 * Accepts mail from any sender to any recipient, and never forwards it.
 * @param {(raw: Buffer, envelope: import('./mail.mjs').Envelope) => Promise<unknown>} deliver
 */
export function createSmtpServer(deliver) {
  const server = new SMTPServer({
    banner: 'Local mailbox',
    name: 'localhost',
    size: MAIL_BYTES_MAX,
    closeTimeout: CLOSE_TIMEOUT_MS,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    authOptional: true,
    allowInsecureAuth: true,
    authMethods: ['PLAIN', 'LOGIN', 'CRAM-MD5'],
    onAuth(auth, _session, callback) {
      callback(null, { user: auth.username || 'anyone' });
    },
    onData(stream, session, callback) {
      /** @type {Buffer[]} */
      const chunks = [];
      stream.on('data', (/** @type {Buffer} */ chunk) => {
        if (stream.sizeExceeded) chunks.length = 0;
        else chunks.push(chunk);
      });
      stream.on('end', () => {
        if (stream.sizeExceeded) {
          callback(refusal(552, 'The message is larger than 10 MB'));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        deliver(Buffer.concat(chunks), {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((recipient) => recipient.address),
          username: typeof session.user === 'string' ? session.user : '',
        }).then(
          () => callback(null, 'Kept in the local mailbox'),
          () => callback(refusal(554, 'The message could not be read')),
        );
      });
    },
  });
  // Without this listener an aborted connection would end the process.
  server.on('error', () => undefined);
  return server;
}

/**
 * @param {number} responseCode
 * @param {string} message
 */
function refusal(responseCode, message) {
  return Object.assign(new Error(message), { responseCode });
}
