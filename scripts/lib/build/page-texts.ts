// The published texts of the site's pages (table page_texts), and how they reach the code: a plugin for Vite writes
// them into the modules that hold the built-in texts. So pages with their own texts download nothing more than others.
import type { Plugin, ViteDevServer } from 'vite';
import type { Texts } from '../../../src/content/apply-texts.ts';
import { isTextPage, textSources, type TextSource } from '../../../src/content/text-sources.ts';
import { root } from '../install.mjs';

/** By page; pages without changed texts are left out. */
export type PublishedTexts = Readonly<Record<string, Texts>>;

const LOCALE = 'en';
/** No page of the table. */
const REVIEWS = 'legal-reviews';
const REVIEWS_SOURCE: TextSource = { file: 'src/content/legal-reviews', name: 'legalReviews' };

type Source = { url: string; key: string };

/** @throws when the backend does not answer */
export async function readPageTexts(source: Source): Promise<PublishedTexts> {
  const rows = await ask<{ page: string; texts: Texts }[]>(
    source,
    `page_texts?select=page,texts&locale=eq.${LOCALE}&order=page`,
  );
  return Object.fromEntries(
    rows.flatMap(({ page, texts }) => (Object.keys(texts).length > 0 ? [[page, texts]] : [])),
  );
}

/**
 * The legal texts that counsel has reviewed, for src/content/legal-reviews.ts.
 *
 * @throws when the backend does not answer
 */
export async function readLegalReviews(source: Source): Promise<PublishedTexts> {
  return { [REVIEWS]: await ask<Record<string, string>>(source, 'rpc/reviewed_legal_texts') };
}

async function ask<Answer>({ url, key }: Source, path: string): Promise<Answer> {
  const response = await fetch(`${url}/rest/v1/${path}`, {
    headers: { apikey: key, authorization: `Bearer ${key}` },
  });
  if (!response.ok) throw new Error(`The texts of the pages: ${response.status}`);
  const answer: Answer = await response.json();
  return answer;
}

/** For a build. */
export function pageTexts(texts: PublishedTexts): Plugin {
  return {
    name: 'page-texts',
    enforce: 'pre',
    transform: (code, id) => withTexts(code, id, texts),
  };
}

/** For the development server: a page that is loaded has the texts of that moment. */
export function livePageTexts(source: Source): Plugin {
  let texts: PublishedTexts = {};
  return {
    name: 'live-page-texts',
    enforce: 'pre',
    transform: (code, id) => withTexts(code, id, texts),
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (!request.headers.accept?.includes('text/html')) return next();
        void Promise.all([readPageTexts(source), readLegalReviews(source)])
          .then(([ofPages, reviews]) => {
            const now = { ...ofPages, ...reviews };
            const changed = changedPages(texts, now);
            texts = now;
            for (const page of changed) invalidate(server, page);
          })
          // The page then shows the texts that are known.
          .catch(() => undefined)
          .finally(next);
      });
    },
  };
}

function sourcesOf(page: string): readonly TextSource[] {
  if (page === REVIEWS) return [REVIEWS_SOURCE];
  return isTextPage(page) ? textSources[page] : [];
}

function changedPages(before: PublishedTexts, after: PublishedTexts) {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (page) => JSON.stringify(before[page]) !== JSON.stringify(after[page]),
  );
}

function invalidate({ moduleGraph }: ViteDevServer, page: string) {
  for (const { file } of sourcesOf(page)) {
    for (const module of moduleGraph.getModulesByFile(`${root}${file}.ts`) ?? []) {
      moduleGraph.invalidateModule(module);
    }
  }
}

/** The module with calls that write the texts into its exports; null where there is nothing to write. */
function withTexts(code: string, id: string, texts: PublishedTexts) {
  const calls = Object.entries(texts).flatMap(([page, values]) =>
    sourcesOf(page)
      .filter(({ file }) => id === `${root}${file}.ts`)
      .map((source) => callFor(source, values)),
  );
  if (calls.length === 0) return null;
  const imports = [
    ...(id.includes(REVIEWS_SOURCE.file)
      ? []
      : ["import { applyTexts as applyTexts$ } from '@/content/apply-texts';"]),
    ...(hasBlocks(id)
      ? ["import { withBlocks as withBlocks$ } from '@/content/legal-blocks';"]
      : []),
  ];
  return { code: [...imports, code, ...calls].join('\n'), map: null };
}

function callFor({ file, name, list, prefix }: TextSource, texts: Texts) {
  // Without applyTexts, which no legal page needs for anything else.
  if (file === REVIEWS_SOURCE.file) return `Object.assign(${name}, ${JSON.stringify(texts)});`;
  const start = prefix === undefined ? '' : `${prefix}_`;
  const own = Object.fromEntries(
    Object.entries(texts)
      .filter(([text]) => (list === undefined ? text.startsWith(start) : text === list))
      .map(([text, value]) => [text.slice(start.length), value]),
  );
  const given = JSON.stringify(own);
  const content = list === undefined ? name : `{ ${list}: ${name} }`;
  return `applyTexts$(${content}, ${hasBlocks(file) ? `withBlocks$(${given})` : given});`;
}

const hasBlocks = (file: string) => /\/legal-(?:privacy|terms|cookie)\b/.test(file);
