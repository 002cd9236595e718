import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { root } from '../../scripts/lib/install.mjs';
import { freePort } from '../../scripts/lib/ports.ts';
import { deleteWorkspace, workspaceFolder } from '../../scripts/lib/workspace.ts';

export type LoadSite = {
  url: string;
  /** Of the process that is the parent of all servers. */
  pid: number;
  publishableKey: string;
  close: () => Promise<void>;
};

/**
 * The production build as npm start -- --preview serves it, on free ports and with its own data.
 *
 * @param name workspace under supabase/.temp
 */
export async function startPreview(name: string): Promise<LoadSite> {
  deleteWorkspace(name);
  const [port, mailboxPort] = [await freePort(), await freePort()];
  const child = spawn(
    process.execPath,
    ['--no-warnings', 'scripts/run.mjs', 'scripts/start.ts', '--preview', '--data', name],
    {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        MAILBOX_PORT: String(mailboxPort),
        // The senders of the burst are set in a header.
        TRUSTED_PROXIES: 'cloudflare',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // Ctrl-C ends the run first, which then stops the site in order.
    },
  );
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let output = '';
  await new Promise((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk;
      if (/is running/.test(output)) resolve(undefined);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    void exited.then(() => reject(new Error(`The site did not start:\n${output}`)));
  });
  const { publishableKey } = JSON.parse(readFileSync(`${workspaceFolder(name)}/keys.json`, 'utf8'));
  return {
    url: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    publishableKey,
    close: async () => {
      child.kill('SIGINT');
      await exited;
      deleteWorkspace(name);
    },
  };
}
