import base from '../playwright.config';
import { BROWSER_FLAGS, findBrowser } from '../scripts/lib/browser.ts';
import { ENGINES } from './engines/programs.ts';

const executablePath = (await findBrowser({ isWhole: true })) ?? undefined;
const [signIn, desktop] = base.projects ?? [];
const suites = ['attacks', 'demo', 'faults', 'walks'];

/** Browser tests that take minutes: not a part of npm test. README.md describes them. */
export default {
  ...base,
  // They look for what happens now and then: a second try would hide it.
  retries: 0,
  use: {
    ...base.use,
    trace: 'retain-on-failure',
    contextOptions: {},
    launchOptions: { ...(executablePath && { executablePath }), args: BROWSER_FLAGS },
  },
  projects: [
    { ...signIn },
    ...suites.map((name) => ({ ...desktop, name, testDir: name })),
    ...ENGINES.map((engine) => ({
      name: `engines-${engine}`,
      testDir: 'engines',
      timeout: 120_000,
      use: { engine },
    })),
  ],
};
