import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The folder with PostgreSQL's programs, or null when it is not installed. Debian does not put it in PATH. */
export function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return (
    folders.find((folder) =>
      ['initdb', 'pg_ctl', 'psql'].every((name) => existsSync(join(folder, name))),
    ) ?? null
  );
}

export type Postgres = {
  /** Runs SQL as a role, in one transaction if it has several statements; returns the rows as lines. */
  run: (role: string, sql: string) => string[];
  stop: () => void;
};

/** Starts an empty server in a temporary folder, reachable by a socket in it. `supabase_admin` is superuser. */
export function startPostgres(programs: string): Postgres {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const data = join(folder, 'data');
  // PostgreSQL refuses to run as root.
  const account = process.getuid?.() === 0 ? accountOf('postgres') : null;
  if (account) chownSync(folder, account.uid, account.gid);
  const start = (name: string, ...args: string[]) =>
    execFileSync(join(programs, name), args, { ...account, cwd: folder, stdio: 'pipe' });

  start('initdb', '-D', data, '-U', 'supabase_admin', '-A', 'trust', '-E', 'UTF8', '--locale=C');
  const settings = `-c listen_addresses='' -c unix_socket_directories='${folder}' -c fsync=off`;
  start('pg_ctl', '-D', data, '-o', settings, '-l', join(folder, 'log'), '-w', 'start');

  return {
    run: (role, sql) => {
      const options = [
        '-X',
        '-q',
        '-A',
        '-t',
        '-1',
        '-v',
        'ON_ERROR_STOP=1',
        '-v',
        'VERBOSITY=verbose',
      ];
      const { status, stdout, stderr } = spawnSync(
        join(programs, 'psql'),
        ['-h', folder, '-U', role, '-d', 'postgres', ...options, '-f', '-'],
        { input: sql, encoding: 'utf8' },
      );
      if (status !== 0) throw new Error(stderr);
      return stdout.split('\n').filter((line) => line !== '');
    },
    stop: () => {
      start('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
      rmSync(folder, { recursive: true });
    },
  };
}

function accountOf(name: string): { uid: number; gid: number } {
  const ask = (what: string) => Number(execFileSync('id', [what, name], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
}
