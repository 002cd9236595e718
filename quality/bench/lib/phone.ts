// The phone of the measurements with a finger: its processor is slowed down like that of Lighthouse's phone.
import { chromium, devices, type Browser, type Page } from 'playwright';
import { BROWSER_FLAGS } from '../../../scripts/lib/browser.ts';

const CPU_SLOWDOWN = 4;
/** Shorter than the idle time after which the app starts by itself. */
export const READING_MS = 1000;

/** @param onOpen gets what closes the browser, for a run that is ended early */
export async function withBrowser<Result>(
  executablePath: string,
  onOpen: (close: () => unknown) => void,
  act: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
  onOpen(() => browser.close());
  try {
    return await act(browser);
  } finally {
    await browser.close();
  }
}

/**
 * Opens an address in a context of its own, which the caller closes.
 *
 * @param runFirst in every document, before its own scripts
 */
export async function openPhone(
  browser: Browser,
  url: string,
  runFirst?: () => void,
): Promise<Page> {
  const context = await browser.newContext(devices['Pixel 7']);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  if (runFirst) {
    // tsx calls __name for every function.
    await page.addInitScript('globalThis.__name = (it) => it');
    await page.addInitScript(runFirst);
  }
  await page.goto(url);
  return page;
}
