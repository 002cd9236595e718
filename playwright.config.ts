import { defineConfig, devices } from '@playwright/test';
import { EVERY_SCREEN, MOTION } from './e2e/pages';
import { BROWSER_FLAGS, findBrowser } from './scripts/lib/browser.ts';
import { root } from './scripts/lib/install.mjs';

const executablePath = await findBrowser();
if (!executablePath) {
  throw new Error(
    'The browser tests need Chromium. `npm test` installs it where it can; otherwise install it ' +
      'yourself (Debian: apt-get install chromium-headless-shell) or name it in CHROMIUM_PATH.',
  );
}

export const SITE_PORT = Number(process.env.E2E_PORT ?? 5273);
export const MAILBOX_PORT = Number(process.env.E2E_MAILBOX_PORT ?? 54424);

export default defineConfig({
  // Absolute, because quality/playwright.config.ts has the same.
  testDir: `${root}e2e`,
  outputDir: `${root}test-results/e2e`,
  // One backend: journeys run one after the other and never step on each other's rows.
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  // With a trace, which costs too much to record always. npm test names what needed it.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: `${root}test-results/browser.json` }],
    ['html', { open: 'never', outputFolder: `${root}playwright-report` }],
  ],
  use: {
    baseURL: `http://localhost:${SITE_PORT}`,
    trace: 'on-first-retry',
    contextOptions: { reducedMotion: MOTION },
    launchOptions: { executablePath, args: BROWSER_FLAGS },
  },
  projects: [
    { name: 'sign-in', testDir: `${root}e2e`, testMatch: 'auth.setup.ts' },
    {
      name: 'desktop',
      testDir: `${root}e2e/journeys`,
      ...(EVERY_SCREEN ? {} : { grepInvert: /@phone/ }),
      dependencies: ['sign-in'],
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      testDir: `${root}e2e/journeys`,
      grep: /@phone/,
      dependencies: ['sign-in'],
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
    {
      // Last, and only when all of them run: a filter never reaches it.
      name: 'every-screen',
      testDir: `${root}e2e`,
      testMatch: 'every-screen.spec.ts',
      dependencies: ['desktop', 'phone'],
    },
  ],
  // While writing tests: E2E_REUSE=1 takes the server that was started by hand on these ports.
  webServer: process.env.E2E_REUSE
    ? undefined
    : {
        // The stack of npm start with the production build, on data and ports of its own.
        command: 'node scripts/run.mjs scripts/start.ts --preview --data e2e --fresh',
        cwd: root,
        env: {
          PORT: String(SITE_PORT),
          MAILBOX_PORT: String(MAILBOX_PORT),
          // The lowest: no journey depends on how long a password takes to hash.
          LITE_AUTH_BCRYPT_COST: '4',
        },
        wait: { stdout: /is running/ },
        gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
        // It builds the whole site, while the checks run beside it: up to three minutes on a slow machine.
        timeout: 600_000,
        stdout: 'pipe',
      },
});
