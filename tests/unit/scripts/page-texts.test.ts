import { existsSync, readFileSync } from 'node:fs';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { textSources, type TextSource } from '@/content/text-sources';
import { root } from '../../../scripts/lib/install.mjs';
import { pageTexts, type PublishedTexts } from '../../../scripts/lib/build/page-texts';

const sources: readonly TextSource[] = Object.values(textSources).flat();

test.each(sources)('$file exports $name', ({ file, name }) => {
  expect(existsSync(`${root}${file}.ts`)).toBe(true);
  expect(readFileSync(`${root}${file}.ts`, 'utf8')).toMatch(
    new RegExp(`^export const ${name}\\b`, 'm'),
  );
});

/** The exports of a module of the site as a build with these texts makes them. */
async function built(
  file: string,
  texts: PublishedTexts,
): Promise<
  Record<'homeContent' | 'servicesContent', { hero: { title: string; lead: string } }> & {
    legalReviews: object;
  }
> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [pageTexts(texts)],
    resolve: {
      alias: {
        '@brand': `${root}brand`,
        '@contracts': `${root}supabase/functions/_shared/contracts`,
        '@': `${root}src`,
      },
    },
    build: {
      write: false,
      ssr: `${file}.ts`,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [chunk] = (result as Rolldown.RolldownOutput).output;
  return import(`data:text/javascript,${encodeURIComponent(chunk.code)}`);
}

test('published texts take the place of the built-in ones', async () => {
  const { homeContent } = await built('brand/texts/home', { home: { hero_lead: 'Published' } });
  expect(homeContent.hero.lead).toBe('Published');
  const { homeContent: other } = await built('brand/texts/home', { about: { hero_lead: 'No' } });
  expect(other.hero.lead).not.toBe('No');
});

test('R-56: the build knows which legal texts were reviewed', async () => {
  const { legalReviews } = await built('src/content/legal-reviews', {
    'legal-reviews': { terms: '2026-11-21' },
  });
  expect(legalReviews).toEqual({ privacy: '', terms: '2026-11-21', cookie: '' });
});

test('the services page counts the services that staff have published', async () => {
  const titleWith = async (texts: PublishedTexts) =>
    (await built('brand/texts/services', texts)).servicesContent.hero.title;
  const service = { id: 'photography', title: 'Photography' };
  const rows = (length: number) => Array.from({ length }, () => service);
  expect(await titleWith({})).toBe('Five trades at one table.');
  expect(await titleWith({ services: { services: rows(6) } })).toBe('Six trades at one table.');
  expect(await titleWith({ services: { services: rows(11) } })).toBe('11 trades at one table.');
});
