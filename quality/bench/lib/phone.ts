// The phone of the measurements with a finger: its processor is slowed down like that of Lighthouse's phone.
import { chromium, devices, type Browser, type Page } from 'playwright';
import { BROWSER_FLAGS } from '../../../scripts/lib/browser.ts';
import type { Bench } from './bench.ts';

const CPU_SLOWDOWN = 4;
/** The script of the page has come. */
export const READING_MS = 1000;

export const openBrowser = ({ browser: executablePath }: Bench) =>
  chromium.launch({ executablePath, args: BROWSER_FLAGS });

/**
 * Opens an address in a context of its own, and closes it afterwards.
 *
 * @param runFirst in every document, before its own scripts
 */
export async function onPhone<Result>(
  browser: Browser,
  url: string,
  act: (page: Page) => Promise<Result>,
  runFirst?: () => void,
): Promise<Result> {
  const context = await browser.newContext(devices['Pixel 7']);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  // tsx calls __name for every function.
  await page.addInitScript('globalThis.__name = (it) => it');
  if (runFirst) await page.addInitScript(runFirst);
  await page.goto(url);
  const result = await act(page);
  await context.close();
  return result;
}
