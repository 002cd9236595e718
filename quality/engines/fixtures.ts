import { SESSION_STORAGE_KEY, signInByApi, SITE, STAFF } from '../../e2e/backend';
import { expect, test as base } from '../../e2e/fixtures';
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
  /** Errors that do not fail the test: it adds those that it causes itself. */
  expected: RegExp[];
};

/** Firefox reports a font whose download ended because the visitor went on to the next page. */
const ABORTED_FONT = /^downloadable font: download failed .*status=2152398850/;

export const test = base.extend<Fixtures>({
  engine: ['firefox', { option: true }],

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from here
  expected: async ({}, use) => use([ABORTED_FONT]),

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
});
