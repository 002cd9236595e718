import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import { root } from '../install.mjs';
import { freePort } from '../ports.ts';

/** Environment variables that Deno needs; functions get no others of the developer's. */
const PASSED_ON = [
  ...['PATH', 'HOME', 'TMPDIR', 'DENO_DIR', 'DENO_CERT', 'DENO_TLS_CA_STORE'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'],
  ...['SystemRoot', 'USERPROFILE', 'LOCALAPPDATA', 'TEMP', 'TMP'],
];

/**
 * Serves <folder>/<name>/index.ts under real Deno, one process per function. It starts with the first
 * request, as on the hosted platform, and again after a file in the folder has changed.
 */
export function createFunctionsHost({
  env,
  log,
  folder = `${root}supabase/functions`,
}: {
  env: Record<string, string>;
  log: (line: string) => void;
  folder?: string;
}) {
  const running: Map<string, ReturnType<typeof startFunction> & { version: string }> = new Map();

  function instanceOf(name: string) {
    // Compared on each request instead of watched, because file watchers miss changes on some platforms.
    const version = versionOf(folder);
    const known = running.get(name);
    if (known?.version === version) return known;
    if (known) {
      log(`functions/${name}: starting afresh, its files changed`);
      known.stop();
    }
    const secrets = existsSync(`${folder}/.env`)
      ? parseEnv(readFileSync(`${folder}/.env`, 'utf8'))
      : {};
    const instance = {
      ...startFunction(`${folder}/${name}`, name, { ...secrets, ...env }, log, () => {
        if (running.get(name) === instance) running.delete(name);
      }),
      version,
    };
    running.set(name, instance);
    return instance;
  }

  return {
    async handle(request: IncomingMessage, response: ServerResponse) {
      const name = /^\/functions\/v1\/([a-z0-9-]+)(?=[/?]|$)/.exec(request.url ?? '')?.[1];
      if (!name || !existsSync(`${folder}/${name}/index.ts`)) {
        return answer(response, 404, 'NOT_FOUND', 'Requested function was not found');
      }
      try {
        const port = await instanceOf(name).port;
        forward(request, response, port);
      } catch (error) {
        log(`functions/${name}: did not start: ${error instanceof Error ? error.message : error}`);
        answer(response, 503, 'BOOT_ERROR', 'Function failed to start (please check logs)');
      }
    },
    close() {
      for (const instance of running.values()) instance.stop();
      running.clear();
    },
  };
}

/** Changes with every file below the folder. */
function versionOf(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return versionOf(path);
      const { mtimeMs, size } = statSync(path);
      return `${path} ${mtimeMs} ${size}`;
    })
    .join('\n');
}

function startFunction(
  folder: string,
  name: string,
  env: Record<string, string | undefined>,
  log: (line: string) => void,
  onExit: () => void,
) {
  let child: ChildProcess | undefined;
  let isStopped = false;
  const port = (async () => {
    const free = await freePort();
    if (isStopped) throw new Error('stopped before it started');
    child = spawn(
      denoProgram(),
      [
        // `npm:` imports use node_modules, in the versions of package.json, without a download.
        ...['run', '--quiet', '--no-prompt', '--node-modules-dir=manual', '--no-lock'],
        ...['--config', `${folder}/deno.json`],
        ...['--allow-net', '--allow-env', '--allow-read', '--allow-sys'],
        ...[`${root}scripts/lib/local/function-main.ts`, pathToFileURL(`${folder}/index.ts`).href],
      ],
      {
        env: {
          ...pick(process.env, PASSED_ON),
          ...env,
          DENO_NO_UPDATE_CHECK: '1',
          DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${free}`,
          NO_COLOR: '1',
        },
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    );
    const lines = (chunk: Buffer) => {
      for (const line of chunk.toString().split('\n')) {
        if (line.trim() && !line.startsWith('Listening on')) log(`functions/${name}: ${line}`);
      }
    };
    child.stdout?.on('data', lines);
    child.stderr?.on('data', lines);
    const exited = new Promise((_, reject) => {
      child?.once('exit', (code, signal) => {
        onExit();
        reject(new Error(`exited with ${code ?? signal}`));
      });
      child?.once('error', reject);
    });
    exited.catch(() => {});
    await Promise.race([untilListening(free, () => isStopped), exited]);
    return free;
  })();
  port.catch(onExit);
  return {
    port,
    stop() {
      isStopped = true;
      child?.stdin?.destroy();
      child?.kill('SIGKILL');
    },
  };
}

/**
 * Install scripts are off (.npmrc), so after an installation Deno's program is not in its package yet. The
 * package's command installs it; running the program directly saves a Node process per function.
 */
function denoProgram() {
  const folder = `${root}node_modules/deno`;
  const program = `${folder}/deno${process.platform === 'win32' ? '.exe' : ''}`;
  if (!existsSync(program)) spawnSync(process.execPath, [`${folder}/bin.cjs`, '--version']);
  return program;
}

async function untilListening(port: number, isStopped: () => boolean) {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline && !isStopped()) {
    const isOpen = await new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.once('error', () => resolve(false));
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
    });
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error(isStopped() ? 'stopped' : 'not listening after 60 s');
}

/** The hosted gateway passes a function its name as the first path segment. */
function forward(request: IncomingMessage, response: ServerResponse, port: number) {
  const upstream = httpRequest(
    {
      host: '127.0.0.1',
      port,
      method: request.method,
      path: (request.url ?? '').replace(/^\/functions\/v1/, ''),
      headers: { ...request.headers, 'x-forwarded-for': forwardedFor(request) },
    },
    (answerOf) => {
      const send = () => {
        response.writeHead(answerOf.statusCode ?? 502, answerOf.headers);
        pipeline(answerOf, response, () => {});
      };
      // A function may refuse a body before reading it; proxies drop such an early response.
      request.unpipe(upstream).resume();
      if (request.complete) send();
      else request.once('end', send);
    },
  );
  upstream.on('error', () => {
    if (!response.headersSent) answer(response, 502, 'BAD_GATEWAY', 'The function went away');
  });
  response.once('close', () => upstream.destroy());
  request.pipe(upstream);
}

/** Appends the caller's address, as every proxy does: addresses claimed by callers come before it. */
function forwardedFor(request: IncomingMessage) {
  return [request.headers['x-forwarded-for'], request.socket.remoteAddress]
    .filter(Boolean)
    .join(', ');
}

function answer(response: ServerResponse, status: number, code: string, message: string) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ code, message }));
}

function pick(env: NodeJS.ProcessEnv, names: string[]) {
  return Object.fromEntries(names.filter((name) => env[name]).map((name) => [name, env[name]]));
}
