// The cost of the first interaction: the app starts only then, so Lighthouse, which has none, does not measure it.
import { chromium, devices, type Browser } from 'playwright';
import { BROWSER_FLAGS } from '../../../scripts/lib/browser.ts';
import { median } from './numbers.ts';

/** The CPU slowdown of Lighthouse's phone. */
const CPU_SLOWDOWN = 4;
const PHONE = devices['Pixel 7'];
/** Shorter than the idle time after which the app starts by itself. */
const READING_MS = 1000;

/** milliseconds */
export type Touch = { opened: number; longestTask: number };

export type TouchedPage = Touch & { name: string };

/**
 * The time from a tap on the menu button to the open menu, and the longest task in it.
 *
 * @returns medians
 */
export async function measureFirstTouch(
  browserPath: string,
  origin: string,
  pages: readonly { name: string; path: string }[],
  runs: number,
  onOpen: (close: () => unknown) => void,
): Promise<TouchedPage[]> {
  const browser = await chromium.launch({ executablePath: browserPath, args: BROWSER_FLAGS });
  onOpen(() => browser.close());
  try {
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
  } finally {
    await browser.close();
  }
}

async function touch(browser: Browser, url: string): Promise<Touch> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(url);
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
  await context.close();
  return result as Touch;
}
