import { readdirSync } from 'node:fs';
import { expect, screenFile, screensFolder, test } from './fixtures';
import { SCREENS } from './pages';

test('PERM-1: every screen of e2e/pages.ts was checked by a journey', () => {
  const checked = readdirSync(screensFolder(test.info().project.outputDir));
  expect(SCREENS.filter((screen) => !checked.includes(screenFile(screen)))).toEqual([]);
});
