import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type * as Queries from '@testing-library/dom';
import { By, Key, type WebElement } from 'selenium-webdriver';
import { root } from '../../scripts/lib/install.mjs';
import type { Driver } from './drivers';

/** An element by its role and accessible name, or the beginning of it, in another one or anywhere. */
export type Target = { role: string; name?: string; startsWith?: string; within?: Target };

export type EnginePage = ReturnType<typeof createPage>;

/** Finds by role and name as the component tests do. */
const QUERIES = readFileSync(
  `${root}node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js`,
  'utf8',
);

declare const TestingLibraryDom: typeof Queries;

/** Runs in the page. The first element that assistive technology is given by this role and name. */
function findTarget({ role, name, startsWith, within }: Target): HTMLElement | null {
  const container = within ? findTarget(within) : document.body;
  if (!container) return null;
  // Fields of a password have no role.
  if (role === 'password') return container.querySelector('input[type=password]');
  const wanted = startsWith === undefined ? name : (found: string) => found.startsWith(startsWith);
  return TestingLibraryDom.queryAllByRole(container, role, { name: wanted })[0] ?? null;
}

/** Runs in the page. Keeps errors beyond the next document of this tab. */
function watchProblems() {
  const note = (problem: string) => {
    const before = JSON.parse(sessionStorage.getItem('problems') ?? '[]');
    sessionStorage.setItem('problems', JSON.stringify([...before, problem]));
  };
  addEventListener('error', ({ message }) => message && note(message));
  addEventListener('unhandledrejection', ({ reason }) => note(`unhandled: ${reason}`));
  const report = console.error;
  console.error = (...values: unknown[]) => {
    note(values.join(' '));
    report(...values);
  };
}

/** What the journeys do in any engine. Each step waits until it is possible. */
export function createPage({ browser, problems, resize }: Driver, site: string) {
  const prepare = `
    ${problems ? '' : `(${watchProblems})();`}
    (function () { ${QUERIES} }).call(window);
    window.findTarget = ${findTarget};`;

  /** Runs a function in the page. It may use nothing from outside. */
  const run = <Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result> => browser.executeScript(`return (${work})(...arguments)`, ...args);

  async function find(target: Target): Promise<WebElement | null> {
    const isPrepared = await browser.executeScript('return "findTarget" in window');
    if (!isPrepared) await browser.executeScript(prepare);
    return browser.executeScript('return window.findTarget(arguments[0])', target);
  }

  /** A document that is being replaced by the next one does not answer. */
  const until = (message: string, isMet: () => Promise<boolean>) =>
    expect.poll(() => isMet().catch(() => false), { message }).toBe(true);

  const act = (target: Target, work: (element: WebElement) => Promise<void>) =>
    until(describe(target), async () => {
      const element = await find(target);
      if (!element || !(await element.isEnabled())) return false;
      await work(element);
      return true;
    });

  return {
    ...{ run, resize },
    open: (path: string) => browser.get(site + path),
    press: (key: string) => browser.actions().sendKeys(key).perform(),
    click: (target: Target) => act(target, (element) => element.click()),
    /** Replaces the text of a field. */
    fill: (target: Target, value: string) =>
      act(target, async (element) => {
        await element.clear();
        await element.sendKeys(value.replaceAll('\n', Key.ENTER));
      }),
    upload: (selector: string, file: string) =>
      browser.findElement(By.css(selector)).sendKeys(file),
    sees: (target: Target) => until(describe(target), async () => (await find(target)) !== null),
    seesNo: (target: Target) =>
      until(`no ${describe(target)}`, async () => (await find(target)) === null),
    reads: (words: string) =>
      until(words, async () => (await run(() => document.body.innerText)).includes(words)),
    saveScreen: async (file: string) =>
      writeFileSync(file, await browser.takeScreenshot(), 'base64'),
    /** Errors so far. WebKit does not report them: there they are counted from the first step in a document. */
    problems: async (): Promise<string[]> =>
      problems ?? run(() => JSON.parse(sessionStorage.getItem('problems') ?? '[]')),
  };
}

const describe = ({ role, name, startsWith, within }: Target): string =>
  `${role} ${name ?? startsWith ?? ''}${within ? ` in ${describe(within)}` : ''}`;
