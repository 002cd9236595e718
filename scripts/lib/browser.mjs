import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Permits Chromium to run as root (containers), and stops its background requests. */
export const BROWSER_FLAGS = ['--no-sandbox', '--disable-quic', '--disable-background-networking'];

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/**
 * The Chromium for tests: CHROMIUM_PATH, Playwright's own, or the system's.
 *
 * @returns {Promise<string | null>}
 */
export async function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : null;
  const { chromium } = await import('playwright');
  return [chromium.executablePath(), ...SYSTEM_BROWSERS].find((path) => existsSync(path)) ?? null;
}

/**
 * The same, installing one where there is none: from Debian's packages when this is root on Debian,
 * otherwise Playwright's download.
 *
 * @returns {Promise<string | null>} null when neither worked
 */
export async function ensureBrowser() {
  const found = await findBrowser();
  if (found) return found;
  const run = (/** @type {string} */ command, /** @type {string[]} */ args) =>
    spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status ===
    0;
  console.log('Installing Chromium for the browser tests …');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    if (run('apt-get', ['update', '-qq']) && run('apt-get', ['install', '-y', '-qq', 'chromium'])) {
      return findBrowser();
    }
  }
  run('npx', ['playwright', 'install', 'chromium']);
  return findBrowser();
}
