// The cost of the first interaction: the app starts only then, so Lighthouse, which has none, does not measure it.
import type { Browser } from 'playwright';
import { median } from './numbers.ts';
import { openPhone, READING_MS, withBrowser } from './phone.ts';

/** milliseconds */
export type Touch = { opened: number; longestTask: number };

export type TouchedPage = Touch & { name: string };

/**
 * The time from a tap on the menu button to the open menu, and the longest task in it.
 *
 * @returns medians
 */
export function measureFirstTouch(
  browserPath: string,
  origin: string,
  pages: readonly { name: string; path: string }[],
  runs: number,
  onOpen: (close: () => unknown) => void,
): Promise<TouchedPage[]> {
  return withBrowser(browserPath, onOpen, async (browser) => {
    const results = [];
    for (const { name, path } of pages) {
      const touches: Touch[] = [];
      for (let run = 0; run < runs; run += 1) touches.push(await touch(browser, origin + path));
      results.push({
        name,
        opened: median(touches.map(({ opened }) => opened)),
        longestTask: median(touches.map(({ longestTask }) => longestTask)),
      });
    }
    return results;
  });
}

async function touch(browser: Browser, url: string): Promise<Touch> {
  const page = await openPhone(browser, url);
  await page.waitForTimeout(READING_MS);
  const touched = page.evaluate(
    () =>
      new Promise((resolve) => {
        const tasks: PerformanceEntry[] = [];
        new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({
          type: 'longtask',
        });
        addEventListener(
          'pointerdown',
          ({ timeStamp }) => {
            const watch = () => {
              if (!document.querySelector('dialog')?.open) return void requestAnimationFrame(watch);
              const opened = performance.now() - timeStamp;
              // The last task is reported once it has ended.
              setTimeout(() => {
                const longestTask = Math.max(0, ...tasks.map(({ duration }) => duration));
                resolve({ opened, longestTask });
              }, 500);
            };
            requestAnimationFrame(watch);
          },
          { capture: true, once: true },
        );
      }),
  );
  await page.getByRole('button', { name: 'Menu', exact: true }).tap();
  const result = await touched;
  await page.context().close();
  return result as Touch;
}
