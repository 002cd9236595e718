import { spawn } from 'node:child_process';
import { existsSync, readFileSync, watch } from 'node:fs';
import { createServer, connect } from 'node:net';
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { root } from './install.mjs';

const functionsFolder = `${root}supabase/functions`;

/**
 * Serves supabase/functions/<name>/index.ts under real Deno, one process per function, started by its
 * first request as on the hosted platform and stopped when a file under supabase/functions changes.
 *
 * @param {{ env: Record<string, string>, log: (line: string) => void }} options
 */
export function createFunctionsHost({ env, log }) {
  /** @type {Map<string, { port: Promise<number>, stop: () => void }>} */
  const running = new Map();
  const secrets = existsSync(`${functionsFolder}/.env`)
    ? parseEnv(readFileSync(`${functionsFolder}/.env`, 'utf8'))
    : {};

  const watcher = watch(functionsFolder, { recursive: true }, (_event, file) => {
    if (!file || !/\.(ts|json)$/.test(file) || running.size === 0) return;
    log(`functions: ${file} changed, starting afresh with the next request`);
    stopAll();
  });

  function stopAll() {
    for (const instance of running.values()) instance.stop();
    running.clear();
  }

  /** @param {string} name */
  function instanceOf(name) {
    const known = running.get(name);
    if (known) return known;
    const instance = startFunction(name, { ...secrets, ...env }, log, () => running.delete(name));
    running.set(name, instance);
    return instance;
  }

  return {
    /**
     * @param {import('node:http').IncomingMessage} request
     * @param {import('node:http').ServerResponse} response
     */
    async handle(request, response) {
      const name = /^\/functions\/v1\/([a-z0-9-]+)(?=[/?]|$)/.exec(request.url ?? '')?.[1];
      if (!name || name.startsWith('_') || !existsSync(`${functionsFolder}/${name}/index.ts`)) {
        return answer(response, 404, 'NOT_FOUND', 'Requested function was not found');
      }
      try {
        const port = await instanceOf(name).port;
        forward(request, response, port);
      } catch (error) {
        log(`functions: ${name} did not start: ${error instanceof Error ? error.message : error}`);
        answer(response, 503, 'BOOT_ERROR', 'Function failed to start (please check logs)');
      }
    },
    close() {
      watcher.close();
      stopAll();
    },
  };
}

/**
 * @param {string} name
 * @param {Record<string, string | undefined>} env
 * @param {(line: string) => void} log
 * @param {() => void} onExit
 */
function startFunction(name, env, log, onExit) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  let isStopped = false;
  const port = (async () => {
    const free = await freePort();
    if (isStopped) throw new Error('stopped before it started');
    const folder = `${functionsFolder}/${name}`;
    const deno = `${root}node_modules/.bin/deno${process.platform === 'win32' ? '.cmd' : ''}`;
    child = spawn(
      deno,
      [
        ...['run', '--quiet', '--node-modules-dir=none', '--no-lock', '--config', `${folder}/deno.json`],
        ...['--allow-net', '--allow-env', '--allow-read', '--allow-sys', `${folder}/index.ts`],
      ],
      {
        env: {
          ...pick(process.env, ['PATH', 'HOME', 'DENO_DIR', 'TMPDIR', 'NPM_CONFIG_REGISTRY']),
          ...env,
          DENO_NO_PACKAGE_JSON: '1',
          DENO_NO_UPDATE_CHECK: '1',
          DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${free}`,
          NO_COLOR: '1',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
        shell: process.platform === 'win32',
      },
    );
    const lines = (/** @type {Buffer} */ chunk) => {
      for (const line of chunk.toString().split('\n')) {
        if (line.trim() && !line.startsWith('Listening on')) log(`functions/${name}: ${line}`);
      }
    };
    child.stdout?.on('data', lines);
    child.stderr?.on('data', lines);
    const exited = new Promise((_, reject) => {
      child?.once('exit', (code) => {
        onExit();
        reject(new Error(`exited with ${code}`));
      });
      child?.once('error', reject);
    });
    exited.catch(() => {});
    await Promise.race([untilListening(free), exited]);
    return free;
  })();
  port.catch(onExit);
  return {
    port,
    stop() {
      isStopped = true;
      child?.kill('SIGKILL');
    },
  };
}

/** @param {number} port */
async function untilListening(port) {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const isOpen = await new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error('not listening after 60 s');
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/**
 * The hosted gateway hands a function its name as the first path segment.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {number} port
 */
function forward(request, response, port) {
  const upstream = httpRequest(
    {
      host: '127.0.0.1',
      port,
      method: request.method,
      path: (request.url ?? '').replace(/^\/functions\/v1/, ''),
      headers: request.headers,
    },
    (answerOf) => {
      response.writeHead(answerOf.statusCode ?? 502, answerOf.headers);
      answerOf.pipe(response);
    },
  );
  upstream.once('error', () => {
    if (!response.headersSent) answer(response, 502, 'BAD_GATEWAY', 'The function went away');
    else response.destroy();
  });
  request.once('aborted', () => upstream.destroy());
  request.pipe(upstream);
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} code
 * @param {string} message
 */
function answer(response, status, code, message) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ code, message }));
}

/** @param {NodeJS.ProcessEnv} env @param {string[]} names */
function pick(env, names) {
  return Object.fromEntries(names.filter((name) => env[name]).map((name) => [name, env[name]]));
}
