import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Permits Chromium to run as root (containers), and stops its background requests. */
export const BROWSER_FLAGS = ['--no-sandbox', '--disable-quic', '--disable-background-networking'];

/** Draws pages and no window around them: a journey takes half the processor time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/**
 * The Chromium for tests: CHROMIUM_PATH, the headless shell, Playwright's own, or the system's.
 *
 * @param options isWhole: the browser that visitors have, not the headless shell
 */
export async function findBrowser({ isWhole = false }: { isWhole?: boolean } = {}): Promise<
  string | null
> {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : null;
  const { chromium } = await import('playwright');
  const shell = isWhole ? [] : [HEADLESS_SHELL];
  return (
    [...shell, chromium.executablePath(), ...SYSTEM_BROWSERS].find((path) => existsSync(path)) ??
    null
  );
}

/**
 * The same, installed where it is missing: from Debian's packages when this is root on Debian,
 * otherwise Playwright's download if there is no other.
 *
 * @returns null when neither worked
 */
export async function ensureBrowser({ isWhole = false }: { isWhole?: boolean } = {}): Promise<
  string | null
> {
  const found = await findBrowser({ isWhole });
  const isDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const isBest = isWhole || process.env.CHROMIUM_PATH || found === HEADLESS_SHELL;
  if (found && (isBest || !isDebian)) return found;
  const run = (command: string, args: string[]) =>
    spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status ===
    0;
  console.log('Installing Chromium for the browser tests …');
  const name = isWhole ? 'chromium' : 'chromium-headless-shell';
  const isInstalled =
    isDebian && run('apt-get', ['update', '-qq']) && run('apt-get', ['install', '-y', '-qq', name]);
  if (!isInstalled && !found) run('npx', ['playwright', 'install', 'chromium']);
  return findBrowser({ isWhole });
}
