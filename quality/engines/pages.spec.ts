import { expect, test } from './fixtures';

const SIZES = [
  [390, 844],
  [1440, 900],
] as const;

const PAGES = {
  home: '/',
  services: '/services',
  study: '/projects/a-greengrocer-that-delivers-by-bicycle',
  post: '/blog/a-greengrocer-on-a-cargo-bike',
  editor: '/admin/case-studies/edit/b7eeed2b-f85a-4de2-99e6-ef2a97c42d21',
};

for (const [name, path] of Object.entries(PAGES)) {
  test(`${name} fits a phone and a desktop in both themes`, async ({
    staff: page,
    expected,
  }, info) => {
    // A page is left while it loads.
    expected.push(/Importing a module script failed/);
    for (const theme of ['light', 'dark']) {
      await page.run((value) => localStorage.setItem('theme', value), theme);
      for (const [width, height] of SIZES) {
        await page.resize(width, height);
        await page.open(path);
        await expect
          .poll(() => page.run(() => document.querySelector('main :is(input, p)') !== null))
          .toBe(true);
        await expect.poll(() => page.run(() => document.fonts.status)).toBe('loaded');
        // To be looked at: test-results/e2e has one folder for each test.
        await page.saveScreen(info.outputPath(`${width}-${theme}.png`));
        const [inner, content] = await page.run(() => [
          innerWidth,
          document.documentElement.scrollWidth,
        ]);
        // WebKit's window is never narrower than its own bar, 447 pixels.
        expect(content).toBeLessThanOrEqual(inner ?? 0);
      }
    }
  });
}
