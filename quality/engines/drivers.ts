// Two standard protocols of one shape: Firefox speaks WebDriver BiDi over a socket, WebKitGTK classic
// WebDriver over HTTP. Playwright drives neither of these builds.
import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { freePort } from '../../scripts/lib/ports.ts';
import type { EngineName } from './programs.ts';

export type Driver = {
  navigate: (url: string) => Promise<unknown>;
  /** Calls a function, given as its source, in the page; awaits its promise. */
  call: (source: string, args: readonly unknown[]) => Promise<unknown>;
  /** Actions of a keyboard or a mouse, which both protocols write alike. */
  perform: (actions: readonly object[]) => Promise<unknown>;
  upload: (selector: string, file: string) => Promise<unknown>;
  resize: (width: number, height: number) => Promise<unknown>;
  /** PNG in base64. */
  screenshot: () => Promise<string>;
  close: () => Promise<void>;
  /** Errors of page and console as the browser reports them; null if it does not. */
  problems: string[] | null;
};

/** Of the window that WebKitWebDriver opens. */
const BAR_HEIGHT = 38;

export const launch: Record<EngineName, () => Promise<Driver>> = {
  firefox: launchFirefox,
  webkit: launchWebkit,
};

async function launchFirefox(): Promise<Driver> {
  const profile = mkdtempSync(`${tmpdir()}/engine-firefox-`);
  const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile];
  const browser = start('/usr/bin/firefox-esr', args);
  const socket = new WebSocket(`${await printed(browser, /BiDi listening on (\S+)/)}/session`);
  await once(socket, 'open');

  const problems: string[] = [];
  const answers = new EventEmitter();
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.id !== undefined) answers.emit(String(message.id), message);
    else if (message.params.level === 'error') problems.push(message.params.text);
  });
  let sent = 0;
  const send = async <Result>(method: string, params: object): Promise<Result> => {
    const id = ++sent;
    const answered = once(answers, String(id));
    socket.send(JSON.stringify({ id, method, params }));
    const [{ error, message, result }] = await answered;
    if (error) throw new Error(`${method}: ${error}, ${message}`);
    return result;
  };

  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' });
  return {
    problems,
    // What the document before still loads may abort the first attempt.
    navigate: (url) =>
      untilItAnswers(() => send('browsingContext.navigate', { context, url, wait: 'complete' })),
    call: async (source, values) => {
      // Values travel as JSON: BiDi has a notation of its own for anything deeper.
      const { result, exceptionDetails } = await send<Called>('script.callFunction', {
        functionDeclaration: `async (json) => JSON.stringify(await (${source})(...JSON.parse(json)))`,
        arguments: [{ type: 'string', value: JSON.stringify(values) }],
        awaitPromise: true,
        target: { context },
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value === undefined ? undefined : JSON.parse(result.value);
    },
    perform: (actions) => send('input.performActions', { context, actions }),
    upload: async (selector, file) => {
      const locator = { type: 'css', value: selector };
      const { nodes } = await send<Located>('browsingContext.locateNodes', {
        context,
        locator,
      });
      const element = { sharedId: nodes[0]?.sharedId };
      return send('input.setFiles', { context, element, files: [file] });
    },
    resize: (width, height) =>
      send('browsingContext.setViewport', { context, viewport: { width, height } }),
    screenshot: async () =>
      (await send<{ data: string }>('browsingContext.captureScreenshot', { context })).data,
    close: async () => {
      socket.close();
      await stop(browser);
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

type Called = { result: { value?: string }; exceptionDetails?: { text: string } };
type Located = { nodes: { sharedId: string }[] };

async function launchWebkit(): Promise<Driver> {
  const port = await freePort();
  const screen = ['-a', '-s', '-screen 0 1600x1200x24'];
  const driver = start('/usr/bin/xvfb-run', [...screen, 'WebKitWebDriver', `--port=${port}`]);
  const send = async <Result>(method: string, path: string, body?: object): Promise<Result> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${path}: ${value.error}, ${value.message}`);
    return value;
  };
  await untilItAnswers(() => send('GET', '/status'));
  const options = { capabilities: { alwaysMatch: { timeouts: { script: 3000 } } } };
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', options);
  const session = `/session/${sessionId}`;

  return {
    problems: null,
    navigate: (url) => send('POST', `${session}/url`, { url }),
    call: (source, args) =>
      send('POST', `${session}/execute/sync`, { script: `return (${source})(...arguments)`, args }),
    perform: (actions) => send('POST', `${session}/actions`, { actions }),
    upload: async (selector, file) => {
      const query = { using: 'css selector', value: selector };
      const [id] = Object.values(await send<object>('POST', `${session}/element`, query));
      return send('POST', `${session}/element/${id}/value`, { text: file });
    },
    resize: async (width, height) => {
      // The rectangle is that of the window, which is higher than the page by its bar.
      await send('POST', `${session}/window/rect`, { width, height: height + BAR_HEIGHT });
      const question = { script: `return innerHeight === ${height}`, args: [] };
      await untilItAnswers(async () => {
        const isDone = await send<boolean>('POST', `${session}/execute/sync`, question);
        if (!isDone) throw new Error(`The page did not become ${height} pixels high.`);
      });
    },
    screenshot: () => send('GET', `${session}/screenshot`),
    close: async () => {
      await send('DELETE', session).catch(() => {});
      await stop(driver);
    },
  };
}

/** In a process group of its own: both start further processes. */
function start(program: string, args: readonly string[]): ChildProcess {
  return spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
}

async function stop(child: ChildProcess) {
  const exited = once(child, 'exit');
  if (child.pid && child.exitCode === null) {
    process.kill(-child.pid, 'SIGTERM');
    await exited;
  }
}

function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.on('data', (chunk) => {
      output += chunk;
      const found = pattern.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`The browser ended:\n${output}`)));
  });
}

async function untilItAnswers(ask: () => Promise<unknown>) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(100);
    }
  }
}
