import { test as base, expect } from '@playwright/test';
import {
  createApi,
  SESSION_STORAGE_KEY,
  signInByApi,
  SITE,
  STAFF,
  type Api,
} from '../../e2e/backend';
import { launch } from './drivers';
import { createPage, type EnginePage } from './page';
import { missingPrograms, type EngineName } from './programs.ts';

export { expect };

type Fixtures = {
  engine: EngineName;
  /** A browser of its own, with empty storage. */
  visitor: EnginePage;
  /** The same, with the seeded staff account signed in. */
  staff: EnginePage;
  /** For errors that the test itself causes. */
  expectErrors: (...patterns: RegExp[]) => void;
  api: Api;
};

/** Firefox reports a font whose download ended because the visitor went on to the next page. */
const ABORTED_FONT = /^downloadable font: download failed .*status=2152398850/;

export const test = base.extend<Fixtures & { expected: RegExp[] }>({
  engine: ['firefox', { option: true }],

  // eslint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from here
  expected: async ({}, use) => use([ABORTED_FONT]),

  expectErrors: async ({ expected }, use) => use((...patterns) => void expected.push(...patterns)),

  visitor: async ({ engine, expected }, use, info) => {
    const missing = missingPrograms(engine);
    test.skip(missing.length > 0, `no ${missing.join(', ')}`);
    const driver = await launch[engine]();
    try {
      const page = createPage(driver, SITE);
      await page.resize(1440, 900);
      await use(page);
      if (info.error) await page.saveScreen(info.outputPath('screen.png'));
      const problems = await page.problems();
      expect(problems.filter((problem) => !expected.some((one) => one.test(problem)))).toEqual([]);
    } finally {
      await driver.close();
    }
  },

  staff: async ({ visitor }, use) => {
    const session = JSON.stringify(await signInByApi(STAFF.email, STAFF.password));
    await visitor.open('/privacy');
    await visitor.run(
      (key, value) => localStorage.setItem(key, value),
      SESSION_STORAGE_KEY,
      session,
    );
    await use(visitor);
  },

  // eslint-disable-next-line no-empty-pattern -- as above
  api: async ({}, use) => {
    const { access_token } = await signInByApi(STAFF.email, STAFF.password);
    await use(createApi(access_token));
  },
});
