import { expect, test } from 'vitest';
import { schemasSql, usableTexts } from '../../../scripts/lib/brand/page-text-schemas.ts';
import {
  builtInTexts,
  HOSTILE_TEXTS,
  newService,
  TEXT_PAGES,
} from '../../support/hostile-page-texts';

function use(texts: Parameters<typeof usableTexts>[0]) {
  const leftOut: [string, string][] = [];
  return { usable: usableTexts(texts, (...entry) => leftOut.push(entry)), leftOut };
}

test.each(TEXT_PAGES)('the built-in texts of %s can be published', (page) => {
  const texts = { [page]: builtInTexts(page) };
  expect(use(texts)).toEqual({ usable: texts, leftOut: [] });
});

test('a new service with a picture can be published', () => {
  const texts = { services: { services: [newService('photography', 'Photography')] } };
  expect(use(texts)).toEqual({ usable: texts, leftOut: [] });
});

test.each(HOSTILE_TEXTS)(
  'a build leaves out %s, and uses the other pages',
  (_what, page, texts) => {
    const other = page === 'about' ? 'home' : 'about';
    const good = { [other]: { hero_lead: 'Published' } };
    const { usable, leftOut } = use({ [page]: texts, ...good } as Parameters<
      typeof usableTexts
    >[0]);
    expect(usable).toEqual(good);
    expect(leftOut).toEqual([
      [
        `the texts of ${page} (/admin/site)`,
        expect.stringMatching(/^the built-in ones are shown: ./),
      ],
    ]);
  },
);

test('texts of a page that the website no longer has are left out', () => {
  expect(use({ jobs: { hero_lead: 'We hire' } })).toEqual({
    usable: {},
    leftOut: [['the texts of jobs (/admin/site)', expect.stringContaining('is no page')]],
  });
});

test('the migration holds one schema for each page', () => {
  const pages = [...schemasSql().matchAll(/^\('([a-z-]+)', \$schema\$/gm)].map(([, page]) => page);
  expect(pages).toEqual(TEXT_PAGES);
});
