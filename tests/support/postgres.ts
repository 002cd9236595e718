import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../scripts/lib/ports.ts';

/** One PostgreSQL server of each version on this machine: of Debian's packages or on the PATH. */
export function installedPostgres(): { version: string; bin: string }[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ].filter((bin) => existsSync(join(bin, 'initdb')));
  const byVersion = new Map(
    folders.map((bin) => {
      const answer = execFileSync(join(bin, 'postgres'), ['--version']).toString();
      return [/[\d.]+/.exec(answer)?.[0] ?? answer, bin];
    }),
  );
  return [...byVersion].map(([version, bin]) => ({ version, bin }));
}

/**
 * Starts an empty cluster in a temporary folder, reachable from this machine without a password. `stop` removes it.
 * The owner is `supabase_admin`, as in hosted projects, where `postgres` is no superuser.
 */
export async function startPostgres(bin: string) {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const account = accountOfPostgres();
  if (account) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const initdb = ['--username=supabase_admin', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  execFileSync(join(bin, 'initdb'), [...initdb, '--auth=trust', '-D', data], {
    ...account,
    stdio: 'ignore',
  });
  const port = await freePort();
  const settings = [
    ...['listen_addresses=127.0.0.1', `port=${port}`],
    ...[`unix_socket_directories=${folder}`, 'fsync=off'],
  ];
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...account, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const lines = createInterface({ input: server.stderr });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    lines.on('line', (line) => {
      output += `${line}\n`;
      if (line.includes('ready to accept connections')) resolve();
    });
    void exited.then(() => reject(new Error(`PostgreSQL did not start: ${output}`)));
  });
  return {
    url: (user = 'supabase_admin') => `postgresql://${user}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      server.kill('SIGINT');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

/** PostgreSQL refuses to run as root. */
function accountOfPostgres(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (kind: string) => Number(execFileSync('id', [kind, 'postgres']).toString());
  return { uid: idOf('-u'), gid: idOf('-g') };
}
