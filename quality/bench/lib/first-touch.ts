// The cost of the first interaction, which Lighthouse does not have: the menu, which needs no app.
import type { Page } from 'playwright';
import { table } from '../../lib/table.ts';
import type { Bench } from './bench.ts';
import { medians, ms } from './numbers.ts';
import { onPhone, READING_MS, openBrowser } from './phone.ts';

/** milliseconds */
type Touch = { opened: number; longestTask: number };

/** The time from a tap on the menu button to the open menu, and the longest task in it. */
export async function measureFirstTouch(bench: Bench): Promise<string> {
  const { site, pages } = await bench.openSite();
  const rows: string[][] = [];
  const browser = await openBrowser(bench);
  for (const { name, path } of pages) {
    const touches: Touch[] = [];
    while (touches.length < bench.runs) {
      touches.push(await onPhone(browser, site.url + path, touchMenu));
    }
    const { opened, longestTask } = medians(touches);
    rows.push([name, ms(opened), ms(longestTask)]);
  }
  await browser.close();
  return [
    `A phone with a processor slowed down four times; median of ${bench.runs}. After a second of reading a finger presses ` +
      'the menu button, which loads the whole stylesheet and starts no app. The menu is open after:',
    table(['page', 'menu open, ms', 'longest task, ms'], rows),
  ].join('\n\n');
}

async function touchMenu(page: Page): Promise<Touch> {
  await page.waitForTimeout(READING_MS);
  const touched = page.evaluate(watchMenu);
  await page.getByRole('button', { name: 'Menu', exact: true }).tap();
  return touched;
}

/** Runs in the page. */
function watchMenu(): Promise<Touch> {
  return new Promise((resolve) => {
    const tasks: number[] = [];
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask' });
    const onTouch = ({ timeStamp }: Event) => {
      const watch = () => {
        if (!document.querySelector('dialog')?.open) return void requestAnimationFrame(watch);
        const opened = performance.now() - timeStamp;
        // The last task is reported once it has ended.
        setTimeout(() => resolve({ opened, longestTask: Math.max(0, ...tasks) }), 500);
      };
      requestAnimationFrame(watch);
    };
    addEventListener('pointerdown', onTouch, { capture: true, once: true });
  });
}
