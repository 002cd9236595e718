import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { root } from '../../scripts/lib/install.mjs';
import type { Driver } from './drivers';
import { findTarget, isHydrated, locate, watchProblems } from './in-page';

/** An element by its role and accessible name, or the beginning of it, in another one or anywhere. */
export type Target = { role: string; name?: string; startsWith?: string; within?: Target };

export type EnginePage = ReturnType<typeof createPage>;

/** Finds by role and name as the component tests do. */
const QUERIES = readFileSync(
  `${root}node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js`,
  'utf8',
);

// As both protocols name the keys that are not a character.
const KEYS: Record<string, string> = {
  Enter: '\uE007',
  Control: '\uE009',
  Escape: '\uE00C',
  ArrowRight: '\uE014',
};

/** What the journeys do in any engine. Each step waits until it is possible. */
export function createPage(driver: Driver, site: string) {
  /** Runs a function in the page. It may use nothing from outside except `findTarget`. */
  async function run<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    const source = `(...args) => {
      if (!globalThis.findTarget) {
        ${driver.problems ? '' : `(${watchProblems})();`}
        (function () { ${QUERIES} }).call(globalThis);
        globalThis.findTarget = ${findTarget};
      }
      return (${work})(...args);
    }`;
    return (await driver.call(source, args)) as Awaited<Result>;
  }

  const text = () => run(() => document.body.innerText);
  const isThere = (target: Target) => run((wanted) => !!findTarget(wanted), target);

  function press(...keys: string[]) {
    const values = keys.map((key) => KEYS[key] ?? key);
    const actions = [
      ...values.map((value) => ({ type: 'keyDown', value })),
      ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
    ];
    return driver.perform([{ type: 'key', id: 'keyboard', actions }]);
  }

  async function click(target: Target) {
    // Twice at the same place: nothing moves it any more.
    let spot: { x: number; y: number } | null = null;
    await expect
      .poll(
        async () => {
          const before = JSON.stringify(spot);
          spot = await duringNavigation(run(locate, target));
          return spot !== null && JSON.stringify(spot) === before;
        },
        { intervals: [60], message: `${describe(target)} can be clicked` },
      )
      .toBe(true);
    const actions = [
      { type: 'pointerMove', ...(spot ?? { x: 0, y: 0 }), origin: 'viewport' },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await driver.perform([
      { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions },
    ]);
  }

  return {
    run,
    press,
    click,
    open: (path: string) => driver.navigate(site + path),
    hydrates: () => expect.poll(() => run(isHydrated), { message: 'hydrated' }).toBe(true),
    upload: driver.upload,
    resize: driver.resize,
    saveScreen: async (file: string) => writeFileSync(file, await driver.screenshot(), 'base64'),
    /** Replaces the text of a field. */
    async fill(target: Target, value: string) {
      await click(target);
      await press('Control', 'a');
      const keys = [...value].map((letter) => (letter === '\n' ? KEYS.Enter : letter));
      const actions = keys.flatMap((key) => [
        { type: 'keyDown', value: key },
        { type: 'keyUp', value: key },
      ]);
      await driver.perform([{ type: 'key', id: 'keyboard', actions }]);
    },
    sees: (target: Target) =>
      expect
        .poll(() => duringNavigation(isThere(target)), { message: describe(target) })
        .toBe(true),
    seesNo: (target: Target) =>
      expect
        .poll(() => duringNavigation(isThere(target)), { message: `no ${describe(target)}` })
        .toBe(false),
    reads: (words: string) =>
      expect.poll(() => duringNavigation(text()), { message: words }).toContain(words),
    /** Errors so far. WebKit does not report them: there they are counted from the first call in a document. */
    problems: async (): Promise<string[]> =>
      driver.problems ?? run(() => JSON.parse(sessionStorage.getItem('problems') ?? '[]')),
  };
}

/** A document that is being replaced by the next one does not answer. */
function duringNavigation<Result>(answer: Promise<Result>): Promise<Result | null> {
  return answer.catch(() => null);
}

const describe = ({ role, name, startsWith, within }: Target): string =>
  `${role} ${name ?? startsWith ?? ''}${within ? ` in ${describe(within)}` : ''}`;
