// The embedded backend as a separate process. The parent controls it by IPC; see lib/stack.ts.
import { innermostMessage, startBackend } from './lib/local/local-backend.ts';
import { FolderInUseError } from './lib/lock.ts';

const log = (line: string) => process.stdout.write(`${line}\n`);
const backend = startBackend(JSON.parse(process.env.STACK_OPTIONS ?? '{}'), log);

for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) {
  // Ctrl-C reaches the whole process group; a parent that stops or is killed disconnects.
  process.on(signal, () => void close(0));
}
// The pipe to a killed parent is broken; shutting down must not fail because of it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  const { url, mailboxPort, smtpPort, keys } = await backend.ready;
  await tellParent({ type: 'ready', url, mailboxPort, smtpPort, keys });
} catch (error) {
  const { code } = error as NodeJS.ErrnoException;
  await tellParent({
    type: 'failed',
    reason: error instanceof FolderInUseError ? 'in-use' : (code ?? 'broken'),
    message: innermostMessage(error),
  });
  await close(1);
}

function tellParent(message: object) {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, resolve);
    else resolve(undefined);
  });
}

async function close(code: number) {
  await backend.close();
  process.exit(code);
}
