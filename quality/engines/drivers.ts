// Selenium drives the engines as Debian packages them, which Playwright does not: Firefox by geckodriver, WebKitGTK by
// WebKitWebDriver.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Browser, Builder, type WebDriver } from 'selenium-webdriver';
import getBrowsingContext from 'selenium-webdriver/bidi/browsingContext.js';
import LogInspector from 'selenium-webdriver/bidi/logInspector.js';
import { Options, ServiceBuilder } from 'selenium-webdriver/firefox.js';
import { freePort } from '../../scripts/lib/ports.ts';
import { findProgram, type EngineName } from './programs.ts';

export type Driver = {
  browser: WebDriver;
  /** Of the page, without the bars of the window. */
  resize: (width: number, height: number) => Promise<unknown>;
  close: () => Promise<void>;
  /** Errors of page and console as the browser reports them; null if it does not. */
  problems: string[] | null;
};

export const launch: Record<EngineName, () => Promise<Driver>> = {
  firefox: launchFirefox,
  webkit: launchWebkit,
};

async function launchFirefox(): Promise<Driver> {
  const options = new Options();
  options.addArguments('-headless').enableBidi();
  options.setBinary(findProgram('firefox-esr', 'firefox') ?? '');
  const browser = await new Builder()
    .forBrowser(Browser.FIREFOX)
    .setFirefoxOptions(options)
    .setFirefoxService(new ServiceBuilder(findProgram('geckodriver')))
    .build();
  const problems: string[] = [];
  const log = await LogInspector(browser);
  await log.onLog((entry: { level: string; text: string }) => {
    if (entry.level === 'error') problems.push(entry.text);
  });
  const browsingContextId = await browser.getWindowHandle();
  const tab = await getBrowsingContext(browser, { browsingContextId });
  return {
    ...{ browser, problems },
    resize: (width, height) => tab.setViewport(width, height),
    close: () => browser.quit(),
  };
}

async function launchWebkit(): Promise<Driver> {
  const port = await freePort();
  const screen = ['-a', '-s', '-screen 0 1600x1200x24'];
  // In a process group of its own: it starts further processes.
  const server = spawn('xvfb-run', [...screen, 'WebKitWebDriver', `--port=${port}`], {
    ...{ stdio: 'ignore', detached: true },
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/status`).catch(() => null))) await sleep(100);
  const browser = await new Builder().usingServer(url).forBrowser('MiniBrowser').build();
  await browser.manage().setTimeouts({ script: 3000 });
  return {
    ...{ browser, problems: null },
    async resize(width, height) {
      const inner = () => browser.executeScript<number>('return innerHeight');
      const bar = (await browser.manage().window().getRect()).height - (await inner());
      await browser
        .manage()
        .window()
        .setRect({ width, height: height + bar });
      await browser.wait(async () => (await inner()) === height, 10_000);
    },
    async close() {
      await browser.quit().catch(() => {});
      process.kill(-(server.pid ?? 0), 'SIGTERM');
      await once(server, 'exit');
    },
  };
}
